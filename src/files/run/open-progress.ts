/** Opens the progress of a run that keeps to a budget, or that another run may resume. */
import { createHash } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { version } from '../../ground/version.ts'
import { statOf, statWords, wordsOfStat } from '../io/stat-words.ts'
import { type JobIdentity, jsonOptions } from '../progress/job-identity.ts'
import { lockProgress, RunProgress } from '../progress/progress.ts'
import type { ResumableJob, RunNeeds } from './open-run.ts'
import type { Run } from './run.ts'

/**
 * Opens `run.progress` if the run needs it. Command and output name the job: progress towards another output is
 * that of another job.
 *
 * @throws NearsameError RESUME_REFUSED; those of writing
 */
export async function openProgress(run: Run, { alsoReads = [], resumable }: RunNeeds): Promise<void> {
  const { running, speed, spills } = run.settings
  const named = running.resume ? resumable : undefined
  if (named !== undefined) checkInputs(run)
  else if (resumable !== undefined) removeStopped(run, resumable)
  if (named === undefined && !spills) return
  const directory =
    named === undefined ? join(await run.directory.path(), 'progress') : progressPath(speed.temp, named)
  const lock = named && lockProgress(directory)
  const { documents } = run
  try {
    run.progress = new RunProgress({
      directory,
      lock,
      job: jobOf(run, alsoReads, resumable?.options),
      shape: documents.shape,
      blockBytes: run.budget.blockBytes,
    })
  } catch (error) {
    lock?.release()
    throw error
  }
  run.keepsProgress = named !== undefined
  documents.progress = run.progress
}

/**
 * Removes the progress of a run that was stopped, and says so.
 *
 * @throws NearsameError RESUME_REFUSED if it still runs
 */
function removeStopped(run: Run, job: ResumableJob): void {
  const directory = progressPath(run.settings.speed.temp, job)
  if (!existsSync(directory)) return
  const lock = lockProgress(directory)
  rmSync(directory, { recursive: true, force: true })
  lock.release()
  run.warnings.push(
    `removed the progress of a stopped run, which \`resume\` would have gone on with: ${directory}`,
  )
}

/** Where the progress of a job is. @param temp '' for the system's directory for temporary files */
function progressPath(temp: string, { command, output = '' }: ResumableJob): string {
  const name = createHash('sha256')
    .update(`${command} ${resolve(output)}`)
    .digest('hex')
    .slice(0, 16)
  return resolve(temp === '' ? tmpdir() : temp, `.nearsame-progress-${name}`)
}

/** @param alsoReads files beside the inputs; undefined if not given @param own options of this job alone */
function jobOf({ settings }: Run, alsoReads: RunNeeds['alsoReads'] = [], own: object = {}): JobIdentity {
  const { result, input, set } = settings
  const inputs = set.inputs.map(({ path, sizeBytes, isStream, object }) => {
    const isFile = isStream !== true && object === undefined
    const stat = isFile ? statWords(path) : JSON.stringify(object ?? 'stream')
    return { path: resolve(path), sizeBytes, stat }
  })
  const further = alsoReads.flatMap(path => {
    if (path === undefined) return []
    const found = statOf(path)
    return [{ path: resolve(path), sizeBytes: Number(found.size), stat: wordsOfStat(found) }]
  })
  return {
    version,
    options: jsonOptions(result, input, own),
    inputs: [...inputs, ...further],
  }
}

/** @throws NearsameError RESUME_REFUSED for a stream, which cannot be read again */
function checkInputs({ settings }: Run): void {
  const stream = settings.set.inputs.find(({ isStream }) => isStream)
  if (stream === undefined) return
  throw new NearsameError('RESUME_REFUSED', {
    expected: 'inputs that can be read again',
    got: stream.name,
    fix: 'write it to a file first, or run without `resume`',
  })
}
