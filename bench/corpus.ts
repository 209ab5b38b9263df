/**
 * Planted corpora: real text with near duplicates of known origin, for recall, speed and memory.
 *
 *     node bench/corpus.ts small|mid|big ... [--corpus FILE] [--out DIR] [--seed N]
 *
 * Writes SIZE.jsonl, lines {"id","text"}, and SIZE.planted.csv, the planted pairs. Documents are drawn one
 * after another; each is, with probability 0.3, an edited copy of an earlier one (which may be a copy itself),
 * else an unused cut of real text. Then their order is shuffled and ids are assigned by position.
 * When real text runs out (only in `big`), further originals are cut across the borders of the first cuts and
 * have 40 % of their words replaced: too much for a near duplicate (0.6^5 = 8 % of the 5-grams remain).
 */
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { copyOf, type Plan, planCopy } from './edits.ts'
import { Random } from './random.ts'
import { corpusPath, cutCorpus, cutEnd, cutLength, skipWithoutCorpus, type TextBlock } from './real-text.ts'

export const sizes = { small: 10_000, mid: 100_000, big: 340_000 } as const
export type SizeName = keyof typeof sizes
export const outPath = new URL('out/', import.meta.url).pathname

/** A document: a cut of real text, or a copy of document `of`. */
type Drawn = { readonly cut: number } | { readonly of: number; readonly plan: Plan }

/** The plan of each document, which is small because texts come later. */
function draw(count: number, cuts: number, seed: number): Drawn[] {
  const random = new Random(seed, 1)
  // `big` reads the real text less than twice; the second time, each cut is shifted and edited.
  const order = random.shuffle(Uint32Array.from({ length: cuts }, (_, i) => i))
  const drawn: Drawn[] = []
  let originals = 0
  for (let i = 0; i < count; i++) {
    if (i > 0 && random.unit() < 0.3) {
      drawn.push({ of: random.below(i), plan: planCopy(random) })
    } else {
      const round = Math.floor(originals / cuts)
      drawn.push({ cut: round * cuts + (order[originals % cuts] as number) })
      originals++
    }
  }
  return drawn
}

/** Turns drawn documents into text, in any order, always with the same result. */
class Texts {
  readonly #cuts: TextBlock
  readonly #drawn: readonly Drawn[]
  readonly #seed: number
  readonly #vocabulary: string[] = []

  constructor(cuts: TextBlock, drawn: readonly Drawn[], seed: number) {
    this.#cuts = cuts
    this.#drawn = drawn
    this.#seed = seed
    const random = new Random(seed, 2)
    for (let i = 0; i < 3000; i++) {
      const words = cuts.text(random.below(cuts.count)).split(/\s+/u)
      for (let j = 0; j < 20; j++) {
        const word = random.of(words)
        // Longer ones are mostly markup without white space.
        if (word.length > 0 && word.length <= 24) this.#vocabulary.push(word)
      }
    }
  }

  text(i: number): string {
    const document = this.#drawn[i] as Drawn
    const random = new Random(this.#seed, 0x10000 + i)
    if ('of' in document) return copyOf(this.text(document.of), document.plan, random, this.#vocabulary)
    if (document.cut < this.#cuts.count) return this.#cuts.text(document.cut)
    return this.#shifted(document.cut % this.#cuts.count, random)
  }

  /** A cut that starts inside cut i and runs into the next, with 40 % of its words replaced. */
  #shifted(i: number, random: Random): string {
    const all = this.#cuts.from(i)
    const start = cutEnd(all, 300 + random.below(1500))
    const rest = all.subarray(start, start + 5200)
    const words = rest.toString('utf8', 0, cutEnd(rest, cutLength(random))).split(/(\s+)/u)
    for (let w = 0; w < words.length; w += 2) {
      if (random.unit() < 0.4) words[w] = random.of(this.#vocabulary)
    }
    return words.join('')
  }
}

/** Collects text and writes it in large pieces. */
class Writer {
  readonly #file: number
  #waiting: string[] = []
  #length = 0
  bytes = 0

  constructor(path: string) {
    this.#file = openSync(path, 'w')
  }

  write(line: string): void {
    this.#waiting.push(line)
    this.#length += line.length
    if (this.#length > 4 << 20) this.#flush()
  }

  close(): void {
    this.#flush()
    closeSync(this.#file)
  }

  #flush(): void {
    const piece = Buffer.from(this.#waiting.join(''))
    for (let from = 0; from < piece.length; ) from += writeSync(this.#file, piece, from)
    this.bytes += piece.length
    this.#waiting = []
    this.#length = 0
  }
}

/** Writes one corpus. @returns bytes of JSONL. */
export function writeCorpus(name: SizeName, cuts: TextBlock, directory: string, seed: number): number {
  const count = sizes[name]
  const drawn = draw(count, cuts.count, seed)
  const texts = new Texts(cuts, drawn, seed)
  const order = new Random(seed, 3).shuffle(Uint32Array.from({ length: count }, (_, i) => i))
  const position = new Uint32Array(count)
  const out = new Writer(join(directory, `${name}.jsonl`))
  for (let at = 0; at < count; at++) {
    const i = order[at] as number
    position[i] = at
    out.write(`${JSON.stringify({ id: `d${at}`, text: texts.text(i) })}\n`)
  }
  out.close()
  const pairs = new Writer(join(directory, `${name}.planted.csv`))
  pairs.write('id1,id2,kind,rate\n')
  drawn.forEach((document, i) => {
    if (!('of' in document)) return
    const { kind, rate } = document.plan
    pairs.write(`d${position[document.of]},d${position[i]},${kind},${rate.toFixed(4)}\n`)
  })
  pairs.close()
  return out.bytes
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      corpus: { type: 'string', default: corpusPath },
      out: { type: 'string', default: outPath },
      seed: { type: 'string', default: '1' },
    },
  })
  const names = positionals.length > 0 ? positionals : ['small', 'mid']
  const wrong = names.find(name => !(name in sizes))
  if (wrong !== undefined) throw new Error(`expected small, mid or big, got ${wrong}`)
  skipWithoutCorpus(values.corpus)
  mkdirSync(values.out, { recursive: true })
  const started = performance.now()
  const seed = Number(values.seed)
  const cuts = await cutCorpus(values.corpus, seed)
  for (const name of names as SizeName[]) {
    const bytes = writeCorpus(name, cuts, values.out, seed)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(
      `${name}: ${sizes[name]} documents, ${(bytes / 1e6).toFixed(1)} MB, ${seconds} s since the start`,
    )
  }
}

if (import.meta.main) await main()
