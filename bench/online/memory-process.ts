/**
 * The index in memory as a process of its own: adds the documents, answers every check once, then measures the time.
 *
 *     node bench/online/memory-process.ts DOCUMENTS.jsonl CHECKS.jsonl [passes 3]      figures as JSON on standard output
 */
import { openIndex, type TextIndex } from '../../src/online/index/text-index.ts'
import { memoryStore } from '../../src/online/store/memory-store.ts'
import { type CheckFigures, type ContenderFigures, delaysOf, timed } from './figures.ts'
import { type Check, type ListName, listNames, readLines, threshold } from './workload.ts'

interface Document {
  readonly id: number
  readonly text: string
}

async function added(index: TextIndex, documents: readonly Document[]): Promise<number> {
  let count = 0
  for await (const { status } of index.addEach(documents as Iterable<unknown>)) {
    if (status !== 'added') throw new Error(`document ${count}: ${status}`)
    count++
  }
  return count
}

/** The ids found, after checking that similarities are exact. */
async function answered(index: TextIndex, { text, matches }: Check): Promise<number[]> {
  const found = await index.check(text)
  for (const { id, similarity } of found) {
    const exact = matches[`${id}`]
    if (exact !== similarity)
      throw new Error(`document ${id}: similarity ${similarity}, by the definition ${exact}`)
  }
  return found.map(({ id }) => id as number)
}

/** The pass of median speed. */
async function checkFigures(
  index: TextIndex,
  texts: readonly string[],
  passes: number,
): Promise<CheckFigures> {
  const runs: CheckFigures[] = []
  for (let pass = 0; pass < passes; pass++) {
    const delays = new Float64Array(texts.length)
    const { wall, cpu } = await timed(async () => {
      let before = performance.now()
      for (let i = 0; i < texts.length; i++) {
        await index.check(texts[i])
        const now = performance.now()
        delays[i] = now - before
        before = now
      }
    })
    runs.push({ perSecond: texts.length / wall, perCpuSecond: texts.length / cpu, ...delaysOf(delays) })
  }
  return runs.sort((a, b) => a.perSecond - b.perSecond)[passes >> 1]
}

async function main(): Promise<void> {
  const [documentsPath, checksPath, passes = '3'] = process.argv.slice(2)
  const documents = await readLines<Document>(documentsPath)
  const checks = await readLines<Check>(checksPath)
  const index = await openIndex(memoryStore(), { threshold })
  const adds = await timed(() => added(index, documents))
  const answers: number[][] = []
  for (const check of checks) answers.push(await answered(index, check))
  const figures: Partial<Record<ListName, CheckFigures>> = {}
  for (const list of listNames) {
    const texts = checks.filter(check => check.list === list).map(({ text }) => text)
    figures[list] = await checkFigures(index, texts, Number(passes))
  }
  const shown: ContenderFigures = {
    documents: documents.length,
    addsPerSecond: documents.length / adds.wall,
    addsPerCpuSecond: documents.length / adds.cpu,
    checks: figures as ContenderFigures['checks'],
    answers,
  }
  console.log(JSON.stringify(shown))
}

await main()
