/**
 * Range cuts: record starts at which a file can be divided into ranges.
 *
 * A file still being written is cut at the last record start in the bytes written so far.
 */
import { readSync } from 'node:fs'
import { csvCuts, type Dialect } from '../formats/cut-csv.ts'
import type { Cut } from '../formats/cuts.ts'
import { inputError } from '../io/input-errors.ts'
import { withOpen } from '../io/read-input.ts'
import type { ScanRange } from './source.ts'

/** Calls `use` with the open file. @throws NearsameError INPUT_MISSING, INPUT_UNREADABLE */
export function withFile<T>(path: string, use: (fd: number) => T): T {
  try {
    return withOpen(path, use)
  } catch (cause) {
    throw inputError(cause, path)
  }
}

/** Starts of CSV rows about every `rangeBytes` of [from, to). REQUIRES: as `csvCuts`. */
function rowCuts(path: string, from: number, to: number, rangeBytes: number, dialect: Dialect): number[] {
  return withFile(path, fd => csvCuts(fd, from, to, rangeBytes, dialect))
}

/** Starts of lines about every `rangeBytes` of [from, to). */
export function lineCuts(path: string, from: number, to: number, rangeBytes: number): number[] {
  const cuts: number[] = []
  for (let seen = from, at = from + rangeBytes; at < to; seen = at, at += rangeBytes) {
    const cut = lastLine(path, seen, at)
    if (cut > seen) cuts.push(cut)
  }
  return cuts
}

/** Distance of the CSV record starts among which `lastCut` takes the last. */
const csvStep = 1 << 16

/** The last record start in (from, to], for CSV one of the last; `from` if there is none. Rows are written whole. */
export function lastCut(path: string, from: number, to: number, cut: Cut): number {
  switch (cut.by) {
    case 'line':
      return lastLine(path, from, to)
    case 'csv':
      return rowCuts(path, from, to, csvStep, cut.dialect).at(-1) ?? from
    case 'row':
      return to
    case 'whole':
      return from
  }
}

/** The last start of a line in (from, to]; `from` if there is none. */
function lastLine(path: string, from: number, to: number): number {
  const block = Buffer.allocUnsafe(1 << 16)
  return withFile(path, fd => {
    for (let end = to; end > from; end -= block.length) {
      const start = Math.max(from, end - block.length)
      const length = readSync(fd, block, 0, end - start, start)
      const at = block.subarray(0, length).lastIndexOf(10)
      if (at >= 0) return start + at + 1
    }
    return from
  })
}

/** The ranges between consecutive cuts, at each of which a record starts. */
export function* rangesBetween(source: number, cuts: readonly number[]): Generator<ScanRange> {
  for (let i = 1; i < cuts.length; i++) yield { source, from: cuts[i - 1], to: cuts[i], isAligned: true }
}

/** The ranges of a file that is complete; a list if there is one, since the file may be one of many small ones. */
export function rangesOf(path: string, all: ScanRange, cut: Cut, rangeBytes: number): Iterable<ScanRange> {
  const { source, from, to } = all
  switch (cut.by) {
    case 'line':
      return lineRanges(all, rangeBytes)
    case 'csv':
      return rangesBetween(source, [from, ...rowCuts(path, from, to, rangeBytes, cut.dialect), to])
    case 'row':
    case 'whole':
      return [all]
  }
}

function* lineRanges({ source, from, to }: ScanRange, rangeBytes: number): Generator<ScanRange> {
  for (let at = from; at < to; at += rangeBytes)
    yield { source, from: at, to: Math.min(at + rangeBytes, to), isAligned: at === from }
}
