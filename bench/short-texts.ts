/**
 * Many short documents: generated words, three in ten an earlier text with up to three words changed.
 *
 *     node bench/short-texts.ts COUNT > SHORT.jsonl
 *
 * A document has 40 to 55 words, about 300 bytes. Frequent words are frequent as in real text, so that unlike documents
 * share words, but no run of five of them. Each is made from its number alone: 20 million take no memory.
 */
import { writeSync } from 'node:fs'
import { Random } from './random.ts'

const seed = 35
const bytesAtOnce = 2 ** 20

const syllables = [
  'ka',
  'lo',
  'mer',
  'ti',
  'sun',
  'a',
  'ro',
  'ven',
  'pil',
  'de',
  'os',
  'qua',
  'hin',
  'be',
  'ur',
  'ta',
]

/** 16 * 16 * 16 words, the first ones shorter. */
const words = Array.from({ length: 4096 }, (_, i) =>
  [i & 15, (i >> 4) & 15, i >> 8]
    .map(part => syllables[part])
    .slice(0, i < 256 ? 2 : 3)
    .join(''),
)

/** The square makes the first words frequent. */
function word(random: Random): string {
  return words[Math.floor(random.unit() ** 2 * words.length)] as string
}

function textOf(document: number): string[] {
  const random = new Random(seed, document)
  if (document > 0 && random.unit() < 0.3) {
    const text = textOf(random.below(document))
    for (let changes = random.below(4); changes > 0; changes--)
      text[random.below(text.length)] = word(random)
    return text
  }
  return Array.from({ length: 40 + random.below(16) }, () => word(random))
}

const count = Number(process.argv[2])
if (!(count >= 1)) throw new Error('usage: node bench/short-texts.ts COUNT > SHORT.jsonl')
let waiting = ''
for (let document = 0; document < count; document++) {
  waiting += `{"id":${document},"text":"${textOf(document).join(' ')}"}\n`
  if (waiting.length < bytesAtOnce && document < count - 1) continue
  const bytes = Buffer.from(waiting)
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at)
  waiting = ''
}
