/**
 * A large collection in a data directory, one process per step of the measurement:
 *
 *     node bench/online/million-process.ts fill DATA COUNT SEED     adds short texts, with as many postings as long ones
 *     node bench/online/million-process.ts open DATA COUNT SEED     opens it, checks 1,000 texts, measures its memory
 *
 * Figures as JSON on standard output. With COUNT 0, `open` creates an empty collection, to measure the process itself.
 */
import { delaysOf } from './figures.ts'
import { fill, withIndex } from './prepared.ts'
import { residentBytesOf } from './processes.ts'
import { longWords, TextMaker } from './texts.ts'

/** Words per text, about 220 bytes. */
const shortWords = 30
const checks = 1_000

function* documents(count: number, seed: number): Generator<{ id: number; text: string }> {
  const maker = new TextMaker(seed, shortWords, false)
  for (let id = 0; id < count; id++) yield { id, text: maker.document().text }
}

async function filled(data: string, count: number, seed: number): Promise<object> {
  const from = performance.now()
  const cpu = process.cpuUsage()
  await withIndex(data, 'million', index => fill(index, documents(count, seed)))
  const { user, system } = process.cpuUsage(cpu)
  return { seconds: (performance.now() - from) / 1000, cpuSeconds: (user + system) / 1e6 }
}

/** Checks long new texts; one in ten is a stored one with its last word replaced. */
async function opened(data: string, count: number, seed: number): Promise<object> {
  const maker = new TextMaker(seed + 1, longWords, false)
  const from = performance.now()
  const { delays, ...figures } = await withIndex(data, 'million', async index => {
    const openMs = performance.now() - from
    const texts: { text: string; of: number | undefined }[] = []
    for (let i = 0; i < checks; i++) {
      const of = i % 10 === 9 && count > 0 ? (i * 7919) % count : undefined
      const stored = of === undefined ? undefined : (await index.get(of))?.document.text
      const text = stored === undefined ? maker.check().text : `${`${stored}`.replace(/ \w+$/u, '')} other`
      texts.push({ text, of })
    }
    const delays: number[] = []
    let found = 0
    for (const { text, of } of texts) {
      const sent = performance.now()
      const matches = await index.check(text)
      delays.push(performance.now() - sent)
      if (matches.length > 0 && matches[0].id !== of)
        throw new Error(`expected ${of}, got ${matches[0].id}`)
      found += matches.length
    }
    return { openMs, delays, found, copies: texts.filter(({ of }) => of !== undefined).length }
  })
  const residentBytes = residentBytesOf('self')
  return { ...figures, ...delaysOf(delays), residentBytes }
}

const [step, data, count, seed] = process.argv.slice(2)
const work = step === 'fill' ? filled : opened
console.log(JSON.stringify(await work(data, Number(count), Number(seed))))
