/**
 * Decisions file: what people decided about pairs, as documents of a run.
 *
 *     id1,id2,decision,survivor,by,at     decision: same | different | empty; the last three may be empty or missing
 *
 * CSV, or JSONL with these names; under a header that names the decision, columns may be in any order after the
 * ids, as in a review file that went through a spreadsheet. A pair with an empty decision is not decided. Ids are
 * compared as text; the first record with an id has it.
 */
import { createHash } from 'node:crypto'
import {
  type DecisionCounts,
  type JudgedPair,
  numberDecisions,
  type PlacedDecision,
} from '../../engine/decisions/given-decisions.ts'
import { Judgements } from '../../engine/decisions/judgements.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { readPairRows } from '../outputs/pairs-file.ts'
import type { Run } from '../run/run.ts'
import { documentsById } from './documents-by-id.ts'

/** Decisions of a run, and what its report says of them. */
export interface RunDecisions {
  readonly judgements: Judgements
  readonly pairs: readonly JudgedPair[]
  readonly report: DecisionCounts & { readonly sha256: string }
}

/**
 * REQUIRES: the run is scanned.
 *
 * @param split with two sides, the first document of B: the first id is then from A, the second from B
 * @throws NearsameError PAIRS_FILE for a bad row, DECISIONS_CONFLICT; those of reading
 */
export async function readDecisions(
  run: Run,
  path: string | undefined,
  split?: number,
): Promise<RunDecisions | undefined> {
  if (path === undefined) return undefined
  const decisions: PlacedDecision[] = []
  const hash = createHash('sha256')
  await readPairRows(path, ({ id1, id2, where, field }) => {
    const given = field(2, 'decision')
    const decision = given?.trim().toLowerCase()
    const survivor = field(3, 'survivor') ?? ''
    if (decision === '') return // not decided yet
    if (decision !== 'same' && decision !== 'different') {
      throw badRow('the decision `same` or `different`, or an empty one', given ?? '', where)
    }
    if (survivor !== '' && decision === 'different') {
      throw badRow('no survivor for documents that are different', survivor, where)
    }
    hash.update(`${JSON.stringify([id1, id2, decision, survivor])}\n`)
    decisions.push({ id1, id2, decision, ...(survivor !== '' && { survivor }), place: where })
  })
  const { pairs, counts } = numberDecisions(decisions, ...documentsById(run, split))
  return {
    judgements: new Judgements(pairs, run.documents.count),
    pairs,
    report: { ...counts, sha256: hash.digest('hex') },
  }
}

function badRow(expected: string, got: string, where: string): NearsameError {
  return new NearsameError('PAIRS_FILE', {
    expected,
    got: JSON.stringify(got.slice(0, 60)),
    where,
    fix: 'write decisions as CSV rows `id1,id2,decision,survivor,by,at`',
  })
}
