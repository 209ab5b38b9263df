/** The page of a search for passages: its figures, the passages and documents most worth a look. */

import type { PassagesReport } from '../passages/passage-requests.ts'
import type { NotedPassage, PassageTally } from '../passages/passage-tally.ts'
import { plainId } from '../run/identities.ts'
import type { Run } from '../run/run.ts'
import { documentText } from '../run/text-pairs.ts'
import { cutText, embeddable } from './data-text.ts'
import type { NamedDocument, PassagesData } from './report-data.ts'
import { writeData } from './report-page.ts'

const mostDocuments = 200
const mostCovered = 1000
/** Bytes of a passage that are shown. */
const mostTextBytes = 4000
const bins = 20

interface FoundPassages {
  readonly report: PassagesReport
  readonly tally: PassageTally
  /** [documents of the inputs] their tokens, and those outside of passages. */
  readonly tokens: Uint32Array
  readonly left: Uint32Array
}

export async function writePassagesPage(run: Run, path: string, found: FoundPassages): Promise<void> {
  const data = dataOf(run, found)
  await writeData(run, path, data, () => [embeddable(data)])
}

function dataOf(run: Run, { report, tally, tokens, left }: FoundPassages): PassagesData {
  const nameOf = (document: number): NamedDocument => ({
    id: plainId(run, document),
    at: run.documents.at(document),
  })
  const shares = new Array<number>(bins).fill(0)
  for (let document = 0; document < tokens.length; document++) {
    const share = tokens[document] === 0 ? 0 : 1 - left[document] / tokens[document]
    if (share > 0) shares[Math.min(bins - 1, Math.floor(share * bins))]++
  }
  const repeated = Uint32Array.from(tokens, (count, document) => count - left[document])
  const order = Uint32Array.from(repeated.keys()).filter(document => repeated[document] > 0)
  order.sort((a, b) => repeated[b] - repeated[a] || a - b)
  const { covered = [], ...rest } = report
  return {
    format: 1,
    command: 'passages',
    report: report.covered === undefined ? report : { ...rest, covered: covered.slice(0, mostCovered) },
    covered: covered.length,
    documents: tokens.length,
    repeatedBytes: tally.bytes,
    shares,
    passages: tally.passages.map(passage => ({
      ...nameOf(passage.document),
      ...textOf(run, passage),
      tokens: passage.tokens,
      repeated: passage.repeated,
      places: passage.places,
      others: passage.others.map(nameOf),
    })),
    mostRepeated: Array.from(order.subarray(0, mostDocuments), document => ({
      ...nameOf(document),
      tokens: tokens[document],
      repeated: repeated[document],
    })),
  }
}

function textOf(run: Run, { document, from, to }: NotedPassage) {
  return cutText(documentText(run, document).slice(from, to), mostTextBytes)
}
