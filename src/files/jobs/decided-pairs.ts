/** Decided pairs: pairs that a person has accepted or rejected, read from pairs files as documents of a run. */

import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { GivenPairsFiles } from '../job-files.ts'
import { readPairs } from '../outputs/pairs-file.ts'
import type { Run } from '../run/run.ts'
import type { TextPairsRequest } from '../run/text-pairs.ts'
import { documentsById } from './documents-by-id.ts'

/**
 * REQUIRES: the run is scanned.
 *
 * @param split with two sides, the first document of B: the first id is then from A, the second from B
 * @throws NearsameError OPTION_VALUE for methods that cannot use decisions, DOCUMENT_NOT_FOUND, PAIRS_FILE
 */
export async function decidedPairs(
  run: Run,
  { accept, reject }: GivenPairsFiles,
  split?: number,
): Promise<Pick<TextPairsRequest, 'accepted' | 'rejected'>> {
  if (accept === undefined && reject === undefined) return {}
  const { method } = run.settings.result
  if (method !== 'records') {
    throw new NearsameError('OPTION_VALUE', {
      expected: 'decided pairs only with the method records, which learns from them',
      got: `the method ${method}`,
      fix: 'leave out `accept` and `reject`, or set `method` to records',
    })
  }
  const numbers = documentsById(run, split)
  return {
    ...(accept !== undefined && { accepted: await pairsOf(accept, numbers) }),
    ...(reject !== undefined && { rejected: await pairsOf(reject, numbers) }),
  }
}

async function pairsOf(
  path: string,
  [first, second]: ReturnType<typeof documentsById>,
): Promise<[number, number][]> {
  const pairs: [number, number][] = []
  await readPairs(path, (id1, id2) => {
    const [left, right] = [first(id1), second(id2)]
    if (left === undefined || right === undefined) {
      throw new NearsameError('DOCUMENT_NOT_FOUND', {
        expected: `a record with the id ${JSON.stringify(left === undefined ? id1 : id2)}`,
        got: 'none',
        where: path,
        fix: 'check the ids of the decided pairs',
      })
    }
    pairs.push([left, right])
  })
  return pairs
}
