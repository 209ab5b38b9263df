/** New run: from uploads, options and perhaps an earlier run to what is kept of it. */
import { stat } from 'node:fs/promises'
import { formats } from '../../files/formats/formats.ts'
import { fileInput } from '../../files/inputs/resolve/file-input.ts'
import { readPairRows } from '../../files/outputs/pairs-file.ts'
import { haveSameHeader } from '../../files/preview/same-header.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { repeatedName } from '../../ground/lists/distinct.ts'
import { resolveInputOptions } from '../../ground/options/input-options.ts'
import type { Viewer } from '../guards/viewers.ts'
import { decisionLines, type RunDecision, type RunEntry } from './run-entry.ts'
import { checkRunOptions, inputOptionsIn } from './run-options.ts'
import { filesOf } from './run-outputs.ts'
import type { RunPlace } from './run-place.ts'
import type { NewRun } from './runs.ts'

export interface AskedRun {
  readonly uploads: readonly string[]
  readonly options?: object | undefined
  readonly like?: string | undefined
  readonly name?: string | undefined
}

interface Asker {
  readonly viewer: Viewer
  /** The time, ISO 8601. */
  readonly at: string
}

/** @throws NearsameError OPTION_VALUE, OPTION_UNKNOWN, UPLOAD_NOT_FOUND, RUN_NOT_FOUND, INPUT_FORMAT_UNKNOWN */
export async function newRun(
  { uploads, runs }: RunPlace,
  asked: AskedRun,
  { viewer, at }: Asker,
): Promise<NewRun> {
  const like = asked.like === undefined ? undefined : runs.get(asked.like, viewer)
  const options = checkRunOptions({ ...like?.options, ...asked.options })
  const found = asked.uploads.map(id => uploads.get(id, viewer))
  const names = found.map(({ name }) => name)
  const twice = repeatedName(names)
  if (twice !== undefined) {
    throw new NearsameError('OPTION_VALUE', {
      expected: 'uploads of different names, by which records are called',
      got: `${JSON.stringify(twice)} twice`,
      fix: 'send one of them under another name',
    })
  }
  const paths = found.map(upload => uploads.pathOf(upload))
  const inputOptions = resolveInputOptions(inputOptionsIn(options))
  const inputs = await Promise.all(
    found.map(async ({ name }, at) => fileInput(paths[at], name, await stat(paths[at]), inputOptions)),
  )
  const whole = inputs.find(({ format }) => formats[format].isFileEach)
  if (whole !== undefined) throw oneDocument(whole.name)
  const files = filesOf(
    inputs,
    options,
    inputs.length === 1 || (await haveSameHeader(inputs, inputOptions)),
  )
  if (options.goldenRule !== undefined && files.golden === undefined) throw notMerged(options.goldenRule)
  const decisions = like === undefined ? [] : await lastingDecisions(like, runs.decisionsPath(like))
  return {
    name: asked.name ?? names[0],
    owner: viewer.owner,
    uploads: asked.uploads,
    inputs: found.map(({ name, bytes }) => ({ name, bytes })),
    format: inputs[0].format,
    options,
    files,
    paths,
    decided: decisions.length,
    decisions: decisions.length === 0 ? undefined : decisionLines(decisions, viewer.name, at),
  }
}

function oneDocument(name: string): NearsameError {
  return new NearsameError('INPUT_FORMAT_UNKNOWN', {
    expected: 'uploads whose names or `inputFormat` say how their records are written',
    got: `${JSON.stringify(name)}, which is one document`,
    fix: 'name the format with `inputFormat`, such as txt for a document in each line',
  })
}

function notMerged(goldenRule: string): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: '`goldenRule` only with records of JSON, CSV, Excel or Arrow, whose fields can be merged',
    got: JSON.stringify(goldenRule),
    fix: 'leave `goldenRule` out',
  })
}

/** The decisions that hold for another file, too: not those about records that are called by their place. */
async function lastingDecisions({ inputs }: RunEntry, path: string | undefined): Promise<RunDecision[]> {
  if (path === undefined) return []
  const isPlace = (id: string) =>
    inputs.some(({ name }) => id.startsWith(`${name}:`) && /^\d+$/.test(id.slice(name.length + 1)))
  const decisions: RunDecision[] = []
  await readPairRows(path, ({ id1, id2, field }) => {
    const decided = field(2, 'decision')
    if (isPlace(id1) || isPlace(id2)) return
    decisions.push({
      id1,
      id2,
      decision: decided === 'same' || decided === 'different' ? decided : 'unsure',
    })
  })
  return decisions
}
