/** Made-up texts as JSON lines, for benchmarks. */
import { closeSync, existsSync, openSync, writeSync } from 'node:fs'
import type { Random } from './random.ts'

const bytesAtOnce = 2 ** 20

/** Words of a header, and of a text itself: at a Jaccard of 0.70, two texts have too many of their own to match. */
export const [headerWords, ownWords] = [84, 20]
/** Of this many texts, one is nearly the same as the one before it. */
export const copyEach = 40

export function wordsOf(random: Random, count: number): string[] {
  return Array.from({ length: count }, () => `w${random.below(1e6).toString(36)}`)
}

/** Texts with one header. */
export function* crowdTexts(count: number, random: Random): Generator<string> {
  const header = wordsOf(random, headerWords)
  let words = header
  for (let i = 0; i < count; i++) {
    const isCopy = i % copyEach === copyEach - 1
    words = isCopy ? [...words.slice(0, -1), `own${i}`] : [...header, ...wordsOf(random, ownWords)]
    yield words.join(' ')
  }
}

/** Writes texts as records of their number and text, unless the file is there. @returns the path */
export function linesFile(path: string, texts: Iterable<string>): string {
  if (existsSync(path)) return path
  const file = openSync(path, 'w')
  let lines = ''
  const write = () => {
    const bytes = Buffer.from(lines)
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
    lines = ''
  }
  let id = 0
  for (const text of texts) {
    lines += `${JSON.stringify({ id: id++, text })}\n`
    if (lines.length >= bytesAtOnce) write()
  }
  write()
  closeSync(file)
  return path
}
