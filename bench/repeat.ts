/**
 * Larger corpora from a planted one: the corpus again and again, each time with the letters of its texts shifted.
 *
 *     node bench/repeat.ts CORPUS.jsonl TIMES [FROM] > LARGER.jsonl
 *
 * A shifted text (`abc` becomes `bcd`) shares next to nothing with the texts that it stands among, but has the length,
 * the near duplicates and the repeated words of its original. Ids get the number of the round in front. Rounds are
 * FROM (0) to FROM + TIMES, at most 26. Lines are those of `bench/corpus.ts`: `{"id":…,"text":…}` without blanks.
 */
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const letters = 26
const small = 97
const [backslash, unicode, newline] = [0x5c, 0x75, 0x0a]
const idStart = Buffer.from('{"id":"')
const textStart = Buffer.from('"text":"')

/** Shifts the small ASCII letters of JSON string bytes `by` places in place; escapes stay. */
function shift(bytes: Uint8Array, by: number): void {
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte === backslash) at += bytes[at + 1] === unicode ? 5 : 1
    else if (byte >= small && byte < small + letters) bytes[at] = small + ((byte - small + by) % letters)
  }
}

/** Whole lines of the file, a few megabytes at a time. */
async function* lines(path: string): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 22 })) {
    const bytes = Buffer.concat([rest, chunk as Buffer])
    const end = bytes.lastIndexOf(newline) + 1
    yield bytes.subarray(0, end)
    rest = bytes.subarray(end)
  }
}

async function* larger(path: string, from: number, to: number): AsyncGenerator<Buffer> {
  for (let round = from; round < to; round++) {
    for await (const block of lines(path)) {
      const parts: Buffer[] = []
      for (let at = 0; at < block.length; ) {
        const end = block.indexOf(newline, at) + 1
        const id = at + idStart.length
        const text = block.indexOf(textStart, id) + textStart.length
        shift(block.subarray(text, end - 3), round)
        parts.push(idStart, Buffer.from(`${round}-`), block.subarray(id, end))
        at = end
      }
      yield Buffer.concat(parts)
    }
  }
}

const [path, times, from = '0'] = process.argv.slice(2)
const to = Number(from) + Number(times)
if (path === undefined || !(Number(times) >= 1 && Number(from) >= 0 && to <= letters))
  throw new Error('usage: node bench/repeat.ts CORPUS.jsonl TIMES [FROM] (rounds 0 to 25)')
await pipeline(Readable.from(larger(path, Number(from), to)), process.stdout)
