/**
 * Sample: chooses examples/sample/docs.jsonl from the real corpus, at most 2 MB of text whose licence allows it.
 *
 *     node bench/sample.ts [--corpus FILE] [--out FILE]
 *
 * Only four repositories, only documents of at most 20 KB, and of those only the ones clearly under the licence stated
 * in NOTICE.md. It takes whole natural clusters (connected by word 5-gram Jaccard >= 0.8) until their budget is used,
 * then random documents without any such partner. Lines are in the corpus's order, with its ids, urls and texts.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Random } from './random.ts'
import { corpusPath, type RealDocument, realDocuments, skipWithoutCorpus } from './real-text.ts'
import { joinSets } from './truth/truth-join.ts'
import { ShingleNumbers } from './truth/truth-shingles.ts'

const longestDocument = 20_000

/** Bytes of JSONL for unrelated documents and for clusters, by repository; `fits` accepts a document. */
const sources = [
  { repository: 'python/peps', alone: 330_000, clustered: 100_000, fits: isFreePep },
  { repository: 'rust-lang/rfcs', alone: 330_000, clustered: 100_000, fits: isLicensedRfc },
  { repository: 'tldr-pages/tldr', alone: 280_000, clustered: 100_000, fits: isPage },
  { repository: 'electron/i18n', alone: 220_000, clustered: 650_000, fits: isElectronDocument },
] as const

/** Every PEP states its own terms; this accepts those that name the public domain or CC0. */
function isFreePep(path: string, text: string): boolean {
  return path.startsWith('peps/pep-') && /public\s+domain|CC0/iu.test(text.slice(-1500))
}

/** RFC 2044 introduced the double licence, required of all later ones. */
function isLicensedRfc(path: string): boolean {
  return Number(/^text\/(\d+)-/u.exec(path)?.[1] ?? 0) > 2044
}

/** The pages are CC-BY-4.0, the scripts are not. */
function isPage(path: string): boolean {
  return /^pages(\.\w+)?\//u.test(path)
}

function isElectronDocument(path: string): boolean {
  return /^content\/[\w-]+\/docs\//u.test(path)
}

function split(url: string): { repository: string; path: string } {
  const colon = url.indexOf(':')
  return { repository: url.slice(0, colon), path: url.slice(colon + 1) }
}

/** Connected groups of two or more, from pairs; the others are single. */
function groupsOf(
  count: number,
  pairs: readonly { a: number; b: number }[],
): { groups: number[][]; alone: number[] } {
  const parent = Int32Array.from({ length: count }, (_, i) => i)
  const root = (i: number): number => {
    while (parent[i] !== i) i = parent[i]
    return i
  }
  for (const { a, b } of pairs) parent[root(a)] = root(b)
  const members = Map.groupBy(parent.keys(), root)
  const all = [...members.values()]
  return {
    groups: all.filter(group => group.length > 1),
    alone: all.filter(group => group.length === 1).flat(),
  }
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  const order = random.shuffle(Uint32Array.from(values, (_, i) => i))
  return Array.from(order, i => values[i])
}

/** Takes groups as long as they fit into the remaining bytes. */
function takeGroups(groups: readonly number[][], bytes: readonly number[], budget: number): number[] {
  const taken: number[] = []
  let left = budget
  for (const group of groups) {
    const size = group.reduce((sum, i) => sum + bytes[i], 0)
    if (size > left) continue
    left -= size
    taken.push(...group)
  }
  return taken
}

function choose(documents: readonly RealDocument[]): number[] {
  const numbers = new ShingleNumbers()
  const sets = documents.map(({ text }) => numbers.shinglesOf(text))
  const { groups, alone } = groupsOf(documents.length, joinSets(sets, numbers.count, 0.8))
  const bytes = documents.map(document => Buffer.byteLength(JSON.stringify(document)) + 1)
  const random = new Random(1)
  const of = (i: number): string => split(documents[i].url).repository
  return sources.flatMap(({ repository, ...budget }) => {
    const clusters = groups.filter(group => of(group[0]) === repository)
    const single = alone.filter(i => of(i) === repository).map(i => [i])
    return [
      ...takeGroups(shuffled(clusters, random), bytes, budget.clustered),
      ...takeGroups(shuffled(single, random), bytes, budget.alone),
    ]
  })
}

async function main(): Promise<void> {
  const target = new URL('../examples/sample/docs.jsonl', import.meta.url).pathname
  const { values } = parseArgs({
    options: { corpus: { type: 'string', default: corpusPath }, out: { type: 'string', default: target } },
  })
  skipWithoutCorpus(values.corpus)
  const documents: RealDocument[] = []
  for await (const document of realDocuments(values.corpus)) {
    const { repository, path } = split(document.url)
    const source = sources.find(candidate => candidate.repository === repository)
    if (source === undefined || Buffer.byteLength(document.text) > longestDocument) continue
    if (source.fits(path, document.text)) documents.push(document)
  }
  const chosen = choose(documents).sort((i, j) => i - j)
  const lines = chosen.map(i => `${JSON.stringify(documents[i])}\n`).join('')
  const bytes = Buffer.byteLength(lines)
  if (bytes > 2_000_000) throw new Error(`expected at most 2 MB, got ${bytes} bytes`)
  writeFileSync(values.out, lines)
  console.log(`${chosen.length} documents, ${bytes} bytes`)
}

if (import.meta.main) await main()
