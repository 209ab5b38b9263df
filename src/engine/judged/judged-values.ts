/** Judged values: the similarity of any two documents, in the way of the method, also of those it would not pair. */
import type { PairRows } from '../../ground/pair-rows/pair-rows.ts'
import { kinds } from '../batch/columns.ts'
import { measureBeside, pairKind } from '../batch/equal-signatures.ts'
import { areEqual } from '../batch/group-equal.ts'
import type { Verifier } from '../cluster/candidates.ts'
import { measureOpen } from '../cluster/measure-open.ts'
import { decidingVerifier, type Ports } from '../decide/measuring.ts'

export interface Known {
  /** The measured document of each document's class of equal texts, whose groups are known. */
  readonly representative: Int32Array
  /** The pairs that the method found itself. */
  readonly found?: PairRows | undefined
}

/**
 * A verifier of any two documents: `same` for equal texts, NaN where the method has no value.
 *
 * REQUIRES: the hashes of the texts are not released
 */
export function judgedVerifier(ports: Ports, { representative, found }: Known): Verifier {
  const { columns, decision } = ports
  const { kind, same } = decision
  const values = found && knownValues(found, columns.count)
  const open = async (left: Int32Array, right: Int32Array): Promise<ArrayLike<number>> => {
    switch (kind) {
      case 'exact':
        return Array.from(left, () => Number.NaN)
      case 'pairs':
        return Array.from(left, (a, i) => values?.(a, right[i]) ?? Number.NaN)
      case 'signature':
        return Array.from(left, (a, i) => (areEqual(columns, 'keys', a, right[i]) ? 1 : 0))
      case 'measure':
        return measureBeside(columns, left, right, ports.verifier)
      case 'trials': {
        const measured = (side: Int32Array) => side.map(document => representative[document])
        return decidingVerifier(ports).measure(measured(left), measured(right))
      }
    }
  }
  return {
    async measure(left, right) {
      const similarity = Float64Array.from(left, (document, pair) =>
        pairKind(columns, document, right[pair]) === kinds.near ? Number.NaN : same,
      )
      return measureOpen(similarity, left, right, open)
    },
  }
}

function knownValues({ left, right, similarity }: PairRows, count: number) {
  const values = new Map(Array.from(left, (a, row) => [a * count + right[row], similarity[row]]))
  return (a: number, b: number) => values.get(Math.min(a, b) * count + Math.max(a, b))
}
