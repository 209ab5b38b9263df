/**
 * Soak: mixed load on a server over a data directory for a long time, with every answer checked and its memory bounded.
 *
 *     node bench/soak.ts [--minutes 30] [--clients 8] [--documents 20000] [--pause 2] [--seed 1] [--out DIR]
 *
 * Clients add, check, replace, remove and list documents of their own; every ten seconds one gives up within a long
 * body. The number of documents stays constant. Prints one line per minute; at the end it stops the server, and the
 * collection must contain exactly the documents that the clients know, without a fault.
 *
 * Memory: the peak of the last quarter may exceed that of the second one by the bytes that a removed document leaves
 * behind until the collection is compacted, and by the slack of a garbage collector. Exit status 1 if it is more, or an
 * answer is wrong.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { outPath } from './corpus.ts'
import { dataFolder, removeFolder, withIndex } from './online/prepared.ts'
import { residentBytesOf } from './online/processes.ts'
import { RunningServer } from './online/running-server.ts'
import { SoakClient } from './online/soak-client.ts'

/** Bytes of postings and name in memory for each document ever added, removed ones included. */
const leftBytes = 160
/** Slack of the garbage collector, which does not run as soon as it could. */
const slackBytes = 64 * 2 ** 20
const sampleMs = 2_000

interface Sample {
  readonly ms: number
  readonly bytes: number
  readonly added: number
}

interface Settings {
  readonly minutes: number
  readonly clients: number
  readonly documents: number
  readonly pause: number
  readonly seed: number
}

async function load(
  server: RunningServer,
  settings: Settings,
): Promise<{ clients: SoakClient[]; samples: Sample[] }> {
  const { minutes, pause, seed } = settings
  const most = Math.ceil(settings.documents / settings.clients)
  const target = { url: server.url, collection: 'soak', most }
  const clients = Array.from(
    { length: settings.clients },
    (_, place) => new SoakClient(target, place, seed),
  )
  const from = performance.now()
  const end = from + 60_000 * minutes
  const failed = new AbortController()
  const goesOn = (): boolean => performance.now() < end && !failed.signal.aborted
  const running = clients.map(async client => {
    while (goesOn()) {
      await client.step()
      await sleep(pause)
    }
  })
  const givingUp = (async () => {
    while (goesOn()) {
      await clients[0].giveUp()
      await sleep(10_000, undefined, { signal: failed.signal }).catch(() => {})
    }
  })()
  const samples: Sample[] = []
  const watching = watch(server, clients, { from, goesOn, samples })
  try {
    await Promise.all([...running, givingUp, watching])
  } finally {
    failed.abort()
  }
  return { clients, samples }
}

interface Watch {
  readonly from: number
  readonly goesOn: () => boolean
  readonly samples: Sample[]
}

/** Watches the server's memory, and prints a line per minute. */
async function watch(
  server: RunningServer,
  clients: readonly SoakClient[],
  { from, goesOn, samples }: Watch,
) {
  const sum = (of: (client: SoakClient) => number): number =>
    clients.reduce((all, client) => all + of(client), 0)
  for (let said = 0; goesOn(); ) {
    await sleep(sampleMs)
    const ms = performance.now() - from
    const added = sum(client => client.added)
    samples.push({ ms, bytes: residentBytesOf(server.processId), added })
    if (ms < 60_000 * (said + 1)) continue
    said++
    const memory = `${((samples.at(-1)?.bytes ?? 0) / 1e6).toFixed(0)} MB`
    const requests = sum(client => client.requests)
    const there = sum(client => client.documents)
    console.log(
      `minute ${said}: ${requests} requests, ${there} documents, ${added} added so far, server ${memory}`,
    )
  }
}

/** @returns whether memory stayed within bounds */
function judged(samples: readonly Sample[]): boolean {
  const last = samples.at(-1)?.ms ?? 0
  const within = (part: number) =>
    samples.filter(({ ms }) => ms >= (part * last) / 4 && ms < ((part + 1) * last) / 4)
  const peak = (list: readonly Sample[]): number => Math.max(...list.map(({ bytes }) => bytes))
  const second = within(1)
  const before = peak(second)
  const after = peak([...within(3), ...samples.slice(-1)])
  const added = (samples.at(-1)?.added ?? 0) - (second[0]?.added ?? 0)
  const most = before + leftBytes * added + slackBytes
  const shown = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`
  console.log(
    `memory: peak ${shown(after)} in the last quarter, ${shown(before)} in the second; ` +
      `${added} documents added between; at most ${shown(most)} wanted: ${after <= most ? 'yes' : 'NO'}`,
  )
  return after <= most
}

/** Compares the documents on disk with those that the clients know. @returns whether they agree */
async function judgedData(data: string, clients: readonly SoakClient[]): Promise<boolean> {
  return withIndex(data, 'soak', async index => {
    const { documents, storedBytes } = await index.stats()
    const known = clients.reduce((all, client) => all + client.documents, 0)
    let faults = 0
    for await (const { where, problem } of index.problems()) {
      faults++
      console.log(`fault: ${where}: ${problem}`)
    }
    const freed = await index.compact()
    console.log(
      `on the disk: ${documents} documents, ${known} known to the clients, ${faults} faults, ` +
        `${storedBytes} bytes, ${freed} of them reclaimed by compact`,
    )
    return documents === known && faults === 0
  })
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '30' },
      clients: { type: 'string', default: '8' },
      documents: { type: 'string', default: '20000' },
      pause: { type: 'string', default: '2' },
      seed: { type: 'string', default: '1' },
      out: { type: 'string', default: outPath },
    },
  })
  const { out, ...rest } = values
  const numbers = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, Number(value)]))
  if (!existsSync(out)) mkdirSync(out, { recursive: true })
  const folder = dataFolder(out)
  const data = join(folder, 'data')
  try {
    const server = await RunningServer.start(data)
    let result: Awaited<ReturnType<typeof load>>
    try {
      await server.create('soak')
      await server.create('abandoned')
      result = await load(server, numbers as unknown as Settings)
    } finally {
      await server.stop()
    }
    const isBounded = judged(result.samples)
    const isRight = await judgedData(data, result.clients)
    process.exitCode = isBounded && isRight ? 0 : 1
  } finally {
    removeFolder(folder)
  }
}

if (import.meta.main) await main()
