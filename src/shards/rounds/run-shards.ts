/**
 * Run: a whole job on shards from one process.
 *
 *     sign every input ─▶ rounds: SQL in an engine, pairs measured ─▶ decisions ─▶ KEPT
 *
 * All that is done stays in the directory of the job, so a killed run goes on where it was.
 */
import type { Worker } from 'node:worker_threads'
import { resolveInputs } from '../../files/inputs/resolve/resolve-inputs.ts'
import { RunDirectory } from '../../files/io/run-directory.ts'
import type { RunEvents } from '../../files/requests.ts'
import { directoryOf } from '../../files/run/open-run.ts'
import { Stages } from '../../files/run/stages.ts'
import { checkJobDirectory, checkShardInputs, checkSupported } from '../processes/supported.ts'
import { writeShard } from '../processes/write-shard.ts'
import { decideJob } from './decide.ts'
import { type ShardReport, shardReport } from './figures.ts'
import { type SignedShards, signedShards } from './job.ts'
import {
  type JobPlace,
  LocalPlace,
  type PlacedJob,
  type PlacedRequest,
  type RunShardsRequest,
} from './job-place.ts'
import type { DecidedJob } from './parts.ts'

/** @param openPlace gives the job its place. Default: this process @throws NearsameError */
export async function runShards(
  request: RunShardsRequest,
  events: RunEvents,
  openPlace: (job: PlacedJob) => Promise<JobPlace> = async job => new LocalPlace(job),
): Promise<ShardReport> {
  checkSupported(request.result)
  const set = await resolveInputs(request.inputs, request.input)
  checkShardInputs(set)
  return inDirectory(request, async placed => {
    const stages = new Stages()
    const place = await openPlace({ request: placed, set, events })
    // Writing needs neither engine nor texts, so their memory is free by then.
    const decided = await decideIn(place, stages).finally(() => place.close())
    const report = await shardReport(decided.signed, decided, stages.reports)
    const { job: _, directory: __, ...rest } = placed
    const written = { ...rest, decisions: decided.decisions, shard: 0, keys: decided.signed.keys }
    return stages.time('write', () => writeShard(written, events, () => report))
  })
}

/** Gives a job its threads, and its directory, which is removed in the end unless it was named. */
async function inDirectory<T>(
  request: RunShardsRequest,
  work: (placed: PlacedRequest) => Promise<T>,
): Promise<T> {
  const { job, output, speed } = request
  if (job !== undefined) checkJobDirectory(job)
  const temporary = new RunDirectory(speed.temp || (await directoryOf(output)))
  const idle: Worker[] = []
  try {
    return await work({ ...request, idle, directory: job ?? (await temporary.path()) })
  } finally {
    await Promise.all(idle.map(thread => thread.terminate()))
    await temporary.remove()
  }
}

/** Signs and decides, as far as no earlier run has. */
async function decideIn(
  place: JobPlace,
  stages: Stages,
): Promise<DecidedJob & { readonly signed: SignedShards }> {
  const { directory } = place
  await stages.time('scan', () => place.sign())
  const signed = await signedShards(directory)
  const decided = await stages.time('verify', async () => {
    const rounds = decideJob(signed, directory, () => place.engine())
    for (;;) {
      const { done, value } = await rounds.next()
      if (done) return value
      await place.measure(value.parts)
    }
  })
  return { ...decided, signed }
}
