/** Reads records again by their place in a source, into kernel memory or as values. */
import type { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { withoutStacks } from '../../../ground/errors/without-stacks.ts'
import { align64 } from '../../../texts/kernels/layout/memory-layout.ts'
import { type ParsedRecord, recordTooLong } from '../../formats/record-format.ts'
import { ofAgainst } from '../../inputs/side.ts'
import type { Source } from '../../inputs/source.ts'
import { readWhole } from '../../inputs/source-slices.ts'
import { inputChanged } from '../../io/input-errors.ts'
import type { TextRange } from './text-range.ts'
import type { Thread } from './thread.ts'

export interface RecordPlace {
  readonly source: Source
  readonly offset: number
  readonly length: number
}

/** Places of records, as plain data for a task. */
export interface Places {
  readonly sources: Readonly<Record<number, Source>>
  readonly source: Int32Array
  readonly offset: Float64Array
  readonly length: Uint32Array
}

/**
 * Reads the record and puts its text behind it.
 *
 * @param at free kernel memory
 * @throws NearsameError INPUT_CHANGED if the file has changed since the scan; INPUT_UNREADABLE
 */
export function readText(thread: Thread, place: RecordPlace, at: number): TextRange {
  readAlone(thread, place, at)
  return textAt(thread, place, at, align64(at + place.length + 64))
}

/** The place of record `i` of a task. */
export function placeIn({ sources, source, offset, length }: Places, i: number): RecordPlace {
  return { source: sources[source[i]], offset: offset[i], length: length[i] }
}

/** The text of a record that is at `at`. @param out free memory behind it */
function textAt(thread: Thread, place: RecordPlace, at: number, out: number): TextRange {
  const { source, length } = place
  thread.space.reserve(out + length + 128)
  const range: TextRange = { from: 0, to: 0, free: 0 }
  if (thread.extractorOf(source).text(at, at + length, out, range) !== undefined) throw changed(place)
  range.free = align64(Math.max(range.free, out))
  return range
}

/** The text of a record that is at `record` in kernel memory. */
interface RecordText extends TextRange {
  readonly record: number
}

/** Bytes that are read at once for neighbouring records. */
const mostAtOnce = 4 * 2 ** 20
/** Bytes between two records read at once: copying them takes as long as another read. */
const mostBetween = 2 ** 15

/**
 * The texts of records, one after the other; each overwrites the memory of the one before. Neighbours are read at once.
 *
 * @throws NearsameError as `readText` does
 */
export function* readTexts(thread: Thread, places: Places): Generator<RecordText> {
  for (const { i, record, free } of readRecords(thread, places))
    yield { record, ...textAt(thread, placeIn(places, i), record, free) }
}

/** The ids of records, one after the other; undefined for one without. @throws NearsameError as `readText` does */
export function* readIds(thread: Thread, places: Places): Generator<ParsedRecord['id']> {
  for (const { i, record } of readRecords(thread, places)) yield idAt(thread, placeIn(places, i), record)
}

/** The fields of records, one after the other. @throws NearsameError as `readText` does */
export function* readRecordFields(thread: Thread, places: Places): Generator<Pick<ParsedRecord, 'field'>> {
  for (const { i, record } of readRecords(thread, places))
    yield parsedAt(thread, placeIn(places, i), record)
}

/** Where each record is in kernel memory, and the free memory behind it. */
function* readRecords(
  thread: Thread,
  places: Places,
): Generator<{ readonly i: number; readonly record: number; readonly free: number }> {
  const { source, offset, length } = places
  const start = thread.sets.free
  for (let from = 0, to = 0; from < offset.length; from = to) {
    const isNext = (i: number) =>
      source[i] === source[from] &&
      offset[i] >= offset[i - 1] + length[i - 1] &&
      offset[i] <= offset[i - 1] + length[i - 1] + mostBetween &&
      offset[i] + length[i] - offset[from] <= mostAtOnce
    for (to = from + 1; to < offset.length && isNext(to); ) to++
    const bytes = offset[to - 1] + length[to - 1] - offset[from]
    thread.space.reserve(start + bytes + 128)
    readRecord(thread, { ...placeIn(places, from), length: bytes }, start)
    const free = align64(start + bytes + 64)
    for (let i = from; i < to; i++) yield { i, record: start + offset[i] - offset[from], free }
  }
}

/** The record's id; undefined if it has none. */
export function readId(thread: Thread, place: RecordPlace): ParsedRecord['id'] {
  return idAt(thread, place, readAlone(thread, place))
}

/** The same of a record that is at `at` in kernel memory. */
export function idAt(thread: Thread, place: RecordPlace, at: number): ParsedRecord['id'] {
  const extractor = thread.extractorOf(place.source)
  const id = extractor.id(at, at + place.length)
  return id === undefined ? parsedAt(thread, place, at).id : (id ?? undefined)
}

function parsedAt(thread: Thread, place: RecordPlace, at: number): ParsedRecord {
  const parsed = thread.extractorOf(place.source).parse(at, at + place.length)
  if (parsed instanceof Error) throw changed(place)
  return parsed
}

/** The record as its source has it, a copy. @throws NearsameError as `readText` does */
export function readBytes({ files }: Thread, { source, offset, length }: RecordPlace): Uint8Array {
  const bytes = new Uint8Array(length)
  readWhole(files.of(source.file), source, bytes, offset)
  return bytes
}

/** The record's id, text and fields as values of their own. */
export function readValues(thread: Thread, place: RecordPlace): ParsedRecord {
  const parsed = parsedAt(thread, place, readAlone(thread, place))
  return { ...parsed, text: parsed.text.slice() }
}

/** Maximum bytes of a bad record that are shown. */
const shownBytes = 1 << 16

/** A bad record again: its error, and its first bytes, a view. @throws NearsameError as `readText` does */
export function readBad(
  thread: Thread,
  place: RecordPlace,
  maxRecord: number,
): { readonly error: NearsameError; readonly bytes: Uint8Array } {
  const { source, offset, length } = place
  const at = thread.sets.free
  const isLong = length > maxRecord + 1 || (length > maxRecord && !endsLine(thread, place))
  const read = isLong ? { source, offset, length: Math.min(length, shownBytes) } : place
  const out = align64(at + read.length + 64)
  thread.space.reserve(out + read.length + 128)
  readRecord(thread, read, at)
  const found = isLong
    ? recordTooLong(length - (endsLine(thread, place) ? 1 : 0), maxRecord)
    : withoutStacks(() =>
        thread.extractorOf(source).text(at, at + length, out, { from: 0, to: 0, free: 0 }),
      )
  if (found === undefined) throw changed(place)
  const error = source.isAgainst ? ofAgainst(found) : found
  const bytes = thread.space.bytes.subarray(at, at + Math.min(length, shownBytes))
  return { error, bytes: thread.extractorOf(source).format.asGiven?.(bytes) ?? bytes }
}

/** Whether the last byte of a record is a line feed. */
function endsLine({ files }: Thread, { source, offset, length }: RecordPlace): boolean {
  const last = new Uint8Array(1)
  readWhole(files.of(source.file), source, last, offset + length - 1)
  return last[0] === 10
}

/** Reads a record into free kernel memory. @returns its address */
function readAlone(thread: Thread, place: RecordPlace, at = thread.sets.free): number {
  thread.space.reserve(at + place.length + 128)
  readRecord(thread, place, at)
  return at
}

function readRecord(thread: Thread, { source, offset, length }: RecordPlace, at: number): void {
  readWhole(thread.files.of(source.file), source, thread.space.bytes.subarray(at, at + length), offset)
}

function changed({ source, offset }: RecordPlace): Error {
  return inputChanged('other bytes than the first time', `${source.path}, byte ${offset}`)
}
