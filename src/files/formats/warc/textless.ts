/** Textless records: those of web archives that are not read, by kind. */
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'

/** Number of records by kind: their type, and their media type if that decided. */
export type TextlessRecords = Map<string, number>

/** More kinds than this are counted as `other`. */
const mostKinds = 50

/** Media types of pages. */
export const pages: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml'])

/** Whether a kind is that of pages. */
export function isPage(kind: string): boolean {
  return pages.has(kind.slice(kind.lastIndexOf(' ') + 1))
}

/** Adds one record of a kind. */
export function countKind(counts: TextlessRecords, kind: string): void {
  const key = counts.has(kind) || counts.size < mostKinds ? kind : 'other'
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** The numbers of several inputs together. */
export function addedKinds(all: readonly TextlessRecords[]): Record<string, number> {
  const sums = new Map<string, number>()
  for (const counts of all)
    for (const [kind, count] of counts) sums.set(kind, (sums.get(kind) ?? 0) + count)
  return Object.fromEntries(sums)
}

/**
 * The error of inputs that had records and no text; undefined for those without a record. Records about others
 * (`warcinfo`, `request`, `metadata`, `revisit`) have no content of their own, so they are named only if there are no
 * others.
 *
 * @param isHtmlRead whether pages count as texts
 */
export function noTexts(counts: TextlessRecords, isHtmlRead: boolean): NearsameError | undefined {
  if (counts.size === 0) return undefined
  const withContent = [...counts].filter(([kind]) => /^(?:response|resource|conversion|other)\b/.test(kind))
  const left = withContent.length > 0 ? withContent : [...counts]
  left.sort(([, a], [, b]) => b - a)
  const shown = left.slice(0, 3).map(([kind, count]) => `${count} ${kind}`)
  const wet = 'take the WET files of the crawl (`.warc.wet.gz`), which have the texts of its pages'
  return new NearsameError('TEXT_MISSING', {
    expected: 'a record with a text',
    got: `none: ${shown.join(', ')}${left.length > shown.length ? ', …' : ''} left out`,
    fix: isHtmlRead || withContent.length === 0 ? wet : `read the pages with \`html\`, or ${wet}`,
  })
}
