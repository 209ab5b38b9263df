/**
 * Groups: from the keys of all shards to classes of equal texts and groups of equal band keys.
 *
 *     keys ─▶ classes    each document, the first one of equal tokens, the first one of equal raw text
 *          ─▶ texts      the first document of each class that has tokens, with what bounds its similarities
 *          ─▶ bands      a row for each group of a text: equal keys of one band, at least two texts
 *
 * The number of a group is its band and its key in one BIGINT, so groups of different bands differ. `crowd` is the size
 * of the largest group of the text. A text in fewer groups than candidates share is left out.
 */
import { hashHalves, numbered, sketchColumns } from '../tables/columns.ts'
import type { EngineSql } from './dialect.ts'

/** What the statements need to know of a job. */
export interface SqlJob {
  readonly dialect: EngineSql
  /** Band keys of a document; 0 if only exact duplicates are wanted. */
  readonly bands: number
  /** Groups that candidates share at least. */
  readonly agree: number
  readonly threshold: number
  readonly measure: 'jaccard' | 'containment'
  /** Largest group whose pairs are measured all at once. */
  readonly smallGroup: number
}

/** The tables of texts and pairs in a round; names of tables contain its number. */
export interface RoundTables {
  readonly undecided: string
  /** All survivors so far. */
  readonly survivors: string
  /** Whether pairs have been measured before. */
  readonly hasMeasures: boolean
  /** The groups. */
  readonly bands: string
  /** Whether crowds are divided, so that shared groups are not shared bands (`crowds.ts`). */
  readonly isDivided: boolean
}

/** The statements, by table. `keys` must be open. */
export function groupStatements(job: SqlJob): readonly string[] {
  const { dialect } = job
  return [
    ...dialect.create('classes', classesQuery(job.bands > 0)),
    ...(job.bands > 0
      ? [
          ...dialect.create('texts', textsQuery(job)),
          ...dialect.groups(numbered('key', job.bands), job.agree),
        ]
      : []),
  ]
}

/** The columns of a hash, joined or equal. */
const hashNames = (prefix: string) => numbered(prefix, hashHalves)
const equal = (prefix: string, x: string, y: string) =>
  hashNames(prefix)
    .map(name => `${x}.${name} = ${y}.${name}`)
    .join(' AND ')

/** `representative` is the first document of the class, `twin` the first one of equal raw text. */
function classesQuery(byTokens: boolean): string {
  const [exact, tokens] = ['exact', 'tokens'].map(prefix => hashNames(prefix).join(', '))
  const twins = `(SELECT ${exact}, min(document) AS twin FROM keys GROUP BY ${exact}) e ON ${equal('exact', 'k', 'e')}`
  if (!byTokens) return `SELECT k.document, e.twin AS representative, e.twin\nFROM keys k JOIN ${twins}`
  // Equal keys are all that joins: with `token_count > 0` among its conditions, DuckDB needs 40 times the time.
  return `SELECT k.document, coalesce(CASE WHEN k.token_count > 0 THEN t.first END, e.twin) AS representative, e.twin
FROM keys k JOIN ${twins}
LEFT JOIN (SELECT ${tokens}, min(document) AS first FROM keys WHERE token_count > 0 GROUP BY ${tokens}) t
  ON ${equal('tokens', 'k', 't')}`
}

function textsQuery({ bands }: SqlJob): string {
  const columns = [
    'shingles',
    'record_offset',
    'record_length',
    ...numbered('key', bands),
    ...numbered('sketch', sketchColumns),
  ]
  return `SELECT k.document, ${columns.map(name => `k.${name}`).join(', ')}
FROM keys k JOIN classes c ON c.document = k.document
WHERE c.representative = k.document AND k.token_count > 0`
}

/** The bits in which the sketches of the texts `x` and `y` differ. */
export function differenceExpression({ dialect }: SqlJob, x: string, y: string): string {
  return numbered('sketch', sketchColumns)
    .map(column => dialect.differingBits(`${x}.${column}`, `${y}.${column}`))
    .join(' + ')
}

/** An upper bound of the similarity of texts with `size_a` and `size_b` shingles, whose sketches differ in `bits`. */
export function boundExpression({ measure }: SqlJob): string {
  const shared = 'least(size_a, size_b, (size_a + size_b - bits) * 5e-1)'
  const whole = measure === 'jaccard' ? `(size_a + size_b - ${shared})` : 'least(size_a, size_b)'
  return `CASE WHEN size_a < 0 OR size_b < 0 THEN 1e0 WHEN size_a = 0 OR size_b = 0 THEN 0e0
    ELSE ${shared} / ${whole} END`
}

/** The number of bands in which the texts `x` and `y` agree. */
export function agreeExpression({ bands }: SqlJob, x: string, y: string): string {
  return numbered('key', bands)
    .map(key => `CAST(${x}.${key} = ${y}.${key} AS INT)`)
    .join(' + ')
}
