/**
 * Many small files: the texts of JSON lines as a file each, in folders of a hundred, in the order of the lines.
 *
 *     node bench/small-files.ts TEXTS.jsonl FOLDER
 */
import { createReadStream, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const [path, folder] = process.argv.slice(2)
if (path === undefined || folder === undefined)
  throw new Error('usage: node bench/small-files.ts TEXTS.jsonl FOLDER')

const named = (number: number) => String(number).padStart(5, '0')
let count = 0
for await (const line of createInterface({ input: createReadStream(path) })) {
  const { text } = JSON.parse(line) as { readonly text: string }
  const inside = join(folder, named(Math.floor(count / 100)))
  if (count % 100 === 0) mkdirSync(inside, { recursive: true })
  writeFileSync(join(inside, `${named(count % 100)}.txt`), text)
  count++
}
