/**
 * A collection that grows: what an add and a check cost at each tenth of its documents, as JSON lines.
 *
 *     node bench/online/growth-process.ts memory COUNT SEED
 *     node bench/online/growth-process.ts DATA COUNT SEED          in a data directory, which it makes
 *
 * Texts are short, because only their postings matter here, and long texts have just as many.
 */

import { openIndex, type TextIndex } from '../../src/online/index/text-index.ts'
import { openDataDirectory } from '../../src/online/sqlite/directory/data-directory.ts'
import { memoryStore } from '../../src/online/store/memory-store.ts'
import { TextMaker } from './texts.ts'

/** Words per text. */
const shortWords = 12
const checks = 1_000
/** How often all checks run; the quickest time counts, because other processes take from the caches of the rest. */
const passes = 5

/** CPU microseconds of a call. */
async function cpuOf(calls: number, work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / calls
}

async function measure(index: TextIndex, count: number, seed: number): Promise<void> {
  const maker = new TextMaker(seed, shortWords, false)
  const asked = new TextMaker(seed + 1, shortWords, false)
  const texts = Array.from({ length: checks }, () => asked.check().text)
  const step = Math.ceil(count / 10)
  for (let documents = 0; documents < count; ) {
    const from = documents
    documents = Math.min(count, from + step)
    function* added() {
      for (let id = from; id < documents; id++) yield { id, text: maker.document().text }
    }
    const addCpu = await cpuOf(documents - from, async () => {
      for await (const { status } of index.addEach(added() as Iterable<unknown>))
        if (status !== 'added') throw new Error(status)
    })
    let checkCpu = Number.POSITIVE_INFINITY
    for (let pass = 0; pass < passes; pass++) {
      const cpu = await cpuOf(checks, async () => {
        for (const text of texts) await index.check(text)
      })
      checkCpu = Math.min(checkCpu, cpu)
    }
    console.log(JSON.stringify({ documents, addCpu, checkCpu }))
  }
}

const [place, count, seed] = process.argv.slice(2)
if (place === 'memory') await measure(await openIndex(memoryStore()), Number(count), Number(seed))
else {
  const catalogue = await openDataDirectory(place)
  const index = await openIndex(catalogue.store('growth'))
  await measure(index, Number(count), Number(seed))
  await index.close()
  await catalogue.close()
}
