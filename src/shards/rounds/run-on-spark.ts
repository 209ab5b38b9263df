/**
 * Run on Spark: the job of `run-shards.ts`, with its SQL on a server that speaks Spark Connect.
 *
 * Where the server can run programs (`TRANSFORM`, only Spark), signing and measuring happen on the executors, a file at
 * a time; elsewhere here. Both read and write the directory of the job, so it is on storage that all share.
 */
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Input, InputSet } from '../../files/io/inputs/input.ts'
import { resolveInputs } from '../../files/io/inputs/resolve-inputs.ts'
import type { RunEvents } from '../../files/requests.ts'
import { Stages } from '../../files/run/stages.ts'
import type { ConnectPlace } from '../engines/connect/connect-url.ts'
import { SparkEngine } from '../engines/spark-engine.ts'
import { checkShardInputs, checkSupported } from '../processes/supported.ts'
import { printTask } from '../processes/worker.ts'
import { decideAll } from './decide.ts'
import type { ShardReport } from './figures.ts'
import { makeFolders, partName, type SignedShards, signedShards } from './job.ts'
import { type DecidedJob, exportDecisions, type PairsPart } from './parts.ts'
import {
  finishJob,
  inDirectory,
  type PlacedRequest,
  type RunShardsRequest,
  signAll,
  Texts,
} from './run-shards.ts'

interface SparkPlace extends ConnectPlace {
  /** The command that starts nearsame on an executor. */
  readonly executor: string
}

/** @throws NearsameError */
export async function runOnSpark(
  request: RunShardsRequest,
  place: SparkPlace,
  events: RunEvents,
): Promise<ShardReport> {
  checkSupported(request.result)
  const set = await resolveInputs(request.inputs, request.input)
  checkShardInputs(set)
  return inDirectory(request, async placed => {
    const directory = resolve(placed.directory)
    const engine = new SparkEngine(place, `file://${join(directory, 'tables')}`, events)
    const job = new SparkJob(engine, { ...placed, directory }, set, place.executor, events)
    try {
      return await job.run()
    } finally {
      await job.close()
    }
  })
}

class SparkJob {
  readonly #engine: SparkEngine
  readonly #request: PlacedRequest
  readonly #set: InputSet
  readonly #executor: string
  readonly #events: RunEvents
  readonly #texts: Texts

  constructor(
    engine: SparkEngine,
    request: PlacedRequest,
    set: InputSet,
    executor: string,
    events: RunEvents,
  ) {
    this.#engine = engine
    this.#request = request
    this.#set = set
    this.#executor = executor
    this.#events = events
    this.#texts = new Texts(set, request, events)
  }

  async run(): Promise<ShardReport> {
    const stages = new Stages()
    // Fails at once if the server does not answer.
    await this.#engine.numbers('SELECT CAST(1 AS BIGINT)')
    const isInside = await this.#engine.canTransform()
    await stages.time('scan', () => this.#sign(isInside))
    const { directory } = this.#request
    const signed = await signedShards(directory)
    const decided = await stages.time('verify', () => this.#decide(signed, isInside))
    return finishJob(this.#request, signed, decided, stages, this.#events)
  }

  async #sign(isInside: boolean): Promise<void> {
    const { directory } = this.#request
    const { keys } = makeFolders(directory)
    if (isInside) {
      const { result, input, running } = this.#request
      const tasks = this.#set.inputs.map((one, shard) =>
        printTask({
          kind: 'sign',
          shard,
          output: join(keys, partName(shard)),
          set: absolute({ ...this.#set, inputs: [one], ignoredFiles: [] }),
          ...{ result, input, running },
        }),
      )
      await this.#engine.transform(`${this.#executor} shard worker`, tasks)
    }
    // Checks what is there, and signs here what is not.
    await signAll(this.#request, this.#set, this.#events)
  }

  async #decide(signed: SignedShards, isInside: boolean): Promise<DecidedJob> {
    const { directory } = this.#request
    for (const folder of ['pairs', 'measures', 'shingles', 'tables'])
      rmSync(join(directory, folder), { recursive: true, force: true })
    makeFolders(directory)
    const state = await decideAll(this.#engine, signed, directory, parts => this.#measure(parts, isInside))
    return exportDecisions(this.#engine, signed, directory, state)
  }

  async #measure(parts: readonly PairsPart[], isInside: boolean): Promise<void> {
    if (!isInside) return this.#texts.measure(parts)
    const { result, input, running } = this.#request
    const set = absolute(this.#set)
    const tasks = parts.map(({ pairs, measures }) =>
      printTask({ kind: 'measure', pairs, output: measures, set, result, input, running }),
    )
    await this.#engine.transform(`${this.#executor} shard worker`, tasks)
  }

  async close(): Promise<void> {
    await this.#texts.close()
    await this.#engine.close()
  }
}

/** Inputs by paths that open in any directory; their names stay. */
function absolute(set: InputSet): InputSet {
  const placed = (input: Input) =>
    input.object === undefined ? { ...input, path: resolve(input.path) } : input
  return { ...set, inputs: set.inputs.map(placed) }
}
