/**
 * Progress: what a run has done so far, as named, checksummed files in one directory.
 *
 *     journal        entries: the job; each part of the scan; each grouped band           (log file)
 *     exact, keys …  the columns of the scan                                              (scan-columns.ts)
 *     memberships    documents and their groups                                           (log file)
 *     measured       measured pairs                                                       (measured-pairs.ts)
 *     block-0 …      candidates that do not fit into memory, and `carried` between them  (log files)
 *     owner          the process that writes here
 *
 * An entry of the journal comes after what it speaks of. A run that resumes reads the entries up to the first that
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
import type { ColumnShape } from './column-names.ts'
import { checkSame, type JobIdentity } from './job-identity.ts'
import { LogFile, wordPieces } from './log-file.ts'
import { type ColumnPart, ScanColumns } from './scan-columns.ts'

/** A grouped band: how many are done, the last group number, and the end of their memberships. */
interface GroupedBand {
  readonly bands: number
  readonly groups: number
  readonly length: number
}

type Entry =
  | { readonly kind: 'job'; readonly job: JobIdentity }
  | { readonly kind: 'part'; readonly part: ColumnPart }
  | { readonly kind: 'band'; readonly band: GroupedBand }

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
}

export class RunProgress {
  readonly directory: string
  readonly columns: ScanColumns
  readonly measured: LogFile
  readonly memberships: LogFile
  readonly #journal: LogFile
  #left: PlacedEntry[]
  readonly #further: LogFile[] = []

  /** @throws NearsameError RESUME_REFUSED, DISK_FULL, OUTPUT_DIRECTORY, OUTPUT_FAILED */
  constructor({ directory, job, shape, partBytes, resumes }: ProgressSettings) {
    this.directory = directory
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
    this.memberships = new LogFile(join(directory, 'memberships'))
    this.#dropBands()
    if (first === undefined) this.measured.cutAt(0)
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

  /** Forgets the grouped bands if their memberships are not what was written. */
  #dropBands(): void {
    const first = this.#left.findIndex(({ entry }) => entry.kind === 'band')
    if (first < 0) return
    const { length } = this.grouped
    for (const _ of this.memberships.frames(length)); // only for where they end
    if (this.memberships.length === length) return
    this.#journal.cutAt(this.#left[first].at)
    this.#left = this.#left.slice(0, first)
  }

  /** The ranges that an earlier run scanned, in order. */
  *scanned(rows: RowSettings): Generator<RangeResult> {
    let part = 0
    for (const { entry } of this.#left)
      if (entry.kind === 'part') yield* this.columns.ranges(part++, entry.part, rows)
  }

  /** The end of what was scanned; undefined if nothing was. */
  get scannedTo(): { readonly source: number; readonly to: number } | undefined {
    const last = this.#left.findLast(({ entry }) => entry.kind === 'part')?.entry
    return last?.kind === 'part' ? last.part.ranges.at(-1) : undefined
  }

  /** Takes the columns of a newly scanned range. @param releases whether no one else needs their memory */
  add(range: RangeResult, releases: boolean): void {
    if (this.columns.append(range, releases)) this.#flush()
  }

  #flush(): void {
    const part = this.columns.flush()
    if (part !== undefined) this.#add({ kind: 'part', part })
  }

  /** Call when all ranges are scanned. */
  endScan(): void {
    this.#flush()
    this.columns.finish()
  }

  /** The bands that an earlier run grouped. */
  get grouped(): GroupedBand {
    const last = this.#left.at(-1)?.entry
    return last?.kind === 'band' ? last.band : { bands: 0, groups: 0, length: 0 }
  }

  addBand(band: GroupedBand): void {
    this.#left = []
    this.#add({ kind: 'band', band })
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

  #add(entry: Entry): void {
    this.#journal.append(serialize(entry))
  }

  /** @param isKept whether another run may resume here */
  close(isKept: boolean): void {
    this.#flush()
    this.columns.close()
    for (const log of [this.#journal, this.measured, this.memberships, ...this.#further]) log.close()
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
  writeFileSync(path, ownerOfTemporaries())
}
