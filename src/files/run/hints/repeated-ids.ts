/** Repeated ids: records with the id of an earlier one, which results that name records by id cannot tell apart. */
import type { DocumentId } from '../../../engine/library/document.ts'
import { formats } from '../../formats/formats.ts'
import { readIds } from '../../thread/record-reader.ts'
import { placesOf } from '../documents/places.ts'
import type { Run } from '../run.ts'

/** Ids that are kept; later records are compared with these. */
const mostIds = 2 ** 16
/** Documents of a run that are looked at, at least. */
const fewest = 500
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
 * A hint on documents [from, to) of a run, which reads no ids otherwise: so the first ones of each source are looked
 * at, in all a hundredth of them, but 500 at least.
 */
export function repeatedIds({ documents, thread }: Run, from: number, to: number): string | undefined {
  const ids = new RepeatedIds((document: number) => documents.at(document))
  const numbers = firstOfEach(documents, from, to)
  let next = 0
  for (const id of readIds(thread, placesOf(documents, numbers))) {
    const document = numbers[next++]
    if (id !== undefined && id !== null) ids.add(id, document)
  }
  return ids.hint(to - from)
}

/** Documents of [from, to): the first ones of each source whose records may have an id. */
function firstOfEach(documents: Run['documents'], from: number, to: number): Int32Array {
  const { records, sources } = documents
  const most = Math.max(fewest, Math.floor((to - from) / 100))
  const numbers: number[] = []
  if (from === to) return Int32Array.of()
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
  return Int32Array.from(numbers)
}
