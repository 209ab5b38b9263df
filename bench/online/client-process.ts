/**
 * A client as a process of its own: reads its task from standard input, sends it, prints the figures as JSON.
 *
 *     echo '{"url":…, "task":"check", …}' | node bench/online/client-process.ts
 */
import { text } from 'node:stream/consumers'
import type { ClientFigures, ClientTask } from './client-task.ts'
import { delaysOf, timed } from './figures.ts'
import { requestBytes, runLoad } from './http-load.ts'
import { type Check, readLines } from './workload.ts'

const json = 'application/json'

/** The bodies of the requests, and the number of texts or documents in each. */
async function bodies({ kind, file, list, skip, count, bulk }: ClientTask): Promise<string[]> {
  const values =
    kind === 'check'
      ? (await readLines<Check>(file)).filter(check => check.list === list).map(({ text }) => ({ text }))
      : (await readLines<object>(file, skip + count)).slice(skip)
  const wanted = values.slice(0, count)
  if (bulk === 1) return wanted.map(value => JSON.stringify(value))
  const groups = Array.from({ length: Math.ceil(wanted.length / bulk) }, (_, i) =>
    wanted.slice(i * bulk, (i + 1) * bulk),
  )
  return groups.map(group => JSON.stringify(group))
}

/** The ids that a single check returned; for an addition, checks that it was accepted. */
function noted(kind: ClientTask['kind'], body: string): number[] {
  if (kind === 'check') {
    const { matches } = JSON.parse(body) as { matches: { id: number }[] }
    return matches.map(({ id }) => id)
  }
  const { results } = JSON.parse(body) as { results: { status: string }[] }
  const bad = results.find(({ status }) => status !== 'added')
  if (bad !== undefined) throw new Error(`expected added, got ${JSON.stringify(bad)}`)
  return []
}

async function main(): Promise<void> {
  const task = JSON.parse(await text(process.stdin)) as ClientTask
  const { hostname, port, host } = new URL(task.url)
  const path = `/v1/collections/${task.collection}/${task.kind === 'check' ? 'check' : 'documents'}`
  const given = await bodies(task)
  const requests = given.map(body => requestBytes(host, path, body, json))
  const answers: number[][] = []
  const isChecked = task.isChecked || task.kind === 'add'
  const answered = (request: number, _status: number, body: string): void => {
    if (task.bulk === 1 || task.kind === 'add') answers[request] = noted(task.kind, body)
  }
  const load = { host: hostname, port: Number(port), connections: task.connections, requests }
  const { result, cpu } = await timed(() => runLoad({ ...load, ...(isChecked && { answered }) }))
  const figures: ClientFigures = {
    perSecond: (given.length / result.seconds) * task.bulk,
    requestsPerSecond: given.length / result.seconds,
    clientCpuSeconds: cpu,
    seconds: result.seconds,
    // A new client compiles its own code during its first requests.
    ...delaysOf(result.delays.slice(4 * task.connections)),
    answers: task.isChecked ? answers : [],
  }
  console.log(JSON.stringify(figures))
}

await main()
