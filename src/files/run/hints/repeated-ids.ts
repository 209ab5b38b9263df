/** Repeated ids: records with the id of an earlier one, which results that name records by id cannot tell apart. */
import type { DocumentId } from '../../../engine/library/document.ts'
import { formats } from '../../formats/formats.ts'
import { readIds } from '../../work/thread/record-reader.ts'
import { placesOf } from '../documents/document-places.ts'
import type { Run } from '../run.ts'

/** Ids that are kept; later records are compared with these. */
const mostIds = 2 ** 16
/** Documents of a run that are looked at, at least. */
const fewest = 500
/** Bytes of a record that is looked at, at most: it is read into the memory of the calling thread. */
const longest = 2 ** 20
/** Ids that a hint shows. */
const shownIds = 3

/** A place is what the caller adds with an id, such as the number of a document. */
export class RepeatedIds<Place> {
  readonly #nameOf: (place: Place) => string
  /** Where each id is first. */
  readonly #first = new Map<DocumentId, Place>()
  readonly #shown = new Map<DocumentId, string>()
  #looked = 0
  #repeated = 0

  /** @param nameOf gives `file:record` */
  constructor(nameOf: (place: Place) => string) {
    this.#nameOf = nameOf
  }

  add(id: DocumentId, at: Place): void {
    this.#looked++
    const first = this.#first.get(id)
    if (first === undefined) {
      if (this.#first.size < mostIds) this.#first.set(id, at)
      return
    }
    this.#repeated++
    if (this.#shown.size < shownIds && !this.#shown.has(id))
      this.#shown.set(id, `${this.#nameOf(first)} and ${this.#nameOf(at)}`)
  }

  /** @param all the records of which those added are a part; undefined if they are all */
  hint(all?: number): string | undefined {
    if (this.#repeated === 0) return undefined
    const shown = [...this.#shown].map(([id, places]) => `${JSON.stringify(String(id))} at ${places}`)
    const of = all === undefined || all === this.#looked ? '' : ` of ${this.#looked} looked at`
    const records = this.#repeated === 1 ? '1 record' : `${this.#repeated} records`
    const have = this.#repeated === 1 ? 'has' : 'have'
    return `${records}${of} ${have} the id of an earlier one: ${shown.join('; ')}. Name another field by \`id\``
  }
}

/**
 * A hint on documents [from, to) of a run, which reads no ids otherwise. It looks at the first of each source, since
 * files often number their records alike, and at as many others in pairs of neighbours anywhere: of n documents whose
 * ids all occur twice, m of these have about m² / 2n repeats.
 */
export function repeatedIds({ documents, thread }: Run, from: number, to: number): string | undefined {
  const ids = new RepeatedIds((document: number) => documents.at(document))
  const numbers = lookedAt(documents, from, to)
  let next = 0
  for (const id of readIds(thread, placesOf(documents, numbers))) {
    const document = numbers[next++]
    if (id !== undefined && id !== null) ids.add(id, document)
  }
  return ids.hint(to - from)
}

/** Documents of [from, to) whose records may have an id, ascending. */
function lookedAt(documents: Run['documents'], from: number, to: number): Int32Array {
  const { records, sources } = documents
  if (from === to) return Int32Array.of()
  const most = Math.min(mostIds, Math.max(fewest, Math.floor((to - from) / 100)))
  const hasIds = (document: number) => formats[sources[records.sourceOf(document)].format.name].hasIds
  const others = scattered(from, to, most).filter(hasIds)
  const all = new Set([...firstOfEach(documents, from, to, most), ...others])
  return Int32Array.from([...all].filter(document => documents.placeOf(document).length <= longest)).sort()
}

/** Pairs of neighbours, one pair in each of equal parts of [from, to), at a place that only its number decides. */
function scattered(from: number, to: number, most: number): number[] {
  const pairs = Math.min(most, to - from) >> 1
  const step = (to - from) / pairs
  const numbers: number[] = []
  for (let part = 0; part < pairs; part++) {
    const place = (Math.imul(part, 0x9e3779b1) >>> 0) / 2 ** 32
    const first = from + Math.floor(part * step + place * (step - 2))
    numbers.push(first, first + 1)
  }
  return numbers
}

/** The first documents of each source whose records may have an id. */
function firstOfEach(documents: Run['documents'], from: number, to: number, most: number): number[] {
  const { records, sources } = documents
  const numbers: number[] = []
  const firstSource = records.sourceOf(from)
  const count = records.sourceOf(to - 1) + 1 - firstSource
  for (let i = 0; i < count && numbers.length < most; i++) {
    const source = firstSource + i
    if (!formats[sources[source].format.name].hasIds) continue
    const start = Math.max(from, records.firstDocument(source))
    const end = source + 1 < firstSource + count ? records.firstDocument(source + 1) : to
    const share = Math.ceil((most - numbers.length) / (count - i))
    for (let document = start; document < Math.min(start + share, end); document++) numbers.push(document)
  }
  return numbers
}
