/**
 * Decided windows: what star has decided, window by window, so that a run that resumes goes on behind the last one.
 *
 *     frame = documents visited u32 · removed documents n u32 · n documents i32 · n survivors i32 · n similarities f64
 *
 * Ours: all of it. Cost: 16 bytes on disk for each removed document.
 */
import type { DecidedWindows, Outcome } from '../../engine/batch/columns.ts'
import type { LogFile } from './log-file.ts'

export class WindowLog implements DecidedWindows {
  readonly #log: LogFile

  constructor(log: LogFile) {
    this.#log = log
  }

  restore({ survivor, similarity }: Outcome): number {
    let visited = 0
    for (const frame of this.#log.frames()) {
      visited = frame.readUInt32LE(0)
      const removed = frame.readUInt32LE(4)
      for (let i = 0; i < removed; i++) {
        const document = frame.readInt32LE(8 + 4 * i)
        survivor[document] = frame.readInt32LE(8 + 4 * (removed + i))
        similarity[document] = frame.readDoubleLE(8 + 8 * (removed + i))
      }
    }
    this.#log.cutAt(this.#log.length)
    return visited
  }

  add(visited: number, documents: Int32Array, { survivor, similarity }: Outcome): void {
    const removed = documents.filter(document => survivor[document] !== document)
    const frame = Buffer.allocUnsafe(8 + 16 * removed.length)
    frame.writeUInt32LE(visited, 0)
    frame.writeUInt32LE(removed.length, 4)
    for (const [i, document] of removed.entries()) {
      frame.writeInt32LE(document, 8 + 4 * i)
      frame.writeInt32LE(survivor[document], 8 + 4 * (removed.length + i))
      frame.writeDoubleLE(similarity[document], 8 + 8 * (removed.length + i))
    }
    this.#log.append(frame)
  }
}
