/** Log rows: what a run notes of pairs, decided documents and pieces: frames of i32 · i32 · f64, little endian. */
import type { LogFile } from './log-file.ts'

/** Bytes of a row. */
const rowBytes = 16

/** Appends rows, by columns, as one frame. @throws NearsameError as `append` does */
export function appendRows(
  log: LogFile,
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  values: ArrayLike<number>,
): void {
  const rows = new DataView(new ArrayBuffer(rowBytes * first.length))
  for (let row = 0, at = 0; row < first.length; row++, at += rowBytes) {
    rows.setInt32(at, first[row], true)
    rows.setInt32(at + 4, second[row], true)
    rows.setFloat64(at + 8, values[row], true)
  }
  log.append(new Uint8Array(rows.buffer))
}

/** Takes the rows that an earlier run appended; the log goes on behind them. */
export function restoreRows(
  log: LogFile,
  take: (first: number, second: number, value: number) => void,
): void {
  for (const frame of log.frames()) {
    const rows = new DataView(frame.buffer, frame.byteOffset, frame.length)
    for (let at = 0; at < frame.length; at += rowBytes)
      take(rows.getInt32(at, true), rows.getInt32(at + 4, true), rows.getFloat64(at + 8, true))
  }
  log.cutAt(log.length)
}
