/**
 * Online, over HTTP: one server process with 100,000 documents in a data directory and one client process on loopback,
 * 16 persistent connections: single checks, arrays of 100, and small checks during an import of 50 MB.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Context, Definition, Row } from '../definition.ts'
import { medianOf } from '../median.ts'
import { type ClientFigures, runClient } from '../online/client-task.ts'
import { against, delaysOf, qualityOf } from '../online/figures.ts'
import { requestBytes, runLoad } from '../online/http-load.ts'
import { dataFolder, fill, removeFolder, withIndex } from '../online/prepared.ts'
import { cpuSecondsOf } from '../online/processes.ts'
import { RunningServer } from '../online/running-server.ts'
import { type Check, listNames, readLines, type Workload, workload } from '../online/workload.ts'

const documents = 100_000
const wantedPerSecond = 6_000
const wantedP99 = 50
const collection = 'bench'
const importer = new URL('../online/import-process.ts', import.meta.url).pathname

interface Measured {
  readonly figures: ClientFigures
  readonly serverCpuSeconds: number
}

async function measured(
  server: RunningServer,
  { checks }: Workload,
  task: { list: Check['list']; bulk: number; isChecked: boolean },
): Promise<Measured> {
  const before = cpuSecondsOf(server.processId)
  const figures = await runClient({
    ...{ url: server.url, collection, kind: 'check', file: checks, skip: 0, count: 100_000 },
    connections: task.bulk === 1 ? 16 : 4,
    ...task,
  })
  return { figures, serverCpuSeconds: cpuSecondsOf(server.processId) - before }
}

function shown(name: string, runs: readonly Measured[]): { row: Row; perSecond: number } {
  const of = (figure: 'perSecond' | 'p50' | 'p99'): number =>
    medianOf(runs.map(({ figures }) => figures[figure]))
  const perSecond = of('perSecond')
  const best = Math.max(...runs.map(({ figures }) => figures.perSecond))
  const perCpu = runs.map(
    ({ figures, serverCpuSeconds }) => (figures.perSecond * figures.seconds) / serverCpuSeconds,
  )
  const words = [
    `${perSecond.toFixed(0)} texts per second (best run ${best.toFixed(0)})`,
    `${medianOf(perCpu).toFixed(0)} per CPU second of the server`,
    `p50 ${of('p50').toFixed(2)} ms, p99 ${of('p99').toFixed(2)} ms`,
  ]
  return { row: { name, note: words.join(', ') }, perSecond: best }
}

/** Small checks during the import of one NDJSON body. */
async function duringImport(server: RunningServer, { documents, checks }: Workload): Promise<Row> {
  await server.create('import')
  const { host, hostname, port } = new URL(server.url)
  const texts = (await readLines<Check>(checks, 2_000)).map(({ text }) => text)
  const requests = texts.map(text =>
    requestBytes(host, `/v1/collections/${collection}/check`, JSON.stringify({ text }), 'application/json'),
  )
  const load = { host: hostname, port: Number(port), connections: 4, requests, pauseMs: 2 }
  const quiet = delaysOf((await runLoad(load)).delays)
  let isImporting = true
  const child = spawn(process.execPath, [importer, server.url, 'import', documents, '50'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = text(child.stdout).finally(() => {
    isImporting = false
  })
  const { delays } = await runLoad({ ...load, goesOn: () => isImporting })
  const { documents: taken, seconds } = JSON.parse(await ended) as { documents: number; seconds: number }
  const { p50, p99, most } = delaysOf(delays)
  const words = [
    `p50 ${p50.toFixed(2)} ms, p99 ${against(p99, wantedP99, 'ms', false)}`,
    `longest ${most.toFixed(0)} ms, of ${delays.length} checks; without the import p99 ${quiet.p99.toFixed(2)} ms`,
    `50 MB of NDJSON, ${taken} documents, in ${seconds.toFixed(1)} s`,
  ]
  return { name: 'small checks during an import', note: words.join(', '), met: p99 < wantedP99 }
}

async function rows(context: Context, server: RunningServer, files: Workload): Promise<Row[]> {
  const checks = await readLines<Check>(files.checks)
  const mixed = checks.filter(({ list }) => list === 'mixed')
  const first = await measured(server, files, { list: 'mixed', bulk: 1, isChecked: true })
  const { recall, precision, wanted } = qualityOf(mixed, first.figures.answers, documents)
  if (precision !== 1) throw new Error(`expected no false match, got precision ${precision}`)
  const found: Row[] = []
  let rate = 0
  for (const list of listNames) {
    const runs: Measured[] = []
    for (let run = 0; run < context.runs; run++)
      runs.push(await measured(server, files, { list, bulk: 1, isChecked: false }))
    const { row, perSecond } = shown(`single ${list} checks`, runs)
    if (list === 'mixed') rate = perSecond
    found.push(list === 'mixed' ? { ...row, recall, precision } : row)
  }
  const bulk: Measured[] = []
  for (let run = 0; run < context.runs; run++)
    bulk.push(await measured(server, files, { list: 'mixed', bulk: 100, isChecked: false }))
  found.push(shown('mixed checks in arrays of 100', bulk).row)
  const note = `${against(rate, wantedPerSecond, 'mixed checks per second in the best run', true)}; ${wanted} planted matches`
  found.push({ name: 'single checks', note, met: rate >= wantedPerSecond && recall >= 0.99 })
  found.push(await duringImport(server, files))
  return found
}

export const onlineHttp: Definition = {
  name: 'online-http',
  isGenerated: true,
  about: `HTTP checks >= ${wantedPerSecond} per second; their p99 below ${wantedP99} ms during an import of 50 MB`,
  async run(context) {
    const files = await workload(context.out, documents, context.seed)
    const folder = dataFolder(context.out)
    try {
      const data = join(folder, 'data')
      await withIndex(data, collection, async index => fill(index, await readLines(files.documents)))
      const server = await RunningServer.start(data)
      try {
        return await rows(context, server, files)
      } finally {
        await server.stop()
      }
    } finally {
      removeFolder(folder)
    }
  },
}
