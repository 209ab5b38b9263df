/**
 * Run: a whole job on shards from one process.
 *
 *     sign every input ─▶ rounds: SQL in an engine, pairs measured ─▶ decisions ─▶ KEPT
 *
 * All that is done stays in the directory of the job, so a killed run goes on where it was.
 */
import { resolveInputs } from '../../files/io/inputs/resolve-inputs.ts'
import { RunDirectory } from '../../files/io/run-directory.ts'
import type { RunEvents } from '../../files/requests.ts'
import { directoryOf } from '../../files/run/open-run.ts'
import { Stages } from '../../files/run/stages.ts'
import { checkJobDirectory, checkShardInputs, checkSupported } from '../processes/supported.ts'
import { writeShard } from '../processes/write-shard.ts'
import { decideAll } from './decide.ts'
import { type ShardReport, shardReport } from './figures.ts'
import { type SignedShards, signedShards } from './job.ts'
import {
  type JobPlace,
  LocalPlace,
  type PlacedJob,
  type PlacedRequest,
  type RunShardsRequest,
} from './job-place.ts'
import { type DecidedJob, earlierDecisions, exportDecisions } from './parts.ts'

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
    const place = await openPlace({ request: placed, set, events })
    try {
      return await runIn(place, placed, events)
    } finally {
      await place.close()
    }
  })
}

/** Gives a job its directory, which is removed in the end unless it was named. */
async function inDirectory<T>(
  request: RunShardsRequest,
  work: (placed: PlacedRequest) => Promise<T>,
): Promise<T> {
  const { job, output, speed } = request
  if (job !== undefined) {
    checkJobDirectory(job)
    return work({ ...request, directory: job })
  }
  const temporary = new RunDirectory(speed.temp || (await directoryOf(output)))
  try {
    return await work({ ...request, directory: await temporary.path() })
  } finally {
    await temporary.remove()
  }
}

async function runIn(place: JobPlace, request: PlacedRequest, events: RunEvents): Promise<ShardReport> {
  const { job: _, directory: __, ...rest } = request
  const { directory } = place
  const stages = new Stages()
  await stages.time('scan', () => place.sign())
  const signed = await signedShards(directory)
  const decided = await stages.time('verify', () => decideIn(place, signed))
  const report = await shardReport(signed, decided, stages.reports)
  const written = { ...rest, decisions: decided.decisions, shard: 0, keys: signed.keys }
  return stages.time('write', () => writeShard(written, events, () => report))
}

/** Decides, unless an earlier run has. */
async function decideIn(place: JobPlace, signed: SignedShards): Promise<DecidedJob> {
  const { directory } = place
  const earlier = await earlierDecisions(directory, signed)
  if (earlier !== undefined) return earlier
  const engine = await place.engine()
  const state = await decideAll(engine, signed, directory, parts => place.measure(parts))
  return exportDecisions(engine, signed, directory, state)
}
