/**
 * Text profiles: signatures of all documents of the real corpus against Solr's own classes on a warm JVM, and
 * `lucene-min-hash` against Lucene's filters.
 *
 * One thread each, CPU seconds of that thread, from decoded texts in memory: strings there, UTF-8 here. All signatures
 * must be equal before timing; then the two take turns, pass by pass. Java's garbage collector and compiler run in
 * threads of their own and are not counted.
 */
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Kernels } from '../../src/texts/kernels/layout/kernels.ts'
import { align64 } from '../../src/texts/kernels/layout/memory-layout.ts'
import {
  luceneScratchBytes,
  profilePlanBytes,
  profileScratchBytes,
  profileUnitsBytes,
  signatureBytes,
  signatureEncodings,
  writeProfilePlan,
  writeProfileUnits,
} from '../../src/texts/kernels/layout/signature-layout.ts'
import { kernelsNamed } from '../../src/texts/kernels/select.ts'
import type { Context, Definition, Row } from '../definition.ts'
import { medianOf } from '../median.ts'
import { type SolrClass, SolrPeer } from '../peers/solr-signature.ts'
import { realDocuments } from '../real-text.ts'

/** Texts per kernel call, as in a scan. */
const batchTexts = 4096
const minTokenLen = 2
/** The defaults of Lucene's MinHash. */
const buckets = { hashCount: 1, bucketCount: 512 }
const shingleSize = 5

/** Required speed as a multiple of Solr's class. */
const targets: Readonly<Record<SolrClass, number | undefined>> = {
  profile: 5,
  md5: undefined,
  lookup3: undefined,
  lucene: undefined,
}

/** The project of each class. */
const makers: Readonly<Record<SolrClass, string>> = {
  profile: 'Solr',
  md5: 'Solr',
  lookup3: 'Solr',
  lucene: 'Lucene',
}

async function realTexts(path: string): Promise<Buffer[]> {
  const texts: Buffer[] = []
  for await (const { text } of realDocuments(path)) texts.push(Buffer.from(text))
  return texts
}

/** Writes the texts in the format that the Java program reads. */
function writeTexts(texts: readonly Buffer[], path: string): void {
  const file = openSync(path, 'w')
  const batch = 1000
  for (let first = 0; first < texts.length; first += batch) {
    const parts = texts.slice(first, first + batch).flatMap(text => {
      const length = Buffer.alloc(4)
      length.writeInt32BE(text.length)
      return [length, text]
    })
    writeSync(file, Buffer.concat(parts))
  }
  closeSync(file)
}

/** Timed passes on the texts, which are in kernel memory. */
class Passes {
  readonly #kernels: Kernels
  readonly #count: number
  readonly #plan: number
  readonly #table: number
  readonly #out: number
  readonly #scratch: number

