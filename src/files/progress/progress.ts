/**
 * Progress: what a run has done so far, as named, checksummed files in one directory.
 *
 *     journal        entries: the job; each part of the scan                              (log file)
 *     exact, keys …  the columns of the scan                                              (scan-columns.ts)
 *     measured       measured pairs                                                       (measured-pairs.ts)
 *     decided        documents that star has decided                                      (decided-windows.ts)
 *     written        pieces of the kept records                                           (written-pieces.ts)
 *     memberships    documents and their groups, and what follows from them, if memory has no room: `block-0` …,
 *                    `carried`; made again by a run that resumes                          (log files)
 *     owner          the process that writes here
 *
 * A journal entry is written after the data it describes. A run that resumes reads the entries up to the first that
 * fails a check, and goes on from there: what follows is overwritten.
 *
 * Ours: all of it.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { WordFile } from '../../engine/cluster/divided.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { isForeignOwner, ownerOfTemporaries } from '../io/leftovers.ts'
import { temporaryError } from '../io/temporaries.ts'
import type { RangeResult } from '../tasks/scan-range.ts'
import type { RowSettings } from '../thread/open-chunk.ts'
import { type ColumnName, type ColumnShape, placeColumns } from './column-names.ts'
import { checkSame, type JobIdentity } from './job-identity.ts'
import { LogFile, wordPieces } from './log-file.ts'
import { type ColumnPart, ScanColumns } from './scan-columns.ts'

type Entry =
  | { readonly kind: 'job'; readonly job: JobIdentity }
  | { readonly kind: 'part'; readonly part: ColumnPart }

/** An entry, and where it begins in the journal. */
interface PlacedEntry {
  readonly at: number
  readonly entry: Entry
}

interface ProgressSettings {
  readonly directory: string
  readonly job: JobIdentity
  readonly shape: ColumnShape
  /** Bytes of columns in a part. */
  readonly partBytes: number
  /** Whether the files of an earlier run go on. */
  readonly resumes: boolean
  /** Whether hashes, keys and sketches stay on disk. */
  readonly isSpilled: boolean
}

export class RunProgress {
  readonly directory: string
  readonly columns: ScanColumns
  readonly measured: LogFile
  /** Documents that are decided (decided-windows.ts), and pieces of the kept records (written-pieces.ts). */
  readonly decided: LogFile
  readonly written: LogFile
  readonly #journal: LogFile
  /** The columns that go back to memory; undefined: all. */
  readonly #restored: readonly ColumnName[] | undefined
  #left: PlacedEntry[]
  readonly #further: LogFile[] = []

  /** @throws NearsameError RESUME_REFUSED, DISK_FULL, OUTPUT_DIRECTORY, OUTPUT_FAILED */
  constructor({ directory, job, shape, partBytes, resumes, isSpilled }: ProgressSettings) {
    this.directory = directory
    this.#restored = isSpilled ? placeColumns : undefined
    if (!resumes) rmSync(directory, { recursive: true, force: true })
    claimProgress(directory)
    this.#journal = new LogFile(join(directory, 'journal'))
    this.#left = [...entriesOf(this.#journal)]
    const first = this.#left.shift()?.entry
    if (first?.kind === 'job') checkSame(first.job, job)
    else {
      this.#left = []
      this.#journal.cutAt(0)
      this.#add({ kind: 'job', job })
    }
    this.columns = new ScanColumns(directory, shape, partBytes)
    this.#dropDamaged()
    this.measured = new LogFile(join(directory, 'measured'))
    this.decided = new LogFile(join(directory, 'decided'))
    this.written = new LogFile(join(directory, 'written'))
    if (first === undefined) for (const log of [this.measured, this.decided, this.written]) log.cutAt(0)
  }

  /** Keeps the entries before the first part whose columns are not what was written. */
  #dropDamaged(): void {
    for (const [i, { at, entry }] of this.#left.entries()) {
      if (entry.kind !== 'part' || this.columns.restore(entry.part)) continue
      this.#journal.cutAt(at)
      this.#left = this.#left.slice(0, i)
      return
    }
  }

  /** The ranges that an earlier run scanned, in order. */
  *scanned(rows: RowSettings): Generator<RangeResult> {
    let part = 0
    for (const { entry } of this.#left)
      if (entry.kind === 'part') yield* this.columns.ranges(part++, entry.part, rows, this.#restored)
  }

  /** The end of what was scanned; undefined if nothing was. */
  get scannedTo(): { readonly source: number; readonly to: number } | undefined {
    const last = this.#left.at(-1)?.entry
    return last?.kind === 'part' ? last.part.ranges.at(-1) : undefined
  }

  /** Takes the columns of a newly scanned range. @param releases whether no one else needs their memory */
  add(range: RangeResult, releases: boolean): void {
    this.columns.append(range, releases)
  }

  /** Call when all ranges of a task are there: they share memory. */
  endTask(): void {
    if (this.columns.isFull) this.#flush()
  }

  #flush(): void {
    const part = this.columns.flush()
    if (part !== undefined) this.#add({ kind: 'part', part })
  }

  /** Call when all ranges are scanned. */
  endScan(): void {
    this.#flush()
    this.columns.finish()
    this.#left = []
  }

  /** A new, empty file of words, which a run that resumes makes again. */
  words(name: string): WordFile {
    const log = new LogFile(join(this.directory, name))
    log.cutAt(0)
    this.#further.push(log)
    return {
      append: piece => log.append(new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength)),
      read: () => wordPieces(log),
    }
  }

  #logs(): LogFile[] {
    const { measured, decided, written } = this
    return [this.#journal, measured, decided, written, ...this.#further]
  }

  #add(entry: Entry): void {
    this.#journal.append(serialize(entry))
  }

  /** @param isKept whether another run may resume here */
  close(isKept: boolean): void {
    try {
      if (isKept) this.#flush()
    } catch {} // the disk is full: the buffered part will be scanned again
    this.columns.close()
    for (const log of this.#logs()) log.close()
    if (!isKept) rmSync(this.directory, { recursive: true, force: true })
    else rmSync(join(this.directory, 'owner'), { force: true })
  }
}

function* entriesOf(journal: LogFile): Generator<PlacedEntry> {
  let at = 0
  for (const frame of journal.frames()) {
    yield { at, entry: deserialize(frame) as Entry }
    at = journal.length
  }
  journal.cutAt(journal.length)
}

/** Makes the directory ours. @throws NearsameError RESUME_REFUSED if another process works there */
export function claimProgress(directory: string): void {
  const path = join(directory, 'owner')
  let owner: string | undefined
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    owner = readFileSync(path, 'latin1')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw temporaryError(cause, directory)
  }
  if (owner !== undefined && isForeignOwner(owner)) {
    throw new NearsameError('RESUME_REFUSED', {
      expected: 'a run that has ended',
      got: 'one that still runs',
      where: directory,
      fix: 'wait until it has ended, or use another `temp`',
    })
  }
  try {
    writeFileSync(path, ownerOfTemporaries())
  } catch (cause) {
    throw temporaryError(cause, directory)
  }
}
