/** Parts of shell scripts that all plans share. */
import { shellWord } from '../../ground/options/command-words.ts'

/** What a plan is about. */
export interface PlannedJob {
  /** Input files, by shard. */
  readonly inputs: readonly string[]
  /** Flags that every command of the job gets. */
  readonly options: readonly string[]
  /** Extension of the kept records. */
  readonly extension: string
}

/** Variables and functions: `sign SHARD`, `step`, `measure PAIRS`, `write SHARD`. */
export function shellFunctions({ inputs, options, extension }: PlannedJob): string {
  return `set -euo pipefail
job=\${JOB:-job}
kept=\${KEPT:-kept}
read -ra nearsame <<< "\${NEARSAME:-nearsame}"
inputs=(
${inputs.map(input => `  ${shellWord(input)}`).join('\n')}
)
options=(${['--quiet', ...options].map(shellWord).join(' ')})
mkdir -p "$job/keys" "$job/measures" "$job/shingles"
[[ $kept == s3://* ]] || mkdir -p "$kept"

sign() {
  "\${nearsame[@]}" shard sign "\${inputs[$1]}" --shard "$1" -o "$job/keys/$(printf %05d "$1").parquet" "\${options[@]}"
}

# 0: all is decided; 4: the pairs of a round are to be measured; else a failure.
step() {
  "\${nearsame[@]}" shard step "$job"
}

# The directory of the pairs of the last round, or of its texts.
round() {
  find "$job/pairs" -mindepth 1 -maxdepth 1 -name '[0-9]*' ! -name '*-draft' | sort | tail -n 1
}

measure() {
  local name answers=measures
  name=$(basename "$(dirname "$1")")-$(basename "$1")
  [[ $name == *-texts-* ]] && answers=shingles
  "\${nearsame[@]}" shard measure "$1" "\${inputs[@]}" -o "$job/$answers/$name" "\${options[@]}"
}

write() {
  local name
  name=$(printf %05d "$1")
  "\${nearsame[@]}" shard write "$job/decisions.parquet" "\${inputs[$1]}" --shard "$1" --force \\
    -o "$kept/$name${extension}" --removed "$kept/$name.removed.jsonl" "\${options[@]}"
}
`
}
