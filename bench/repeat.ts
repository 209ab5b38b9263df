/**
 * Larger corpora from a planted one: the corpus again and again, each time with the letters of its texts shifted.
 *
 *     node bench/repeat.ts CORPUS.jsonl TIMES > LARGER.jsonl
 *
 * A shifted text (`abc` becomes `bcd`) shares next to nothing with the texts that it stands among, but has the length,
 * the near duplicates and the repeated words of its original. Ids get the number of the round in front. At most 26.
 */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const alphabet = 'abcdefghijklmnopqrstuvwxyz'

/** The text with each small ASCII letter `by` places further, around the end. */
function shifted(text: string, by: number): string {
  const table = alphabet.slice(by) + alphabet.slice(0, by)
  return text.replace(/[a-z]/g, letter => table[letter.charCodeAt(0) - 97])
}

async function* larger(path: string, times: number): AsyncGenerator<string> {
  for (let round = 0; round < times; round++) {
    for await (const line of createInterface({ input: createReadStream(path) })) {
      const { id, text } = JSON.parse(line) as { readonly id: string; readonly text: string }
      yield `${JSON.stringify({ id: `${round}-${id}`, text: shifted(text, round) })}\n`
    }
  }
}

const [path, times] = process.argv.slice(2)
if (path === undefined || !(Number(times) >= 1 && Number(times) <= alphabet.length))
  throw new Error('usage: node bench/repeat.ts CORPUS.jsonl TIMES (1 to 26)')
await pipeline(Readable.from(larger(path, Number(times))), process.stdout)
