/**
 * Real text: cuts of 2 to 5 KB from the documents of the real corpus, in one block of memory.
 *
 * Each document is cut from start to end, without overlap, at white space if there is any (in scripts without
 * spaces, between characters). A rest under 2 KB is not used, and neither are documents shorter than that.
 */
import { createReadStream, existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { createZstdDecompress } from 'node:zlib'
import { Random } from './random.ts'

export const corpusPath = new URL('../../shared/data/corpus/docs.jsonl.zst', import.meta.url).pathname

/** One document of the corpus as stored. */
export interface RealDocument {
  readonly id: number | string
  readonly url: string
  readonly text: string
}

/** Every document of a `.jsonl` or `.jsonl.zst` file. */
export async function* realDocuments(path: string): AsyncGenerator<RealDocument> {
  const file = createReadStream(path, { highWaterMark: 1 << 20 })
  const bytes = path.endsWith('.zst') ? file.pipe(createZstdDecompress({ chunkSize: 1 << 20 })) : file
  for await (const line of createInterface({ input: bytes, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line !== '') yield JSON.parse(line) as RealDocument
  }
}

/** Without the corpus on this machine, prints a message and ends the process with status 0. */
export function skipWithoutCorpus(path: string): void {
  if (existsSync(path)) return
  console.log(`skipped: the real corpus is not here (${path}); give its path with --corpus FILE`)
  process.exit(0)
}

/** Texts side by side: text i is bytes [starts[i], starts[i + 1]), UTF-8. */
export class TextBlock {
  #bytes = Buffer.allocUnsafe(64 << 20)
  #end = 0
  readonly #starts: number[] = [0]

  get count(): number {
    return this.#starts.length - 1
  }

  add(bytes: Uint8Array): void {
    if (this.#end + bytes.length > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(this.#bytes.length * 2)
      this.#bytes.copy(grown, 0, 0, this.#end)
      this.#bytes = grown
    }
    this.#bytes.set(bytes, this.#end)
    this.#end += bytes.length
    this.#starts.push(this.#end)
  }

  text(i: number): string {
    return this.#bytes.toString('utf8', this.#starts[i] as number, this.#starts[i + 1] as number)
  }

  /** The bytes from the start of text i to the end of the block: for a cut that spans texts. */
  from(i: number): Buffer {
    return this.#bytes.subarray(this.#starts[i] as number, this.#end)
  }
}

const shortest = 2000
const longest = 5000

/** Length of a cut: skewed towards short ones, so that 100,000 documents make about 296 MB of JSONL. */
export function cutLength(random: Random): number {
  return shortest + Math.floor((longest - shortest) * random.unit() ** 2.08)
}

/** The end of a cut near `wanted`: at white space, else between two characters. */
export function cutEnd(bytes: Uint8Array, wanted: number): number {
  if (wanted >= bytes.length) return bytes.length
  for (let i = wanted; i > wanted - 100 && i > 0; i--) {
    if ((bytes[i] as number) <= 0x20) return i
  }
  let end = wanted
  while (end > 0 && ((bytes[end] as number) & 0xc0) === 0x80) end--
  return end
}

/** Cuts of all documents of the corpus, in its order; the same for the same seed. */
export async function cutCorpus(path: string, seed: number): Promise<TextBlock> {
  const random = new Random(seed, 0x637574)
  const cuts = new TextBlock()
  for await (const { text } of realDocuments(path)) {
    if (text.length * 3 < shortest) continue
    const bytes = Buffer.from(text)
    for (let from = 0; bytes.length - from >= shortest; ) {
      const rest = bytes.subarray(from)
      const end = cutEnd(rest, cutLength(random))
      cuts.add(rest.subarray(0, end))
      from += end
    }
  }
  return cuts
}
