/**
 * Review file: the most doubtful pairs of a run side by side, for a person who fills the column `decision` and gives
 * the file back as `decisions`.
 *
 *     id1,id2,decision,found,similarity,pattern,name_1,name_2,…
 *
 * `found` is what the run says: yes, no, or undecided; then `pattern` names the columns in which all such pairs differ.
 */
import type { Judgements } from '../../engine/decisions/judgements.ts'
import type { DocumentId } from '../../engine/library/document.ts'
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { ReviewRows } from '../../methods/contract/method.ts'
import { formatOfName } from '../io/file-name.ts'
import type { GivenReviewOptions } from '../job-files.ts'
import type { RunRequest } from '../requests.ts'
import { idOfDocument } from '../run/identities.ts'
import { columnNames, columnValues } from '../run/read-columns.ts'
import type { Run } from '../run/run.ts'
import { documentText, type TextPairsRequest } from '../run/text-pairs.ts'
import type { Cell } from './table-lines.ts'
import { writeFlatTable } from './write-table.ts'

/** Pairs in the file; about an hour of work. */
const reviewed = 100

/** Errors of pairs that a person should look at. */
const refusals: ReadonlySet<string> = new Set(['UNDECIDED_PAIRS', 'TOO_MANY_NEAR'])

/** @throws NearsameError OPTION_VALUE for methods that doubt no pair */
export function checkReview({
  result: { method, near },
  review,
}: Pick<RunRequest, 'result'> & GivenReviewOptions): void {
  if (review === undefined || (method === 'records' && near)) return
  throw new NearsameError('OPTION_VALUE', {
    expected: '`review` only with the method records, which says how sure it is of a pair',
    got: `the method ${method}`,
    fix: 'leave out `review`, or set `method` to records',
  })
}

/** The doubtful pairs of a run, collected as it finds them, and written. */
export class ReviewTable {
  readonly #path: string | undefined
  readonly #judgements: Judgements | undefined
  #rows: ReviewRows | undefined

  constructor({ review }: GivenReviewOptions, judgements: Judgements | undefined) {
    this.#path = review
    this.#judgements = judgements
  }

  /** What asks for the pairs. */
  get request(): Pick<TextPairsRequest, 'review' | 'onReview'> {
    if (this.#path === undefined) return {}
    const more = this.#judgements?.decisions ?? 0
    const onReview = (rows: ReviewRows) => {
      this.#rows = rows
    }
    return { review: reviewed + more, onReview }
  }

  /**
   * If the pairs are refused, the review is published all the same, since it shows what to decide.
   *
   * @returns the error, which then names the review
   */
  async publishRefused(run: Run, error: unknown): Promise<unknown> {
    if (!isNearsameError(error) || !refusals.has(error.code) || this.#rows === undefined) return error
    await this.write(run)
    await run.publication.publish()
    const fix = `${error.fix}; ${this.#path} has the pairs to decide, for \`decisions\``
    return new NearsameError(error.code, { ...error.parts, fix })
  }

  async write(run: Run): Promise<void> {
    const path = this.#path
    if (path === undefined || this.#rows === undefined) return
    const names = columnNames(run)
    const columns = names.length > 1 ? names : ['text']
    const isCsv = formatOfName(path).format !== 'jsonl'
    const beside = columns.flatMap(name => [`${name}_1`, `${name}_2`])
    const rows = this.#cells(run, names.length > 1 ? names : [])
    const table = {
      names: ['id1', 'id2', 'decision', 'found', 'similarity', 'pattern', ...beside],
      parts: [rows],
      ids: rows.flatMap(([id1, id2]) => [id1, id2] as DocumentId[]),
    }
    await writeFlatTable(run, path, table, isCsv)
  }

  #cells(run: Run, names: readonly string[]): Cell[][] {
    const { left, right, similarity, isMatch, pattern } = this.#rows as ReviewRows
    const open = [...left.keys()].filter(row => !this.#judgements?.areDecided(left[row], right[row]))
    return open.slice(0, reviewed).map(row => {
      const pair = [left[row], right[row]]
      const beside =
        names.length === 0
          ? pair.map(document => documentText(run, document))
          : besideOf(pair.map(document => columnValues(run, document, names)))
      const [id1, id2] = pair.map(document => idOfDocument(run, document))
      const found = isMatch[row] === 1 ? 'yes' : pattern[row] === '' ? 'no' : 'undecided'
      return [id1, id2, '', found, similarity[row], pattern[row], ...beside]
    })
  }
}

/** The values of both sides, column by column. */
function besideOf([first, second]: readonly string[][]): string[] {
  return first.flatMap((value, i) => [value, second[i]])
}
