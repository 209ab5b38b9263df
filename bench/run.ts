/**
 * Benchmarks: runs the definitions, all or those named (`--list`), and writes a dated record.
 *
 *     node bench/run.ts [NAME ...] [--runs 5] [--corpus FILE] [--out DIR] [--seed N] [--no-record] [--list]
 *
 * Needs the real corpus, except for benchmarks that generate their texts (without it, prints so and exits with 0),
 * `npm run build`, python3 for measuring and, for the peers, `node bench/venv.ts`; for Solr, Java 17 and Maven. The
 * first run creates corpora and truth (big and the truth of mid take about two minutes). Exit status 1 if a target is
 * missed or an answer is wrong.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { outPath, type SizeName, writeCorpus } from './corpus.ts'
import type { Context, Definition, Row } from './definition.ts'
import { candidates } from './definitions/candidates.ts'
import { chain } from './definitions/chain.ts'
import { columns } from './definitions/columns.ts'
import { crowds } from './definitions/crowds.ts'
import { kernels } from './definitions/kernels.ts'
import { longestWords } from './definitions/longest-words.ts'
import { memory } from './definitions/memory.ts'
import { memoryShapes } from './definitions/memory-shapes.ts'
import { methods } from './definitions/methods.ts'
import { nearOff } from './definitions/near-off.ts'
import { onlineDurable } from './definitions/online-durable.ts'
import { onlineGrowth } from './definitions/online-growth.ts'
import { onlineHttp } from './definitions/online-http.ts'
import { onlineMemory } from './definitions/online-memory.ts'
import { onlineMillion } from './definitions/online-million.ts'
import { page } from './definitions/page.ts'
import { passages } from './definitions/passages.ts'
import { recall } from './definitions/recall.ts'
import { recordSets } from './definitions/record-sets.ts'
import { records } from './definitions/records.ts'
import { textProfile } from './definitions/text-profile.ts'
import { tradeOff } from './definitions/trade-off.ts'
import { wholeJob } from './definitions/whole-job.ts'
import { corpusPath, cutCorpus, skipWithoutCorpus } from './real-text.ts'
import { describeMachine, rowLine, writeRecord } from './record.ts'
import { makeTruth } from './truth/truth.ts'

const definitions: readonly Definition[] = [
  recall,
  wholeJob,
  memory,
  memoryShapes,
  nearOff,
  crowds,
  passages,
  columns,
  kernels,
  textProfile,
  chain,
  records,
  recordSets,
  longestWords,
  candidates,
  methods,
  tradeOff,
  onlineMemory,
  onlineHttp,
  onlineDurable,
  onlineMillion,
  onlineGrowth,
  page,
]

function contextOf(out: string, runs: number, corpus: string, seed: number): Context {
  const say = (words: string): void => console.log(words)
  const corpusOf = async (size: SizeName): Promise<string> => {
    const path = join(out, `${size}.jsonl`)
    if (!existsSync(path)) {
      say(`making ${size}`)
      writeCorpus(size, await cutCorpus(corpus, seed), out, seed)
    }
    return path
  }
  const truthOf = async (size: SizeName): Promise<string> => {
    const path = join(out, `${size}.truth.csv`)
    if (!existsSync(path)) await makeTruth(await corpusOf(size), path, 0.7, 1500)
    return path
  }
  return { out, runs, corpus, seed, corpusOf, truthOf, say }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    allowNegative: true,
    options: {
      runs: { type: 'string', default: '5' },
      corpus: { type: 'string', default: corpusPath },
      out: { type: 'string', default: outPath },
      seed: { type: 'string', default: '1' },
      record: { type: 'boolean', default: true },
      list: { type: 'boolean', default: false },
    },
  })
  const wrong = positionals.find(name => !definitions.some(definition => definition.name === name))
  if (values.list || wrong !== undefined) {
    if (wrong !== undefined) console.log(`expected names of this list, got ${wrong}`)
    for (const { name, about } of definitions) console.log(`${name.padEnd(10)} ${about}`)
    process.exitCode = wrong === undefined ? 0 : 2
    return
  }
  const chosen = definitions.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  if (!chosen.every(({ isGenerated }) => isGenerated === true)) skipWithoutCorpus(values.corpus)
  mkdirSync(values.out, { recursive: true })
  const context = contextOf(values.out, Number(values.runs), values.corpus, Number(values.seed))
  const machine = describeMachine(values.out)
  for (const line of machine.lines) console.log(line)
  const rows: [Definition, Row][] = []
  for (const definition of chosen) {
    for (const row of await definition.run(context)) {
      rows.push([definition, row])
      console.log(rowLine(definition, row))
    }
  }
  if (values.record) console.log(`record: ${writeRecord(machine, rows, context.runs)}`)
  if (rows.some(([, row]) => row.met === false)) process.exitCode = 1
}

if (import.meta.main) await main()
