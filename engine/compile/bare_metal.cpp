// SPDX-License-Identifier: Apache-2.0
#include "engine/compile/bare_metal.h"

#include <fmt/format.h>

namespace espalier {

std::string startup_source() {
  return R"(// Start of a program on an Arm Cortex-M. Newlib's rdimon does input and output by semihosting.
#include <stdint.h>
#include <stdlib.h>

extern uint32_t stack_top, data_load, data_start, data_end, bss_start, bss_end;
extern void initialise_monitor_handles(void);
extern int main(void);

static void stop(void) {
  // SYS_EXIT, "a run-time error"
  __asm volatile("movs r0, #0x18\n ldr r1, =0x20023\n bkpt 0xab" ::: "r0", "r1", "memory");
  for (;;) {
  }
}

__attribute__((used, noreturn)) static void run(void) {
  for (uint32_t *to = &data_start, *from = &data_load; to < &data_end;) *to++ = *from++;
  for (uint32_t* to = &bss_start; to < &bss_end;) *to++ = 0;
  initialise_monitor_handles();
  exit(main());
}

void reset_handler(void);

// Turns on the floating-point unit (coprocessors 10 and 11 of CPACR) before anything uses it.
__attribute__((naked)) void reset_handler(void) {
  __asm volatile(
      "ldr r0, =0xe000ed88\n ldr r1, [r0]\n orr r1, r1, #0xf00000\n str r1, [r0]\n dsb\n isb\n"
      "b run");
}

void _init(void) {}
void _fini(void) {}

typedef void handler(void);
__attribute__((section(".vectors"), used)) static handler* const vectors[16] = {
    (handler*)&stack_top, reset_handler, stop, stop, stop, stop, stop, stop};
)";
}

std::string linker_script(const BareMachine& m) {
  return fmt::format(R"(/* Memory of the machine that the test runs on. */
MEMORY {{
  VECTORS (rx) : ORIGIN = {:#x}, LENGTH = 0x400
  CODE (rx) : ORIGIN = {:#x}, LENGTH = {:#x}
  DATA (rw) : ORIGIN = {:#x}, LENGTH = {:#x}
}}
ENTRY(reset_handler)
SECTIONS {{
  .vectors : {{ KEEP(*(.vectors)) }} > VECTORS
  .text : {{ *(.text .text.* .rodata .rodata.*) }} > CODE
  .ARM.exidx : {{ *(.ARM.exidx* .gnu.linkonce.armexidx.*) }} > CODE
  .init_array : {{ KEEP(*(.init_array*)) KEEP(*(.fini_array*)) }} > CODE
  .data : ALIGN(8) {{ data_start = .; *(.data .data.*) . = ALIGN(8); data_end = .; }} > DATA AT > CODE
  data_load = LOADADDR(.data);
  .bss (NOLOAD) : ALIGN(8) {{ bss_start = .; *(.bss .bss.* COMMON) . = ALIGN(8); bss_end = .; }} > DATA
  end = .;
  stack_top = ORIGIN(DATA) + LENGTH(DATA);
}}
)",
                     m.vectors, m.code, m.code_bytes, m.data, m.data_bytes);
}

}  // namespace espalier
