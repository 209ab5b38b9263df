/** Records read again by their place in a source, into kernel memory or as values. */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { align64 } from '../../texts/kernels/layout/memory-layout.ts'
import type { ParsedRecord } from '../formats/record-format.ts'
import { readInput } from '../io/read-input.ts'
import type { PlainSource } from '../sources/source.ts'
import type { TextRange } from './extract.ts'
import type { Thread } from './thread.ts'

export interface RecordPlace {
  readonly source: PlainSource
  readonly offset: number
  readonly length: number
}

/**
 * Reads the record and puts its text behind it.
 *
 * @param at free kernel memory
 * @throws NearsameError INPUT_CHANGED when the file no longer holds what was scanned; INPUT_UNREADABLE.
 */
export function readText(thread: Thread, { source, offset, length }: RecordPlace, at: number): TextRange {
  const { space } = thread
  const out = align64(at + length + 64)
  space.reserve(out + length + 128)
  readRecord(thread, source, offset, length, at)
  const range: TextRange = { from: 0, to: 0, free: 0 }
  if (thread.extractorOf(source).text(at, at + length, out, range) !== undefined)
    throw changed(source, offset)
  range.free = align64(Math.max(range.free, out))
  return range
}

/** The record's id; undefined where it has none. */
export function readId(thread: Thread, place: RecordPlace): ParsedRecord['id'] {
  const { source, offset, length } = place
  const at = thread.sets.free
  thread.space.reserve(at + length + 128)
  readRecord(thread, source, offset, length, at)
  const id = thread.extractorOf(source).id(at, at + length)
  return id === undefined ? readValues(thread, place).id : (id ?? undefined)
}

/** The record's id, text and fields as values of their own. */
export function readValues(thread: Thread, { source, offset, length }: RecordPlace): ParsedRecord {
  const at = thread.sets.free
  thread.space.reserve(at + length + 128)
  readRecord(thread, source, offset, length, at)
  const parsed = thread.extractorOf(source).parse(at, at + length)
  if (parsed instanceof Error) throw changed(source, offset)
  return { ...parsed, text: parsed.text.slice() }
}

function readRecord(thread: Thread, source: PlainSource, offset: number, length: number, at: number): void {
  const fd = thread.files.of(source.file)
  let got = 0
  while (got < length) {
    const reading = { at: at + got, length: length - got, position: offset + got }
    const bytes = readInput(fd, source.path, thread.space.bytes, reading)
    if (bytes === 0) throw changed(source, offset)
    got += bytes
  }
}

function changed(source: PlainSource, offset: number): NearsameError {
  return new NearsameError('INPUT_CHANGED', {
    expected: 'the input to stay as it is during the run',
    got: 'other bytes than the first time',
    where: `${source.path}, byte ${offset}`,
    fix: 'run again when nothing writes to the input',
  })
}
