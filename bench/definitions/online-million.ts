/**
 * Online, a million documents in a data directory: time to open it, checks, bytes on disk and in memory.
 *
 * Texts are short, because only their postings matter here, and long texts have just as many. NEARSAME_BENCH_DOCUMENTS
 * sets another number of documents.
 */
import { spawnSync } from 'node:child_process'
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Context, Definition, Row } from '../definition.ts'
import { medianOf } from '../median.ts'
import { against, type Delays } from '../online/figures.ts'
import { dataFolder, removeFolder } from '../online/prepared.ts'

const wanted = { openMs: 2_000, p99: 5, diskBytes: 600, memoryBytes: 250 }
const entry = new URL('../online/million-process.ts', import.meta.url).pathname

interface Opened extends Delays {
  readonly openMs: number
  readonly residentBytes: number
  readonly found: number
  readonly copies: number
}

function step<T>(name: string, data: string, count: number, seed: number): T {
  const command = [entry, name, data, String(count), String(seed)]
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { maxBuffer: 1 << 28 })
  if (status !== 0) throw new Error(`${name} ended with status ${status}: ${`${stderr}`.slice(-2000)}`)
  return JSON.parse(`${stdout}`)
}

function bytesBelow(folder: string): number {
  let bytes = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    bytes += entry.isDirectory() ? bytesBelow(path) : lstatSync(path).size
  }
  return bytes
}

/** Bytes of the documents themselves, compressed. */
function bodyBytes(data: string): number {
  const database = new DatabaseSync(join(data, 'c-million/store.sqlite'), { readOnly: true })
  try {
    return Number(database.prepare('SELECT SUM(LENGTH(bytes)) AS bytes FROM bodies').get()?.bytes)
  } finally {
    database.close()
  }
}

function rows({ seed, runs }: Context, folder: string, count: number): Row[] {
  const data = join(folder, 'data')
  const { seconds, cpuSeconds } = step<{ seconds: number; cpuSeconds: number }>('fill', data, count, seed)
  const empty: Opened[] = []
  const full: Opened[] = []
  for (let run = 0; run < runs; run++) {
    empty.push(step('open', join(folder, `empty-${run}`), 0, seed))
    full.push(step('open', data, count, seed))
  }
  const of = (figure: 'openMs' | 'p50' | 'p99' | 'residentBytes'): number =>
    medianOf(full.map(each => each[figure]))
  const best = (figure: 'openMs' | 'p99'): number => Math.min(...full.map(each => each[figure]))
  const [{ found, copies }] = full
  const disk = (bytesBelow(data) - bodyBytes(data)) / count
  const memory = (of('residentBytes') - medianOf(empty.map(each => each.residentBytes))) / count
  const body = `${(bodyBytes(data) / count).toFixed(0)} bytes of text and fields per document in addition`
  const row = (name: string, have: number, most: number, unit: string, more: string): Row => ({
    name,
    note: `${against(have, most, unit, false)}; ${more}`,
    met: have <= most,
  })
  const rate = `${(count / seconds).toFixed(0)} per second, ${((1e6 * cpuSeconds) / count).toFixed(0)} CPU microseconds each`
  return [
    { name: `${count} documents added through the library`, note: rate },
    row('open', best('openMs'), wanted.openMs, 'ms', `median ${of('openMs').toFixed(0)} ms`),
    row(
      'checks, p99',
      best('p99'),
      wanted.p99,
      'ms',
      `median p99 ${of('p99').toFixed(2)} ms, p50 ${of('p50').toFixed(3)} ms`,
    ),
    { name: 'matches found', note: `${found} of ${copies} planted`, met: found >= 0.99 * copies },
    row('disk', disk, wanted.diskBytes, 'bytes per document beyond its text', body),
    row(
      'memory',
      memory,
      wanted.memoryBytes,
      'bytes per document',
      `${(of('residentBytes') / 1e6).toFixed(0)} MB in all`,
    ),
  ]
}

export const onlineMillion: Definition = {
  name: 'online-million',
  isGenerated: true,
  about:
    '1,000,000 documents: open < 2 s, check p99 < 5 ms, disk <= 600 bytes and memory <= 250 bytes per document',
  async run(context) {
    const folder = dataFolder(context.out)
    try {
      return rows(context, folder, Number(process.env.NEARSAME_BENCH_DOCUMENTS ?? 1_000_000))
    } finally {
      removeFolder(folder)
    }
  },
}
