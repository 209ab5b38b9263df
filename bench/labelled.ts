/**
 * Labelled sets: lists of texts in which a person has marked those that are the same.
 *
 * They are not shipped. NEARSAME_LABELLED names a folder with one folder per set: `records.jsonl` (`id`, `text`, and
 * `source` for two lists), `truth.csv` (`id1,id2`) and, if only some pairs are labelled, `pairs.csv`; then pairs
 * without a label are not judged.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Labelled {
  readonly ids: readonly string[]
  readonly texts: readonly string[]
  /** First row of the second list, if the set has two and the caller wants them. */
  readonly split: number
  readonly truth: ReadonlySet<string>
  readonly judged: ReadonlySet<string> | undefined
}

/** Precision and recall of text-dedup's defaults: MinHash of 5-grams of words, 0.7, candidates not measured. */
export const textDedup: Readonly<Record<string, readonly [number, number]>> = {
  restaurant: [0.932, 0.366],
  synth_en: [0.998, 0.412],
  plagiarised_answers: [1, 0.053],
  java_plagiarism_1_4: [1, 0.035],
  synth_ja: [1, 0.075],
  bible_kjv_asv: [0.995, 0.242],
  cora: [0.996, 0.073],
  dblp_acm: [0.112, 0.011],
  febrl3: [1, 0.025],
  news_articles_1000: [1, 1],
}

/** The folder of a set; without one, prints so and returns undefined. */
export function folderOf(set: string, say: (words: string) => void): string | undefined {
  const folder = process.env.NEARSAME_LABELLED
  const path = join(folder ?? '', set)
  if (folder !== undefined && existsSync(path)) return path
  say(`skipped: ${set} is not here; name the folder of the sets with NEARSAME_LABELLED`)
  return undefined
}

const keyOf = (a: string, b: string): string => (a < b ? `${a},${b}` : `${b},${a}`)

function readPairs(path: string): Set<string> | undefined {
  if (!existsSync(path)) return undefined
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n').slice(1)
  return new Set(lines.map(line => keyOf(...(line.trim().split(',') as [string, string]))))
}

/** @param isCross whether to order the rows by their two lists */
export function readSet(folder: string, isCross: boolean): Labelled {
  const lines = readFileSync(join(folder, 'records.jsonl'), 'utf8').trimEnd().split('\n')
  const all = lines.map(line => JSON.parse(line) as { id: string; text: string; source?: string })
  const sources = [...new Set(all.map(({ source }) => source))].sort()
  const first = all.filter(({ source }) => source === sources[0])
  const rows = isCross ? [...first, ...all.filter(({ source }) => source !== sources[0])] : all
  const judged = readPairs(join(folder, 'pairs.csv'))
  const truth = readPairs(join(folder, 'truth.csv')) ?? new Set()
  const ids = rows.map(({ id }) => id)
  return { ids, texts: rows.map(({ text }) => text), split: isCross ? first.length : 0, truth, judged }
}

/** A set as its records have it: fields as columns, without a `text` that only joins them. */
export interface LabelledRecords extends Labelled {
  readonly columns: readonly { readonly name: string; readonly values: readonly string[] }[]
}

/** The records of a set, those of its first list first; sets of one text have no columns. */
export function readRecords(folder: string): LabelledRecords {
  const lines = readFileSync(join(folder, 'records.jsonl'), 'utf8').trimEnd().split('\n')
  const all = lines.map(line => JSON.parse(line) as Readonly<Record<string, string>>)
  const sources = [...new Set(all.map(({ source }) => source))].sort()
  const rows = sources.flatMap(list => all.filter(({ source }) => source === list))
  const fields = Object.keys(rows[0]).filter(name => name !== 'id' && name !== 'source')
  const names = fields.length > 1 ? fields.filter(name => name !== 'text') : fields
  const columns = names.map(name => ({ name, values: rows.map(row => row[name] ?? '') }))
  return {
    ids: rows.map(({ id }) => id),
    texts: rows.map(row => names.map(name => row[name] ?? '').join(' ')),
    split: sources.length > 1 ? all.filter(({ source }) => source === sources[0]).length : 0,
    truth: readPairs(join(folder, 'truth.csv')) ?? new Set(),
    judged: readPairs(join(folder, 'pairs.csv')),
    columns: names.length > 1 ? columns : [],
  }
}

/** Whether a pair of rows counts, and whether it is right. */
export function verdictOf({ ids, truth, judged }: Labelled): (left: number, right: number) => Verdict {
  return (left, right) => {
    const key = keyOf(ids[left], ids[right])
    if (judged && !judged.has(key)) return 'unknown'
    return truth.has(key) ? 'right' : 'wrong'
  }
}

export type Verdict = 'right' | 'wrong' | 'unknown'

/** The number of true pairs that count. */
export function wantedPairs({ truth, judged }: Labelled): number {
  return judged ? [...truth].filter(key => judged.has(key)).length : truth.size
}

export interface Score {
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

/** Precision, recall and F1 of pairs of rows by the labels. */
export function judge(
  set: Labelled,
  { left, right }: { readonly left: ArrayLike<number>; readonly right: ArrayLike<number> },
): Score {
  const verdict = verdictOf(set)
  const counts = { right: 0, wrong: 0, unknown: 0 }
  for (let p = 0; p < left.length; p++) counts[verdict(left[p], right[p])]++
  return scoreOf(counts.right, counts.right + counts.wrong, wantedPairs(set))
}

export function scoreOf(found: number, reported: number, wanted: number): Score {
  const [precision, recall] = [found / Math.max(1, reported), found / Math.max(1, wanted)]
  return { precision, recall, f1: found === 0 ? 0 : (2 * precision * recall) / (precision + recall) }
}
