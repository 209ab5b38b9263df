/**
 * Evaluate files: predicted pairs against true ones, optionally only labelled pairs, optionally only
 * pairs whose records come from different sources.
 */

import { type Evaluation, evaluate } from '../../engine/evaluate/evaluation.ts'
import { IdNumbers, PairSet } from '../../engine/evaluate/pair-set.ts'
import { asBefore } from '../../ground/csv-field.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { fromJson } from '../../ground/json/exact-json.ts'
import { textLines } from '../inputs/text-lines.ts'
import { readPairs } from '../outputs/pairs-file.ts'

interface EvaluateRequest {
  readonly predicted: string
  readonly truth: string
  /** Pairs file: only its pairs carry a label; no others are judged. */
  readonly labelled?: string | undefined
  /** JSONL records with `id` and `source`: predictions within one source, or of other ids, do not count. */
  readonly cross?: string | undefined
}

/** @throws NearsameError PAIRS_FILE, RECORDS_FILE; those of reading */
export async function evaluateFiles(request: EvaluateRequest): Promise<Evaluation> {
  const numbers = new IdNumbers()
  const sources = request.cross === undefined ? undefined : await readSources(request.cross)
  const crosses = (a: string, b: string) =>
    sources === undefined || (sources.has(a) && sources.has(b) && sources.get(a) !== sources.get(b))
  const pairsOf = async (path: string, isCounted: (a: string, b: string) => boolean = () => true) => {
    const pairs = new PairSet()
    await readPairs(path, (a, b) => {
      const [first, second] = [asBefore(a), asBefore(b)]
      if (isCounted(first, second)) pairs.add(first, second, numbers)
    })
    return pairs
  }
  const predicted = await pairsOf(request.predicted, crosses)
  const truth = await pairsOf(request.truth)
  const labelled = request.labelled === undefined ? undefined : await pairsOf(request.labelled)
  return evaluate(predicted, truth, labelled)
}

/** The `source` of every id, as text. */
async function readSources(path: string): Promise<Map<string, string>> {
  const sources = new Map<string, string>()
  let number = 0
  for await (const line of textLines(path)) {
    number++
    if (line.trim() === '') continue
    const { id, source } = parseRecord(line)
    if (id === undefined || source === undefined) {
      throw new NearsameError('RECORDS_FILE', {
        expected: 'a JSON object with "id" and "source"',
        got: JSON.stringify(line.slice(0, 60)),
        where: `${path}:${number}`,
        fix: 'give `cross` the JSONL records that the pairs refer to',
      })
    }
    sources.set(String(id), JSON.stringify(source))
  }
  return sources
}

function parseRecord(line: string): { id?: unknown; source?: unknown } {
  try {
    return Object(fromJson(line))
  } catch {
    return {} // the caller reports the line
  }
}
