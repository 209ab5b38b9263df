/**
 * Workload: documents and checks as files, so that every contender reads the same ones, with the matches to find.
 *
 *     documents  {"id": 0, "text": "…"}                                        id = place in the file
 *     checks     {"list": "fresh", "text": "…", "matches": {"17": 0.97}}       exact Jaccards of at least 0.8
 */
import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import { type Made, plainJaccard, TextMaker } from './texts.ts'

/** Lists of checks: all kinds in their shares, only new texts, only near copies. */
export const listNames = ['mixed', 'fresh', 'copies'] as const
export type ListName = (typeof listNames)[number]

export const threshold = 0.8

export interface Check {
  readonly list: ListName
  readonly text: string
  /** The documents to find, by id, with their similarities. */
  readonly matches: Readonly<Record<string, number>>
}

export interface Workload {
  readonly documents: string
  readonly checks: string
  readonly count: number
}

const checksOf: Readonly<Record<ListName, number>> = { mixed: 10_000, fresh: 5_000, copies: 5_000 }

/** Creates the files unless they exist. */
export async function workload(out: string, count: number, seed: number): Promise<Workload> {
  const base = join(out, `online.${count}.${seed}`)
  const made = { documents: `${base}.documents.jsonl`, checks: `${base}.checks.jsonl`, count }
  if (existsSync(made.checks)) return made
  const maker = new TextMaker(seed)
  await writeLines(made.documents, count, id => ({ id, text: maker.document().text }))
  const families = membersOf(maker.families)
  const lists = listNames.flatMap(list => Array.from({ length: checksOf[list] }, () => list))
  await writeLines(made.checks, lists.length, i => {
    const list = lists[i]
    const check = maker.check(list === 'fresh' ? 'fresh' : list === 'copies' ? 'copy' : undefined)
    return { list, text: check.text, matches: matchesOf(check, families, maker.documents) }
  })
  return made
}

/** Every line of a file as a value. */
export async function readLines<T>(path: string, most = Number.POSITIVE_INFINITY): Promise<T[]> {
  const values: T[] = []
  for await (const line of createInterface({ input: createReadStream(path, { highWaterMark: 1 << 20 }) })) {
    if (values.length >= most) break
    values.push(JSON.parse(line))
  }
  return values
}

export function readChecks({ checks }: Workload): Promise<Check[]> {
  return readLines(checks)
}

/** Writes under a temporary name until complete. */
async function writeLines(path: string, count: number, value: (i: number) => object): Promise<void> {
  const file = createWriteStream(`${path}.part`)
  for (let i = 0; i < count; i++) {
    if (!file.write(`${JSON.stringify(value(i))}\n`)) await once(file, 'drain')
  }
  file.end()
  await finished(file)
  renameSync(`${path}.part`, path)
}

function membersOf(families: readonly number[]): ReadonlyMap<number, readonly number[]> {
  const members = new Map<number, number[]>()
  families.forEach((family, number) => {
    const known = members.get(family)
    if (known === undefined) members.set(family, [number])
    else known.push(number)
  })
  return members
}

function matchesOf(
  { text, kind, family }: Made,
  families: ReadonlyMap<number, readonly number[]>,
  documents: readonly string[],
): Record<string, number> {
  if (kind === 'fresh') return {}
  const measured = (families.get(family) ?? []).map(
    number => [number, plainJaccard(text, documents[number])] as const,
  )
  return Object.fromEntries(measured.filter(([, jaccard]) => jaccard >= threshold))
}
