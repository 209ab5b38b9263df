/** What the files of a test process share, such as a browser, ends after all of them. */
import { after } from 'node:test'

const ends: (() => unknown)[] = []
after(() => Promise.all(ends.map(end => end())))

/** Calls `end` after the last test of the process. */
export function atEnd(end: () => unknown): void {
  ends.push(end)
}
