/**
 * Manifest: the file `state.json`, which says what a state consists of. What it does not name is not there.
 *
 *     {"nearsameState":4,"checksum":CRC-32 of the JSON of `state`,"state":{…}}
 *
 * It is replaced by one rename, with the outputs of the run, after everything that it names is on the disk.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { InputFormat } from '../../ground/options/input-options.ts'
import type { Input } from '../inputs/resolve/input.ts'
import type { Source } from '../inputs/source.ts'
import { fileError } from '../io/temporaries.ts'
import type { JsonOptions } from '../progress/job-identity.ts'
import { opened, writeWhole } from '../progress/log-file.ts'
import type { KnownFile } from './known-inputs.ts'

/**
 * The version of the files of a state and of all that decides what they hold: raised when a hash, key or
 * sketch changes.
 */
const version = 4

/** An input of an earlier run. */
export interface EarlierInput extends KnownFile {
  readonly input: Input
  /** How its records are read. */
  readonly source: Source
  /** Bytes of text: of the file, or of its copy. */
  readonly textBytes: number
  /** Records of all inputs before it; its own, bad ones included. */
  readonly recordsBefore: number
  readonly records: number
}

/** The files of one run: how much of each counts. */
export interface StateRun {
  readonly survivors: number
  /** Lengths of the logs in bytes, by their names. */
  readonly bytes: Readonly<Record<LogName, number>>
  /** Documents that it kept, those without a text included. */
  readonly kept: number
}

export const logNames = ['keys', 'survivors', 'clusters', 'removed', 'rarity', 'shingles'] as const
export type LogName = (typeof logNames)[number]

export interface Manifest {
  /** Where the state was when it was written: absolute. */
  readonly directory: string
  readonly options: JsonOptions
  readonly format: InputFormat
  /** Text fields, once a record has shown them. */
  readonly text?: readonly string[]
  readonly inputs: readonly EarlierInput[]
  readonly runs: readonly StateRun[]
  /** Records of all inputs, bad ones included. */
  readonly records: number
  /** Clusters of at least two: the number of the last one. */
  readonly clusters: number
  /** SHA-256 of the decisions on all records. */
  readonly digest: string
}

const pathOf = (directory: string) => join(directory, 'state.json')

/** The path of a log of run `run`, from 0. */
export function logPath(directory: string, name: LogName, run: number): string {
  return join(directory, `${name}-${run + 1}`)
}

/** Whether a run has written logs there: each writes a manifest first. */
function hasLogs(directory: string): boolean {
  return logNames.some(name => existsSync(logPath(directory, name, 0)))
}

/** Undefined if there is none. @throws NearsameError STATE_CORRUPT, STATE_REFUSED for another version */
export function readManifest(directory: string): Manifest | undefined {
  let text: string
  try {
    text = readFileSync(pathOf(directory), 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT' && !hasLogs(directory)) return undefined
    throw stateCorrupt(pathOf(directory), cause)
  }
  let read: { nearsameState?: unknown; checksum?: unknown; state?: Manifest }
  try {
    read = JSON.parse(text)
  } catch (cause) {
    throw stateCorrupt(pathOf(directory), cause)
  }
  if (read.nearsameState !== version && typeof read.nearsameState === 'number') {
    throw new NearsameError('STATE_REFUSED', {
      expected: `a state of version ${version}`,
      got: String(read.nearsameState),
      where: directory,
      fix: 'use the version of nearsame that wrote it, or start a new `state` with all inputs',
    })
  }
  const { state } = read
  if (state === undefined || crc32(JSON.stringify(state)) !== read.checksum)
    throw stateCorrupt(pathOf(directory))
  return state
}

/** Writes a manifest under another name. @returns the name it is to get */
export function writeManifest(state: Manifest, directory: string, temporary: string): string {
  const text = JSON.stringify({ nearsameState: version, checksum: crc32(JSON.stringify(state)), state })
  const fd = opened(temporary, fileError)
  try {
    writeWhole(fd, temporary, Buffer.from(text), 0, fileError)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  return pathOf(directory)
}

/** Waits until a file is on the disk. Windows asks for the right to write. */
export function syncPath(path: string): void {
  const fd = openSync(path, 'r+')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

export function stateCorrupt(path: string, cause?: unknown): NearsameError {
  return new NearsameError('STATE_CORRUPT', {
    expected: 'the bytes that an earlier run wrote',
    got: 'others',
    where: path,
    fix: 'check the disk, and restore the state from a copy or start a new one with all inputs',
    ...(cause !== undefined && { cause }),
  })
}
