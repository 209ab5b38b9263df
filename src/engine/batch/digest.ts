/**
 * Digest: one hash, equal for two runs that decided the same about every record.
 *
 * SHA-256 over one line for each removed record, ascending by record number, fields separated by one blank:
 *
 *     <record> <survivor's record> exact|normalised|near <similarity>\n
 *
 * Record numbers count from 1 over the whole input, bad records included, so the digest does not depend on how the
 * input is divided into files. The similarity is the shortest decimal that reads back as the same double.
 *
 * Ours. The format of the lines is fixed in docs/formats/digest.md.
 */
import { kinds, type Outcome } from './columns.ts'

export const kindNames = Object.keys(kinds) as (keyof typeof kinds)[]

/** The line of a removed record. Records are numbered over the whole input. */
export function digestLine(
  record: number,
  survivor: number,
  kind: (typeof kindNames)[number],
  similarity: number,
): string {
  return `${record} ${survivor} ${kind} ${similarity}\n`
}

/** Lines of the digest, in pieces of at most about 64 KiB. `recordOf` gives the global record number. */
export function* digestLines(
  count: number,
  outcome: Outcome,
  recordOf: (document: number) => number,
): Generator<string> {
  let piece = ''
  for (let document = 0; document < count; document++) {
    const kind = outcome.kind[document]
    if (kind === kinds.kept) continue
    const survivor = recordOf(outcome.survivor[document])
    piece += digestLine(recordOf(document), survivor, kindNames[kind], outcome.similarity[document])
    if (piece.length > 65536) {
      yield piece
      piece = ''
    }
  }
  yield piece
}
