/** Reviews as CSV (RFC 4180), which `--decisions` reads. */
import type { Review } from './reviews.ts'

export const csvHeader = 'id1,id2,decision,survivor,by,at\n'

/** A row with its line end. */
export function csvRow({ id1, id2, decision, survivor, by, at }: Review): string {
  return `${[id1, id2, decision, survivor ?? '', by, at].map(csvField).join(',')}\n`
}

/** Readers may trim a field that is not quoted. @example csvField('a "b"') // => '"a ""b"""' */
export function csvField(value: unknown): string {
  const text = String(value)
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
