/**
 * State inputs: which inputs of a run are new, whether the old ones are the same, and what is remembered of
 * the new.
 */
import { resolve } from 'node:path'
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { InputSet } from '../inputs/resolve/input.ts'
import { inputChanged } from '../io/input-errors.ts'
import { statWords } from '../io/stat-words.ts'
import type { Run } from '../run/run.ts'
import { knownFile, sameFile } from './known-inputs.ts'
import type { EarlierInput, Manifest } from './manifest.ts'
import { MovedInputs } from './moved-inputs.ts'

/** The inputs that no earlier run has read, and how they are now. */
export interface NewInputs {
  readonly set: InputSet
  /** Of each, as `KnownFile.stat`. */
  readonly stats: readonly string[]
  /** Warnings for the report, one line each. */
  readonly warnings: readonly string[]
}

/** @throws NearsameError STATE_REFUSED for inputs that cannot be read again, and if none is new */
export function newInputs(found: InputSet, earlier: readonly EarlierInput[]): NewInputs {
  const passing = found.inputs.find(({ isStream, object }) => isStream || object !== undefined)
  if (passing !== undefined) {
    throw new NearsameError('STATE_REFUSED', {
      expected: 'inputs that are files, which later runs read again',
      got: passing.name,
      fix: 'copy it to a file first, and keep that file',
    })
  }
  const known = new Set(earlier.map(({ path }) => path))
  const inputs = found.inputs.filter(({ path }) => !known.has(resolve(path)))
  if (inputs.length === 0) {
    throw new NearsameError('STATE_REFUSED', {
      expected: 'at least one input that no earlier run with this state has read',
      got: found.inputs.map(({ name }) => name).join(', '),
      fix: 'name new files',
    })
  }
  const old = found.inputs.length - inputs.length
  const warnings =
    old === 0 ? [] : [`left out ${old} of the inputs, which earlier runs with this state have read`]
  return { set: { ...found, inputs }, stats: inputs.map(({ path }) => statWords(resolve(path))), warnings }
}

/**
 * The inputs of earlier runs as they are now, and perhaps elsewhere.
 *
 * @throws NearsameError INPUT_MISSING, INPUT_UNREADABLE, INPUT_CHANGED
 */
export async function sameInputs(
  { inputs, directory: before }: Pick<Manifest, 'inputs' | 'directory'>,
  directory: string,
  found: InputSet,
): Promise<EarlierInput[]> {
  const moved = new MovedInputs(before, directory, found)
  const same: EarlierInput[] = []
  for (const input of inputs) {
    try {
      same.push({ ...input, ...(await sameFile(input)) })
    } catch (error) {
      if (!isNearsameError(error) || error.code === 'INPUT_UNREADABLE') throw error
      const elsewhere = await moved.find(input)
      if (elsewhere === undefined)
        throw error.code === 'INPUT_MISSING' ? missing(input, directory, error) : error
      same.push({ ...input, ...elsewhere })
    }
  }
  return same
}

function missing({ path }: EarlierInput, directory: string, cause: NearsameError): NearsameError {
  return new NearsameError('INPUT_MISSING', {
    expected: `the input ${path}, which an earlier run with the state ${directory} has read`,
    got: 'no file of that name, nor its bytes among and beside the inputs',
    fix: 'name it among the inputs where it is now, or start a new `state` with all inputs',
    cause,
  })
}

/**
 * What later runs need to know of the inputs of a run.
 *
 * @param state without them
 * @throws NearsameError INPUT_CHANGED if one was written to after the run had looked at it
 */
export async function knownInputs(
  run: Run,
  { set, stats }: NewInputs,
  state: Manifest,
): Promise<EarlierInput[]> {
  // A file without a byte has no record; it is read when it has some.
  if (set.format !== 'whole' && set.inputs.every(({ sizeBytes }) => sizeBytes === 0)) return []
  const { records } = run.documents
  const known: EarlierInput[] = []
  for (const [number, input] of set.inputs.entries()) {
    const path = resolve(input.path)
    const file = await knownFile(path, () => run.rest())
    if (stats[number] !== file.stat || statWords(path) !== file.stat)
      throw inputChanged('a later time of change', input.name)
    known.push({
      ...file,
      input: { ...input, path },
      source: run.sources.plain[number],
      textBytes: run.sources.sizes[number],
      recordsBefore: state.records + records.countBefore(number),
      records: records.countOf(number),
    })
  }
  return known
}
