/**
 * A corpus for jobs on shards: exact copies, copies of other case and punctuation, near copies, chains of small changes
 * (with copies of links), empty texts, and texts that share a long footer and little else; or a crowd: texts of a footer,
 * of several sizes, some of which have near copies.
 */
import { jsonLines } from '../cli/json-lines.ts'

/** What the texts of both corpora are made with. */
function textMaker(seed: number) {
  const random = numbers(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const words = (count: number) => Array.from({ length: count }, () => `w${below(50_000)}`)
  const changed = (text: readonly string[], count: number) => {
    const copy = [...text]
    for (let i = 0; i < count; i++) copy[below(copy.length)] = `x${below(1_000_000)}`
    return copy
  }
  return { random, below, words, changed }
}

/** A crowd in two files: a footer of 100 words, before it 30 to 60 others; a fifth of the texts have near copies. */
export function crowdCorpus({ seed, texts }: { readonly seed: number; readonly texts: number }): string[] {
  const { random, below, words, changed } = textMaker(seed)
  const footer = words(100)
  const documents: string[] = []
  for (let i = 0; i < texts; i++) {
    let text = [...words(30 + below(30)), ...footer]
    documents.push(text.join(' '))
    if (random() < 0.05) documents.push(text.join(' '))
    for (let copy = below(10) - 7; copy > 0; copy--) {
      text = changed(text, 1 + below(3))
      documents.splice(below(documents.length + 1), 0, text.join(' '))
    }
  }
  const half = Math.ceil(documents.length / 2)
  return [documents.slice(0, half), documents.slice(half)].map((some, file) =>
    jsonLines(...some.map((text, i) => ({ id: file * half + i, text }))),
  )
}

interface CorpusShape {
  readonly seed: number
  /** Texts that the others are made from. */
  readonly texts: number
  /** Texts with the footer. */
  readonly unlike: number
  readonly files: number
}

/** The content of each file: JSON lines. */
export function shardCorpus({ seed, texts, unlike, files }: CorpusShape): string[] {
  const { random, below, words, changed } = textMaker(seed)
  const documents: string[] = []
  for (let i = 0; i < texts; i++) {
    const text = words(60 + below(100))
    documents.push(text.join(' '))
    if (random() < 0.2) documents.push(text.join(' '))
    if (random() < 0.2) documents.push(text.join(', ').toUpperCase())
    for (let copy = 0; copy < 3; copy++)
      if (random() < 0.3) documents.push(changed(text, 1 + below(3)).join(' '))
    if (random() < 0.05) for (const link of chain(text, changed)) documents.push(...link)
    if (random() < 0.05) documents.push(random() < 0.5 ? '' : ' ... ')
  }
  const footer = words(300)
  for (let i = 0; i < unlike; i++) documents.push([...words(110), ...footer].join(' '))
  for (let i = documents.length - 1; i > 0; i--) {
    const other = below(i + 1)
    ;[documents[i], documents[other]] = [documents[other], documents[i]]
  }
  const perFile = Math.ceil(documents.length / files)
  return Array.from({ length: files }, (_, file) => {
    const own = documents.slice(file * perFile, (file + 1) * perFile)
    return jsonLines(...own.map((text, i) => ({ id: file * perFile + i, text })))
  })
}

/** Twelve steps of one change each, every third of them twice. */
function chain(
  text: readonly string[],
  changed: (text: readonly string[], count: number) => string[],
): string[][] {
  const links: string[][] = []
  let link = [...text]
  for (let step = 0; step < 12; step++) {
    link = changed(link, 1)
    links.push(new Array(step % 3 === 0 ? 2 : 1).fill(link.join(' ')))
  }
  return links
}

/** Uniform numbers in [0, 1) by a linear congruential generator. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
