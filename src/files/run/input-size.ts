/**
 * Input size: how many bytes and documents inputs have, about, from a few samples, before anything is scanned.
 *
 *     documents of a file = its bytes * line feeds in the samples / bytes of the samples
 *
 * Ours: all of it. Cost: up to 128 reads of 64 KiB. Error: records whose length changes inside a file, or that have
 * line feeds; formats without lines count as records of a usual length, lines without a line feed as one.
 */
import { readSync } from 'node:fs'
import { formats } from '../formats/formats.ts'
import { type Input, type InputSet, isReadInPlace } from '../inputs/resolve/input.ts'
import { contentOf, ifOpened } from '../io/file-kind.ts'
import { formatOfName } from '../io/file-name.ts'

export interface InputSize {
  /** Bytes to scan, once they are unpacked; Infinity for a stream. */
  readonly bytes: number
  /** 0 for a stream. */
  readonly documents: number
  readonly files: number
}

/** Bytes of a usual record in the input. */
export const usualRecord = 2500
/** Bytes of an archive, a stream or Parquet once it is unpacked, without a sample of it. */
export const usualRatio = 4
const sampleBytes = 64 * 1024
const samplesOfFile = 4
const sampledFiles = 32

/** What a sample shows of an input. */
interface Shape {
  /** Unpacked bytes for each byte of the file. */
  readonly ratio: number
  /** Unpacked bytes of a record. */
  readonly record: number
}

/** @throws NearsameError INPUT_UNREADABLE */
export function inputSizeOf({ inputs }: Pick<InputSet, 'inputs'>): InputSize {
  const files = inputs.length
  if (inputs.some(({ isStream }) => isStream))
    return { bytes: Number.POSITIVE_INFINITY, documents: 0, files }
  const step = Math.max(1, Math.ceil(inputs.length / sampledFiles))
  let bytes = 0
  let documents = 0
  let shape: Shape = { ratio: 1, record: usualRecord }
  for (const [number, input] of inputs.entries()) {
    if (number % step === 0) shape = shapeOf(input)
    bytes += shape.ratio * input.sizeBytes
    documents += Math.ceil((shape.ratio * input.sizeBytes) / shape.record)
  }
  return { bytes: Math.ceil(bytes), documents, files }
}

function shapeOf(input: Input): Shape {
  if (input.format === 'whole') return { ratio: 1, record: Math.max(1, input.sizeBytes) }
  const usual = { ratio: isReadInPlace(input) ? 1 : usualRatio, record: usualRecord }
  if (input.object !== undefined || input.format === 'parquet' || input.sizeBytes === 0) return usual
  if (isReadInPlace(input)) {
    const samples = samplesOf(input)
    // A line that is longer than the samples may be the only one.
    const isOneLine = samples.length > 0 && formats[input.format].cut.by === 'line'
    return { ratio: 1, record: recordIn(samples) ?? (isOneLine ? input.sizeBytes : usualRecord) }
  }
  const start = contentOf(input.path, sampleBytes)?.start
  if (start === undefined || formatOfName(input.path).compression === 'none') return usual
  const packed = Math.min(sampleBytes, input.sizeBytes)
  return { ratio: Math.max(1, start.length / packed), record: recordIn([start]) ?? usualRecord }
}

/** Pieces of a file, from all over it; none if it cannot be opened, which the scan will report. */
function samplesOf({ path, sizeBytes }: Input): Uint8Array[] {
  const samples = ifOpened(path, file =>
    Array.from({ length: samplesOfFile }, (_, sample) => {
      const at = Math.floor((sample / samplesOfFile) * sizeBytes)
      const bytes = new Uint8Array(sampleBytes)
      return bytes.subarray(0, readSync(file, bytes, 0, sampleBytes, at))
    }),
  )
  return samples ?? []
}

/** Bytes of a record in samples of lines; undefined if they have no line feed. */
function recordIn(samples: readonly Uint8Array[]): number | undefined {
  let bytes = 0
  let lines = 0
  for (const sample of samples) {
    bytes += sample.length
    for (let feed = sample.indexOf(10); feed >= 0; feed = sample.indexOf(10, feed + 1)) lines++
  }
  return lines === 0 ? undefined : bytes / lines
}
