// SPDX-License-Identifier: Apache-2.0
//
// The settings of a training run. A new one is a field of TrainingSettings and an entry here; file,
// --set, run panel and help follow.
#include "engine/project/setting_fields.h"

namespace espalier {
namespace {

constexpr const char* general = ESP_TEXT("engine", "Training");
constexpr const char* optimizer = ESP_TEXT("engine", "Optimiser");
constexpr const char* schedule = ESP_TEXT("engine", "Learning rate");
constexpr const char* checkpoint = ESP_TEXT("engine", "Checkpoints");
constexpr const char* machine = ESP_TEXT("engine", "Machine");
constexpr double many = 1e9;

void add_general(std::vector<Setting>& t) {
  t.push_back(bound({.path = "training.epochs",
                     .label = ESP_TEXT("engine", "Epochs"),
                     .help = ESP_TEXT("engine", "How often the training data is gone through."),
                     .minimum = 1,
                     .maximum = 1e6,
                     .section = general},
                    ESP_FIELD(training.epochs)));
  t.push_back(bound({.path = "training.batch_size",
                     .label = ESP_TEXT("engine", "Batch size"),
                     .help = ESP_TEXT("engine", "Samples between two updates of the weights."),
                     .minimum = 1,
                     .maximum = 1e6,
                     .section = general},
                    ESP_FIELD(training.batch_size)));
  t.push_back(bound(
      {.path = "training.seed",
       .label = ESP_TEXT("engine", "Seed"),
       .help = ESP_TEXT("engine", "Start of all random numbers; the same seed repeats a run."),
       .minimum = 0,
       .maximum = 9e15,
       .section = general},
      ESP_FIELD(training.seed)));
  t.push_back(bound(
      {.path = "training.on_non_finite",
       .label = ESP_TEXT("engine", "On NaN or infinity"),
       .help = ESP_TEXT("engine", "Whether the run stops when the loss is no number any more."),
       .choices = {"stop", "continue"},
       .section = general,
       .advanced = true},
      ESP_FIELD(training.on_non_finite)));
}

void add_optimizer(std::vector<Setting>& t) {
  constexpr const char* sgd = "training.optimizer.name=SGD";
  constexpr const char* adam = "training.optimizer.name=Adam,AdamW";
  t.push_back(bound({.path = "training.optimizer.name",
                     .label = ESP_TEXT("engine", "Optimiser"),
                     .help = ESP_TEXT("engine", "How gradients become steps."),
                     .choices = {"SGD", "Adam", "AdamW"},
                     .section = optimizer},
                    ESP_FIELD(training.optimizer.name)));
  t.push_back(bound({.path = "training.optimizer.lr",
                     .label = ESP_TEXT("engine", "Learning rate"),
                     .help = ESP_TEXT("engine", "Size of a step, before the schedule."),
                     .minimum = 0,
                     .maximum = 1e4,
                     .section = optimizer},
                    ESP_FIELD(training.optimizer.lr)));
  t.push_back(bound(
      {.path = "training.optimizer.weight_decay",
       .label = ESP_TEXT("engine", "Weight decay"),
       .help = ESP_TEXT("engine",
                        "Pull of the weights towards 0; AdamW applies it apart from the gradient."),
       .minimum = 0,
       .maximum = 1,
       .section = optimizer},
      ESP_FIELD(training.optimizer.weight_decay)));
  t.push_back(bound({.path = "training.optimizer.momentum",
                     .label = ESP_TEXT("engine", "Momentum"),
                     .help = ESP_TEXT("engine", "Share of the last step that the next one keeps."),
                     .minimum = 0,
                     .maximum = 1,
                     .section = optimizer,
                     .only_if = sgd},
                    ESP_FIELD(training.optimizer.momentum)));
  t.push_back(bound({.path = "training.optimizer.dampening",
                     .label = ESP_TEXT("engine", "Dampening"),
                     .help = ESP_TEXT("engine", "Share of the gradient that momentum leaves out."),
                     .minimum = 0,
                     .maximum = 1,
                     .section = optimizer,
                     .only_if = sgd,
                     .advanced = true},
                    ESP_FIELD(training.optimizer.dampening)));
  t.push_back(bound(
      {.path = "training.optimizer.nesterov",
       .label = ESP_TEXT("engine", "Nesterov"),
       .help =
           ESP_TEXT("engine", "Looks ahead along the momentum; needs momentum and no dampening."),
       .section = optimizer,
       .only_if = sgd},
      ESP_FIELD(training.optimizer.nesterov)));
  t.push_back(bound({.path = "training.optimizer.beta1",
                     .label = ESP_TEXT("engine", "β₁"),
                     .help = ESP_TEXT("engine", "Memory of the gradients' mean."),
                     .minimum = 0,
                     .maximum = 0.999999999,
                     .section = optimizer,
                     .only_if = adam,
                     .advanced = true},
                    ESP_FIELD(training.optimizer.beta1)));
  t.push_back(bound({.path = "training.optimizer.beta2",
                     .label = ESP_TEXT("engine", "β₂"),
                     .help = ESP_TEXT("engine", "Memory of the squared gradients' mean."),
                     .minimum = 0,
                     .maximum = 0.999999999,
                     .section = optimizer,
                     .only_if = adam,
                     .advanced = true},
                    ESP_FIELD(training.optimizer.beta2)));
  t.push_back(bound({.path = "training.optimizer.eps",
                     .label = ESP_TEXT("engine", "ε"),
                     .help = ESP_TEXT("engine", "Keeps the division by small gradients finite."),
                     .minimum = 0,
                     .maximum = 1,
                     .section = optimizer,
                     .only_if = adam,
                     .advanced = true},
                    ESP_FIELD(training.optimizer.eps)));
}

void add_schedule(std::vector<Setting>& t) {
  constexpr const char* step = "training.schedule.name=step";
  t.push_back(
      bound({.path = "training.schedule.name",
             .label = ESP_TEXT("engine", "Schedule"),
             .help = ESP_TEXT(
                 "engine",
                 "How the learning rate changes: not, in steps, or along a cosine to its minimum."),
             .choices = {"constant", "step", "cosine"},
             .section = schedule},
            ESP_FIELD(training.schedule.name)));
  t.push_back(bound({.path = "training.schedule.step_size",
                     .label = ESP_TEXT("engine", "Epochs a step"),
                     .help = ESP_TEXT("engine", "Epochs between two drops."),
                     .minimum = 1,
                     .maximum = many,
                     .section = schedule,
                     .only_if = step},
                    ESP_FIELD(training.schedule.step_size)));
  t.push_back(bound({.path = "training.schedule.gamma",
                     .label = ESP_TEXT("engine", "Factor"),
                     .help = ESP_TEXT("engine", "What a drop multiplies the learning rate by."),
                     .minimum = 0,
                     .maximum = 1,
                     .section = schedule,
                     .only_if = step},
                    ESP_FIELD(training.schedule.gamma)));
  t.push_back(bound({.path = "training.schedule.minimum",
                     .label = ESP_TEXT("engine", "Minimum"),
                     .help = ESP_TEXT("engine", "Learning rate at the end."),
                     .minimum = 0,
                     .maximum = 1e4,
                     .section = schedule,
                     .only_if = "training.schedule.name=cosine"},
                    ESP_FIELD(training.schedule.minimum)));
  t.push_back(
      bound({.path = "training.schedule.warmup_epochs",
             .label = ESP_TEXT("engine", "Warm-up epochs"),
             .help = ESP_TEXT(
                 "engine",
                 "The learning rate rises from 0 over so many epochs; parts of one are possible."),
             .minimum = 0,
             .maximum = 1e6,
             .section = schedule},
            ESP_FIELD(training.schedule.warmup_epochs)));
  t.push_back(
      bound({.path = "training.schedule.warmup_steps",
             .label = ESP_TEXT("engine", "Warm-up steps"),
             .help = ESP_TEXT("engine", "The same counted in steps; the longer of both counts."),
             .minimum = 0,
             .maximum = many,
             .section = schedule,
             .advanced = true},
            ESP_FIELD(training.schedule.warmup_steps)));
}

void add_checkpoints(std::vector<Setting>& t) {
  t.push_back(bound({.path = "training.checkpoint.best",
                     .label = ESP_TEXT("engine", "Keep the best"),
                     .help = ESP_TEXT("engine", "Keeps the weights of the best epoch."),
                     .section = checkpoint},
                    ESP_FIELD(training.checkpoint.best)));
  t.push_back(bound(
      {.path = "training.checkpoint.last",
       .label = ESP_TEXT("engine", "Keep the last"),
       .help = ESP_TEXT("engine", "Keeps the weights of the last epoch, from which a run resumes."),
       .section = checkpoint},
      ESP_FIELD(training.checkpoint.last)));
  t.push_back(bound({.path = "training.checkpoint.every",
                     .label = ESP_TEXT("engine", "Every so many epochs"),
                     .help = ESP_TEXT("engine", "Epochs between two checkpoints."),
                     .minimum = 1,
                     .maximum = 1e6,
                     .section = checkpoint,
                     .advanced = true},
                    ESP_FIELD(training.checkpoint.every)));
  t.push_back(
      bound({.path = "training.checkpoint.every_steps",
             .label = ESP_TEXT("engine", "Every so many steps"),
             .help = ESP_TEXT("engine", "Also within an epoch, after so many steps; 0 for not."),
             .minimum = 0,
             .maximum = many,
             .section = checkpoint,
             .advanced = true},
            ESP_FIELD(training.checkpoint.every_steps)));
  t.push_back(bound(
      {.path = "training.checkpoint.watch",
       .label = ESP_TEXT("engine", "Best by"),
       .help =
           ESP_TEXT("engine", "The measure that tells the best epoch, such as validation.loss."),
       .section = checkpoint,
       .advanced = true},
      ESP_FIELD(training.checkpoint.watch)));
}

void add_machine(std::vector<Setting>& t) {
  t.push_back(bound({.path = "training.threads",
                     .label = ESP_TEXT("engine", "Threads"),
                     .help = ESP_TEXT("engine", "Processor threads to use; 0 for all cores."),
                     .minimum = 0,
                     .maximum = 4096,
                     .section = machine},
                    ESP_FIELD(training.threads)));
  t.push_back(
      bound({.path = "training.device",
             .label = ESP_TEXT("engine", "Device"),
             .help = ESP_TEXT("engine",
                              "What computes, as \"espalier-cli devices\" lists it. What it "
                              "has no kernel for runs on the CPU."),
             .section = machine},
            ESP_FIELD(training.device)));
  t.push_back(bound(
      {.path = "training.isa",
       .label = ESP_TEXT("engine", "Instruction set"),
       .help = ESP_TEXT("engine",
                        "The processor instructions to use; empty for the best of this machine."),
       .choices = {"", "plain", "avx2", "avx512"},
       .section = machine,
       .advanced = true},
      ESP_FIELD(training.isa)));
}

}  // namespace

void add_training_settings(std::vector<Setting>& table) {
  add_general(table);
  add_optimizer(table);
  add_schedule(table);
  add_checkpoints(table);
  add_machine(table);
}

}  // namespace espalier
