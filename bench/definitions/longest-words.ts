/** Longest words: 70,000 classifieds, all pairs and checks of new ones, in memory and in each database. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atOnce } from '../../src/ground/breath/steps.ts'
import { type SharedWordPairs, sharedWordPairs } from '../../src/methods/longest-words/shared-words.ts'
import { openPostgresWordTables } from '../../src/online/word-tables/postgres-word-tables.ts'
import { openSqliteWordTables } from '../../src/online/word-tables/sqlite-word-tables.ts'
import type { WordTables } from '../../src/online/word-tables/word-tables.ts'
import { postgresSkip, startPostgres } from '../../test/databases/start-postgres.ts'
import { type Classified, makeClassifieds } from '../classifieds.ts'
import type { Context, Definition, Row } from '../definition.ts'

const documents = 70_000
const checks = 1000
const mostPairsMs = 30_000
const mostCheckMs = 5

async function timed<T>(work: () => T | Promise<T>): Promise<{ result: T; ms: number }> {
  const started = performance.now()
  const result = await work()
  return { result, ms: performance.now() - started }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** The quantile of the values at a share. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(share * (sorted.length - 1))]
}

/** The share of the planted copies found, by the number of words replaced. */
function recallNote(ads: readonly Classified[], { left, right }: SharedWordPairs): string {
  const found = new Set(Array.from(left, (row, i) => `${row} ${right[i]}`))
  const shares = [0, 1, 2, 3, 4].map(replaced => {
    const copies = ads.flatMap(({ copyOf }, row) =>
      copyOf !== undefined && !copyOf.isExact && copyOf.replaced === replaced
        ? [`${copyOf.index} ${row}`]
        : [],
    )
    const share = copies.filter(pair => found.has(pair)).length / Math.max(1, copies.length)
    return `${replaced}: ${(100 * share).toFixed(1)} %`
  })
  return `copies found by replaced words ${shares.join(', ')}`
}

function memoryRow(ads: readonly Classified[], pairs: SharedWordPairs, ms: number): Row {
  const { candidates, exactPairs } = pairs.notes
  return {
    name: 'memory',
    note:
      `all pairs ${seconds(ms)}: ${pairs.left.length} pairs, ${exactPairs} of them exact, ${candidates} candidates; ` +
      recallNote(ads, pairs),
    met: ms <= mostPairsMs,
  }
}

async function databaseRow(
  name: string,
  tables: WordTables,
  ads: readonly Classified[],
  expected: SharedWordPairs,
) {
  const texts = ads.slice(0, documents).map(({ text }, id) => ({ id, text }))
  const loading = await timed(() => tables.load(texts))
  const asked = ads.slice(documents).map(({ text }) => text)
  for (const text of asked.slice(0, 50)) await tables.check(text)
  const times: number[] = []
  let duplicates = 0
  for (const text of asked) {
    const { result, ms } = await timed(() => tables.check(text))
    times.push(ms)
    if (result.length > 0) duplicates++
  }
  const bySource: number[] = []
  for (const text of asked.slice(0, 200)) bySource.push((await timed(() => tables.intersections(text))).ms)
  const pairs = await timed(() => tables.findPairs())
  const isSame = ['left', 'right', 'similarity'].every(key => {
    const column = key as 'left' | 'right' | 'similarity'
    return pairs.result[column].every((value, i) => value === expected[column][i])
  })
  const median = quantile(times, 0.5)
  const row: Row = {
    name,
    note:
      `check median ${median.toFixed(2)} ms, 95 % below ${quantile(times, 0.95).toFixed(2)} ms ` +
      `(${duplicates} of ${times.length} are duplicates; the source's query ${quantile(bySource, 0.5).toFixed(2)} ms); ` +
      `all pairs ${seconds(pairs.ms)}${isSame ? '' : ', NOT those of memory'}; loading ${seconds(loading.ms)}`,
    met:
      median < mostCheckMs &&
      pairs.ms <= mostPairsMs &&
      isSame &&
      pairs.result.left.length === expected.left.length,
  }
  return row
}

async function sqliteRow(ads: readonly Classified[], expected: SharedWordPairs): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'nearsame-bench-'))
  const tables = await openSqliteWordTables({ path: join(folder, 'words.db') })
  try {
    return await databaseRow('SQLite', tables, ads, expected)
  } finally {
    await tables.close()
    rmSync(folder, { recursive: true })
  }
}

const servers = [
  { name: 'PostgreSQL', skip: postgresSkip, start: startPostgres, open: openPostgresWordTables },
]

async function serverRows(
  context: Context,
  ads: readonly Classified[],
  expected: SharedWordPairs,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const { name, skip, start, open } of servers) {
    const reason = skip()
    if (reason !== false) {
      context.say(`${name} is skipped: ${reason}`)
      continue
    }
    const server = await start()
    try {
      const tables = await open({ url: server.url })
      try {
        rows.push(await databaseRow(name, tables, ads, expected))
      } finally {
        await tables.close()
      }
    } finally {
      await server.stop()
    }
  }
  return rows
}

export const longestWords: Definition = {
  name: 'longest-words',
  isGenerated: true,
  about: `${documents} classifieds: all pairs in seconds, checks below ${mostCheckMs} ms (median) in each database`,
  async run(context) {
    const ads = makeClassifieds(documents + checks, context.seed)
    const texts = ads.slice(0, documents).map(({ text }) => text)
    const { result, ms } = await timed(() => atOnce(sharedWordPairs(texts)))
    return [
      memoryRow(ads.slice(0, documents), result, ms),
      await sqliteRow(ads, result),
      ...(await serverRows(context, ads, result)),
    ]
  },
}

// Needs no corpus, so it also runs alone: node bench/definitions/longest-words.ts
if (import.meta.main) {
  const context = { say: console.log, seed: 1 } as unknown as Context
  for (const { name, note, met } of await longestWords.run(context))
    console.log(`${met ? 'met   ' : 'MISSED'} ${name}: ${note}`)
}
