# SPDX-License-Identifier: Apache-2.0
# Completion of espalier-cli in bash.

_espalier_cli() {
  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD - 1]}"
  local command="${COMP_WORDS[1]}" options=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "devices ops check summary train eval run profile import
        export compile quantize conform --help --version" -- "$current")
    return
  fi
  case "$previous" in
    --isa)
      mapfile -t COMPREPLY < <(compgen -W "plain avx2 avx512" -- "$current")
      return
      ;;
    --method)
      mapfile -t COMPREPLY < <(compgen -W "minmax percentile" -- "$current")
      return
      ;;
    --split)
      mapfile -t COMPREPLY < <(compgen -W "train validation test" -- "$current")
      return
      ;;
    -O)
      mapfile -t COMPREPLY < <(compgen -W "0 1 2 3 s" -- "$current")
      return
      ;;
  esac
  case "$command" in
    train) options="--epochs --device --threads --seed --isa --resume --from-weights --set --json" ;;
    eval) options="--data --split --device --set --json" ;;
    run) options="--input --output --threads --isa --device --json" ;;
    profile) options="--train --data --batch --threads --repeat --isa --device --dim --trace --force --json" ;;
    quantize) options="-o --output --data --samples --method --percentile --keep --sensitivity --held-out --force --json" ;;
    import) options="-o --output --force --json" ;;
    export) options="-o --output --opset --force --json" ;;
    compile) options="-o --output --target --targets -O --compiler --sysroot --link-arg --weights --board --dim --test --json" ;;
    devices | ops | check | summary | conform) options="--json" ;;
  esac
  if [[ "$current" == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options --help" -- "$current")
  else
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}
complete -F _espalier_cli espalier-cli
