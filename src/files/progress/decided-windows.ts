/**
 * Decided windows: what star has decided, window by window, so that a run that resumes goes on behind the last one.
 *
 *     frame = rows (log-rows.ts): documents visited · -1 · 0, then of each removed document: it · survivor · similarity
 *
 * Ours: all of it. Cost: 16 bytes on disk for each removed document.
 */
import type { DecidedWindows, Outcome } from '../../engine/batch/columns.ts'
import type { LogFile } from './log-file.ts'
import { appendRows, restoreRows } from './log-rows.ts'

/** In the place of a survivor. */
const ofWindow = -1

export class WindowLog implements DecidedWindows {
  readonly #log: LogFile

  constructor(log: LogFile) {
    this.#log = log
  }

  restore({ survivor, similarity }: Outcome): number {
    let visited = 0
    restoreRows(this.#log, (document, survivorOf, value) => {
      if (survivorOf === ofWindow) visited = document
      else {
        survivor[document] = survivorOf
        similarity[document] = value
      }
    })
    return visited
  }

  add(visited: number, documents: Int32Array, { survivor, similarity }: Outcome): void {
    const removed = documents.filter(document => survivor[document] !== document)
    const survivors = Array.from(removed, document => survivor[document])
    const values = Array.from(removed, document => similarity[document])
    appendRows(this.#log, [visited, ...removed], [ofWindow, ...survivors], [0, ...values])
  }
}
