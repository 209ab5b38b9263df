/** Sentences about a result, for a person who has a list and no wish for figures. */
import type { Run } from '../data/runs.ts'
import { count, plural } from '../parts/figures.tsx'

const tables: readonly string[] = ['csv', 'tsv', 'xlsx', 'parquet']

/** What the person calls a record of the file. */
const nounOf = ({ format, options }: Run) =>
  tables.includes(format) || options.method === 'records' ? 'row' : 'document'

/** @example resultSentence of 951 documents, 644 kept: 951 documents; 307 are copies (32 %); 644 are kept. */
export function resultSentence(run: Run): string {
  const { read = 0, kept = 0, bad = 0 } = run.summary?.counts ?? {}
  if (read === 0) return `${plural(0, nounOf(run))}: there is nothing to compare.`
  const copies = read - kept
  const share = Math.round((100 * copies) / read)
  const shown = copies > 0 && share === 0 ? 'less than 1 %' : `${share} %`
  const found =
    copies === 0
      ? 'none is a copy of another'
      : `${count(copies)} ${copies === 1 ? 'is a copy' : 'are copies'} (${shown}); ${count(kept)} ${kept === 1 ? 'is' : 'are'} kept`
  const left =
    bad === 0 ? '' : ` ${plural(bad, 'row')} could not be read and ${bad === 1 ? 'is' : 'are'} left out.`
  return `${plural(read, nounOf(run))}; ${found}.${left}`
}

const denominators = [2, 3, 4, 5, 10, 20, 100] as const

/** @example aboutShare(0.95) // => 'About 19 of 20 are' */
function aboutShare(value: number): string {
  if (value >= 0.995) return 'Nearly all are'
  if (value < 0.005) return 'Hardly any is'
  const isClose = (of: number) => {
    const part = Math.round(value * of)
    return part > 0 && part < of && Math.abs(part / of - value) < 0.015
  }
  const of = denominators.find(isClose) ?? 100
  const part = Math.round(value * of)
  return `About ${part} of ${of} ${part === 1 ? 'is' : 'are'}`
}

/** How far the result can be trusted, where that is estimated; else how alike the copies are. */
export function estimateSentence({ summary }: Run): string {
  if (summary === undefined || summary.counts.read === summary.counts.kept) return ''
  const { read, kept, near } = summary.counts
  const { estimatedPrecision: right } = (summary.notes ?? {}) as {
    readonly estimatedPrecision?: number | null
  }
  if (near === 0) return 'Every copy has the same words as its twin.'
  if (right === undefined || right === null) {
    const same = read - kept - near
    if (same === 0) return 'No copy has the very same words as its twin; all are nearly the same.'
    return `${plural(same, 'copy has', 'copies have')} the same words; ${plural(near, 'is', 'are')} nearly the same.`
  }
  const wrong = Math.min(near, Math.round((1 - right) * (read - kept)))
  const doubt = wrong === 0 ? '' : `; ${wrong === 1 ? 'one copy' : `${count(wrong)} copies`} may be none`
  return `${aboutShare(right)} right${doubt}.`
}
