/** Input for a report of many clusters. */
import { closeSync, openSync, writeSync } from 'node:fs'

/** Two documents of each cluster differ in a word; words are numbers, so that clusters share nothing. */
export function writeClusters(path: string, clusters: number): void {
  const file = openSync(path, 'w')
  for (let from = 0; from < clusters; from += 1000) {
    let lines = ''
    for (let cluster = from; cluster < from + 1000; cluster++) {
      const words = Array.from({ length: 24 }, (_, word) => `w${cluster}x${word}`).join(' ')
      lines += `${JSON.stringify({ id: `a${cluster}`, text: `${words} one` })}\n`
      lines += `${JSON.stringify({ id: `b${cluster}`, text: `${words} two` })}\n`
    }
    writeSync(file, lines)
  }
  closeSync(file)
}
