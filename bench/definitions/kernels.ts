/**
 * Kernels: one core (CPU time of one thread), real texts of 2 to 5 KB, including the copy into the kernels' memory.
 *
 * ASCII texts: copy, tokenHashes, wordShingles (5), signature (128); mixed texts canonicalise first. Before timing, the
 * named kernels must give the same numbers as `reference` for a part of the texts.
 */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { KernelName, Kernels } from '../../src/texts/kernels/layout/kernels.ts'
import { canonicalRoom } from '../../src/texts/kernels/layout/memory-layout.ts'
import { kernelsNamed } from '../../src/texts/kernels/select.ts'
import type { Context, Definition, Row } from '../definition.ts'
import { passSeconds } from '../measure.ts'

const shingleSize = 5
const signatureLength = 128
const seed = 1

interface Texts {
  readonly ascii: readonly Uint8Array[]
  /** At least one byte in ten is not ASCII. */
  readonly mixed: readonly Uint8Array[]
}

async function realTexts(path: string, most: number): Promise<Texts> {
  const ascii: Uint8Array[] = []
  const mixed: Uint8Array[] = []
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const bytes = Buffer.from((JSON.parse(line) as { text: string }).text)
    const high = bytes.reduce((count, byte) => count + (byte >> 7), 0)
    if (high === 0 && ascii.length < most) ascii.push(bytes)
    if (high * 10 > bytes.length && mixed.length < most) mixed.push(bytes)
    if (ascii.length === most && mixed.length === most) break
  }
  return { ascii, mixed }
}

type Stage = 'shingles' | 'signature'

/** One pass of a batch: copies every text in and runs the stages on it, one text after another. */
class Pass {
  readonly #kernels: Kernels
  readonly #batch: readonly Uint8Array[]
  readonly #bytes: Uint8Array
  readonly #canonical: number
  readonly #tokens: number
  readonly #shingles: number
  readonly #signature: number

  constructor(kernels: Kernels, batch: readonly Uint8Array[]) {
    const longest = Math.max(...batch.map(text => text.length))
    const room = (bytes: number): number => (bytes + 191) & ~63
    this.#kernels = kernels
    this.#batch = batch
    this.#canonical = kernels.base + room(longest)
    this.#tokens = this.#canonical + room(canonicalRoom(longest))
    this.#shingles = this.#tokens + room(16 * longest)
    this.#signature = this.#shingles + room(16 * longest)
    if (!kernels.reserve(this.#signature + room(4 * signatureLength)))
      throw new Error('expected memory for a text')
    this.#bytes = new Uint8Array(kernels.memory.buffer)
  }

  /** @returns the last text's first shingle hash and signature value, so that no work can be optimised away */
  run(stage: Stage, canonicalise: boolean): string {
    const kernels = this.#kernels
    const { base } = kernels
    for (const text of this.#batch) {
      this.#bytes.set(text, base)
      let from = base
      let to = base + text.length
      if (canonicalise) {
        from = this.#canonical
        to = kernels.canonicalise(base, to, from, 0)
      }
      const tokens = kernels.tokenHashes(from, to, this.#tokens, 0)
      const shingles = kernels.wordShingles(this.#tokens, tokens, shingleSize, this.#shingles)
      if (stage === 'signature' && shingles > 0) {
        kernels.signature(this.#shingles, shingles, signatureLength, seed, this.#signature)
      }
    }
    const first = new BigUint64Array(kernels.memory.buffer, this.#shingles, 1)[0]
    const values = new Uint32Array(kernels.memory.buffer, this.#signature, signatureLength)
    return `${first},${stage === 'signature' ? values.join() : ''}`
  }
}

interface Case {
  readonly name: string
  readonly texts: keyof Texts
  readonly stage: Stage
  readonly target: number
}

const cases: readonly Case[] = [
  { name: 'ASCII to shingle hashes', texts: 'ascii', stage: 'shingles', target: 700 },
  { name: 'ASCII to signature', texts: 'ascii', stage: 'signature', target: 400 },
  { name: 'mixed scripts to signature', texts: 'mixed', stage: 'signature', target: 150 },
]

function checkAnswers(name: string, subject: Kernels, reference: Kernels, texts: Texts): void {
  for (const { texts: kind, stage } of cases) {
    for (const text of texts[kind].slice(0, 200)) {
      const got = new Pass(subject, [text]).run(stage, kind === 'mixed')
      const expected = new Pass(reference, [text]).run(stage, kind === 'mixed')
      if (got !== expected)
        throw new Error(`${name} and reference differ on a text of ${text.length} bytes (${stage})`)
    }
  }
}

async function rowsOf(context: Context, name: KernelName, texts: Texts): Promise<Row[]> {
  const subject = await kernelsNamed(name)
  checkAnswers(name, subject, await kernelsNamed('reference'), texts)
  return cases.map(({ name: what, texts: kind, stage, target }) => {
    const batch = name === 'reference' ? texts[kind].slice(0, 200) : texts[kind]
    const pass = new Pass(subject, batch)
    // The CPU clock ticks every few milliseconds, so a timed pass repeats the batch often enough.
    const rounds = name === 'reference' ? 1 : 20
    const timed = () => {
      let last = ''
      for (let round = 0; round < rounds; round++) last = pass.run(stage, kind === 'mixed')
      return last
    }
    const seconds = passSeconds(timed, 3 * context.runs)
    const megabytes = (rounds * batch.reduce((sum, text) => sum + text.length, 0)) / 1e6
    const megabytesPerSecond = megabytes / seconds.median
    const best = `best pass ${(megabytes / seconds.best).toFixed(0)}`
    const row = { name: `${name}: ${what}`, megabytesPerSecond, note: best }
    if (name !== 'wasm-simd') return row
    return { ...row, note: `${best}; at least ${target} wanted`, met: megabytesPerSecond >= target }
  })
}

export const kernels: Definition = {
  name: 'kernels',
  about:
    'one core: shingle hashes >= 700 MB/s and signatures >= 400 MB/s of ASCII, mixed scripts >= 150 MB/s',
  async run(context) {
    const texts = await realTexts(await context.corpusOf('mid'), 4000)
    const names: readonly KernelName[] = ['wasm-simd', 'wasm', 'reference']
    const rows: Row[] = []
    for (const name of names) rows.push(...(await rowsOf(context, name, texts)))
    return rows
  },
}
