/**
 * Truth, check: judges what a run removed or kept against the true pairs.
 *
 *     recall    = true pairs of which not both were kept / all true pairs
 *     precision = removed documents that truly match / removed documents
 *
 * Ours names a survivor for each removed document, and exactly that pair must be true. A peer names only the documents
 * it keeps: there a removed document counts as right if it is in any true pair, which is more lenient.
 */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** Files of a run: `removed` in our format, or `kept`: one id per line, or records with an "id". */
export interface RunFiles {
  readonly kept?: string | undefined
  readonly removed?: string | undefined
}

export interface Judgement {
  readonly truePairs: number
  readonly recall: number
  readonly removed: number
  readonly precision: number
  /** Removed documents whose written similarity is not the true one; 0 if none is written. */
  readonly wrongSimilarities: number
  /** A few ids of wrong removals or missed pairs, to look at. */
  readonly examples: readonly string[]
}

interface Removal {
  readonly id: string
  readonly survivor?: string
  readonly similarity?: number
}

async function* linesOf(path: string): AsyncGenerator<string> {
  for await (const line of createInterface({ input: createReadStream(path, { highWaterMark: 1 << 20 }) })) {
    if (line !== '') yield line
  }
}

/** True pairs at or above the threshold: "id1,id2" (in both orders) to their similarity. */
async function readTruth(path: string, threshold: number): Promise<Map<string, number>> {
  const truth = new Map<string, number>()
  let header = true
  for await (const line of linesOf(path)) {
    if (!header) {
      const [a, b, jaccard] = line.split(',') as [string, string, string]
      if (Number(jaccard) >= threshold) truth.set(`${a},${b}`, Number(jaccard))
    }
    header = false
  }
  return truth
}

async function readRemoved(path: string): Promise<Removal[]> {
  const removed: Removal[] = []
  for await (const line of linesOf(path)) {
    const { id, survivor, similarity } = JSON.parse(line)
    removed.push({ id: String(id), survivor: String(survivor), similarity })
  }
  return removed
}

/** The ids in a list of kept ids, or of kept records (with the id at the start of the line). */
export async function readKept(path: string): Promise<Set<string>> {
  const kept = new Set<string>()
  for await (const line of linesOf(path)) {
    const found = /^\{"id":\s*"?([^",}]*)"?/u.exec(line)
    kept.add(found?.[1] ?? line)
  }
  return kept
}

function judgeRemovals(removals: readonly Removal[], truth: Map<string, number>, examples: string[]) {
  const matched = new Set<string>()
  for (const pair of truth.keys()) for (const id of pair.split(',')) matched.add(id)
  let right = 0
  let wrongSimilarities = 0
  for (const { id, survivor, similarity } of removals) {
    const jaccard =
      survivor === undefined
        ? undefined
        : (truth.get(`${survivor},${id}`) ?? truth.get(`${id},${survivor}`))
    const isRight = survivor === undefined ? matched.has(id) : jaccard !== undefined
    if (isRight) right++
    else if (examples.length < 5)
      examples.push(`wrongly removed: ${id} for ${survivor ?? '?'} at ${similarity ?? '?'}`)
    if (jaccard !== undefined && similarity !== undefined && Math.abs(similarity - jaccard) > 1e-12)
      wrongSimilarities++
  }
  return { precision: removals.length === 0 ? 1 : right / removals.length, wrongSimilarities }
}

/** Judges a run at `threshold` (not below that of the truth file). */
export async function checkRun(truthPath: string, files: RunFiles, threshold: number): Promise<Judgement> {
  const truth = await readTruth(truthPath, threshold)
  const examples: string[] = []
  let removals: Removal[]
  let isRemoved: (id: string) => boolean
  if (files.removed !== undefined) {
    removals = await readRemoved(files.removed)
    const ids = new Set(removals.map(removal => removal.id))
    isRemoved = id => ids.has(id)
  } else {
    if (files.kept === undefined) throw new Error('expected --removed or --kept')
    const kept = await readKept(files.kept)
    isRemoved = id => !kept.has(id)
    removals = await removedOf(truthPath.replace('.truth.csv', '.jsonl'), isRemoved)
  }
  let found = 0
  for (const pair of truth.keys()) {
    const [a, b] = pair.split(',') as [string, string]
    if (isRemoved(a) || isRemoved(b)) found++
    else if (examples.length < 3) examples.push(`missed: ${pair} at ${truth.get(pair)}`)
  }
  const recall = truth.size === 0 ? 1 : found / truth.size
  return {
    truePairs: truth.size,
    recall,
    removed: removals.length,
    ...judgeRemovals(removals, truth, examples),
    examples,
  }
}

/** The ids of the corpus that are not kept. */
async function removedOf(corpus: string, isRemoved: (id: string) => boolean): Promise<Removal[]> {
  const ids = await readKept(corpus)
  return [...ids].filter(isRemoved).map(id => ({ id }))
}