  constructor(kernels: Kernels, texts: readonly Buffer[]) {
    const bytes = texts.reduce((sum, text) => sum + text.length, 0)
    const longest = texts.reduce((most, text) => Math.max(most, text.length), 0)
    const units = align64(kernels.base)
    this.#kernels = kernels
    this.#count = texts.length
    this.#plan = units + profileUnitsBytes
    this.#table = this.#plan + align64(profilePlanBytes)
    this.#out = align64(this.#table + 8 * texts.length + 64)
    let at = align64(this.#out + signatureBytes * texts.length + 64)
    this.#scratch = align64(at + bytes + 64)
    const scratchBytes = Math.max(
      profileScratchBytes(longest, minTokenLen),
      luceneScratchBytes(longest, buckets),
    )
    if (!kernels.reserve(this.#scratch + scratchBytes + 64))
      throw new Error(`expected memory for ${bytes} bytes of texts`)
    const { buffer } = kernels.memory
    const memory = new Uint8Array(buffer)
    const table = new Uint32Array(buffer, this.#table, 2 * texts.length)
    texts.forEach((text, i) => {
      memory.set(text, at)
      table.set([at, at + text.length], 2 * i)
      at += text.length
    })
    writeProfileUnits(buffer, units)
    writeProfilePlan(buffer, this.#plan, { units, minTokenLen, quantRate: 0.01, order: 'java' })
  }

  run(name: SolrClass): void {
    const kernels = this.#kernels
    for (let first = 0; first < this.#count; first += batchTexts) {
      const count = Math.min(batchTexts, this.#count - first)
      const table = this.#table + 8 * first
      const out = this.#out + signatureBytes * first
      if (name === 'profile') kernels.profileSignatures(table, count, this.#plan, this.#scratch, out)
      else if (name === 'lookup3') kernels.lookup3Signatures(table, count, out)
      else if (name === 'lucene') {
        const { hashCount, bucketCount } = buckets
        kernels.luceneSignatures(table, count, shingleSize, hashCount, bucketCount, this.#scratch, out)
      } else kernels.md5Signatures(table, count, signatureEncodings.utf8, this.#scratch, out)
    }
  }

  /** CPU seconds of this thread. */
  seconds(name: SolrClass): number {
    const started = process.threadCpuUsage()
    this.run(name)
    const { user, system } = process.threadCpuUsage(started)
    return (user + system) / 1e6
  }

  /** The first text whose signature differs from Solr's, or undefined. */
  differing(solr: Buffer): number | undefined {
    const size = solr.length / this.#count
    const ours = Buffer.from(this.#kernels.memory.buffer, this.#out, signatureBytes * this.#count)
    for (let i = 0; i < this.#count; i++) {
      const at = i * signatureBytes
      if (ours.compare(solr, i * size, (i + 1) * size, at, at + size) !== 0) return i
    }
    return undefined
  }
}

async function checkEqual(
  context: Context,
  name: SolrClass,
  passes: Passes,
  solr: SolrPeer,
): Promise<void> {
  const theirs = await solr.signatures(name, join(context.out, `solr-${name}.bin`))
  passes.run(name)
  const text = passes.differing(theirs)
  if (text !== undefined)
    throw new Error(`${name}: the signature of text ${text} differs from that of ${makers[name]}`)
}

async function rowsOf(
  context: Context,
  name: SolrClass,
  texts: readonly Buffer[],
  passes: Passes,
  solr?: SolrPeer,
) {
  if (solr !== undefined) {
    await checkEqual(context, name, passes, solr)
    await solr.pass(name)
  }
  passes.run(name)
  const ours: number[] = []
  const theirs: number[] = []
  for (let run = 0; run < 2 * context.runs + 1; run++) {
    if (solr !== undefined) theirs.push(await solr.pass(name))
    ours.push(passes.seconds(name))
  }
  const megabytes = texts.reduce((sum, text) => sum + text.length, 0) / 1e6
  const row = (who: string, seconds: readonly number[]): Row => {
    const rate = (texts.length / medianOf(seconds)).toFixed(0)
    const best = (megabytes / Math.min(...seconds)).toFixed(0)
    const note = `${rate} documents/s; best pass ${best} MB/s`
    return { name: `${who}: ${name}`, megabytesPerSecond: megabytes / medianOf(seconds), note }
  }
  const rows = [row('wasm-simd', ours)]
  if (solr === undefined) return rows
  const ratio = medianOf(theirs.map((seconds, i) => seconds / ours[i]))
  const best = Math.min(...theirs) / Math.min(...ours)
  const target = targets[name]
  const wanted = target === undefined ? '' : `; at least ${target} wanted`
  const maker = makers[name]
  const note = `${ratio.toFixed(2)} times ${maker}'s (median of pairs), ${best.toFixed(2)} best to best${wanted}`
  rows.push(row(`${maker} on a warm JVM`, theirs))
  rows.push({
    name: `${name}: speed against ${maker}`,
    note: `${note}; ${texts.length} signatures equal`,
    ...(target !== undefined && { met: ratio >= target }),
  })
  return rows
}

export const textProfile: Definition = {
  name: 'text-profile',
  about:
    'one core: signatures of the real corpus equal to those of Solr 9 and Lucene on a warm JVM, profiles 5 times as fast',
  async run(context) {
    const texts = await realTexts(context.corpus)
    const file = join(context.out, 'texts.bin')
    writeTexts(texts, file)
    const solr = await SolrPeer.start(context, file)
    const passes = new Passes(await kernelsNamed('wasm-simd'), texts)
    const rows: Row[] = []
    try {
      for (const name of ['profile', 'md5', 'lookup3', 'lucene'] as const) {
        rows.push(...(await rowsOf(context, name, texts, passes, solr)))
      }
    } finally {
      solr?.end()
    }
    return rows
  },
}
