/**
 * Spark place: a server that speaks Spark Connect runs the SQL of a job.
 *
 * Where the server can run programs (`TRANSFORM`, only Spark), signing and measuring happen on the executors, a file at
 * a time; elsewhere here. Both read and write the directory of the job, so it is on storage that all share.
 */
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Input, InputSet } from '../../files/inputs/resolve/input.ts'
import type { ConnectPlace } from '../engines/connect/connect-url.ts'
import type { SqlEngine } from '../engines/engine.ts'
import { SparkEngine } from '../engines/spark-engine.ts'
import { printTask } from '../processes/worker.ts'
import { makeFolders, partName } from './job.ts'
import { type JobPlace, LocalPlace, type PlacedJob } from './job-place.ts'
import type { PairsPart } from './parts.ts'

interface SparkServer extends ConnectPlace {
  /** The command that starts nearsame on an executor. */
  readonly executor: string
}

export class SparkPlace implements JobPlace {
  readonly directory: string
  readonly #job: PlacedJob
  readonly #engine: SparkEngine
  readonly #command: string
  /** Does what executors do not. */
  readonly #here: LocalPlace
  #isInside = false

  private constructor(job: PlacedJob, server: SparkServer) {
    const directory = resolve(job.request.directory)
    this.directory = directory
    this.#job = job
    this.#engine = new SparkEngine(server, `file://${join(directory, 'tables')}`, job.events)
    this.#command = `${server.executor} shard worker`
    this.#here = new LocalPlace({ ...job, request: { ...job.request, directory } })
  }

  /** @throws NearsameError SQL_ENGINE if the server does not answer */
  static async open(job: PlacedJob, server: SparkServer): Promise<SparkPlace> {
    const place = new SparkPlace(job, server)
    try {
      await place.#engine.numbers('SELECT CAST(1 AS BIGINT)')
      place.#isInside = await place.#engine.canTransform()
      return place
    } catch (error) {
      await place.close()
      throw error
    }
  }

  async sign(): Promise<void> {
    const { request, set } = this.#job
    if (this.#isInside) {
      const { keys } = makeFolders(this.directory)
      const { result, input, running } = request
      const tasks = set.inputs.map((one, shard) =>
        printTask({
          kind: 'sign',
          shard,
          output: join(keys, partName(shard)),
          set: absolute({ ...set, inputs: [one], ignoredFiles: [] }),
          ...{ result, input, running },
        }),
      )
      await this.#engine.transform(this.#command, tasks)
    }
    // Checks what is there, and signs here what is not.
    await this.#here.sign()
  }

  /** What an earlier run measured is removed: files of Spark do not say for what they were written. */
  async engine(): Promise<SqlEngine> {
    for (const folder of ['pairs', 'measures', 'shingles', 'tables'])
      rmSync(join(this.directory, folder), { recursive: true, force: true })
    makeFolders(this.directory)
    return this.#engine
  }

  async measure(parts: readonly PairsPart[]): Promise<void> {
    if (!this.#isInside) return this.#here.measure(parts)
    const { result, input, running } = this.#job.request
    const set = absolute(this.#job.set)
    const tasks = parts.map(({ pairs, measures }) =>
      printTask({ kind: 'measure', pairs, output: measures, set, result, input, running }),
    )
    await this.#engine.transform(this.#command, tasks)
  }

  async close(): Promise<void> {
    await this.#here.close()
    await this.#engine.close()
  }
}

/** Inputs by paths that open in any directory; their names stay. */
function absolute(set: InputSet): InputSet {
  const placed = (input: Input) =>
    input.object === undefined ? { ...input, path: resolve(input.path) } : input
  return { ...set, inputs: set.inputs.map(placed) }
}
