/**
 * Groups: from the keys of all shards to classes of equal texts and groups of equal band keys.
 *
 *     keys ─▶ classes    each document, the first one of equal tokens, the first one of equal raw text
 *          ─▶ texts      the first document of each class that has tokens, with what bounds its similarities
 *          ─▶ bands      a row for each group of a text: equal keys of one band, at least two texts
 *
 * The number of a group is its band and its key in one BIGINT, so groups of different bands differ.
 */
import { numbered, sketchColumns } from '../tables/columns.ts'
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
      ? [...dialect.create('texts', textsQuery(job)), ...dialect.create('bands', bandsQuery(job))]
      : []),
  ]
}

/** `representative` is the first document of the class, `twin` the first one of equal raw text. */
function classesQuery(byTokens: boolean): string {
  const twins = `(SELECT exact, min(document) AS twin FROM keys GROUP BY exact) e ON k.exact = e.exact`
  if (!byTokens) return `SELECT k.document, e.twin AS representative, e.twin\nFROM keys k JOIN ${twins}`
  // Equal keys are all that joins: with `token_count > 0` among its conditions, DuckDB needs 40 times the time.
  return `SELECT k.document, coalesce(CASE WHEN k.token_count > 0 THEN t.first END, e.twin) AS representative, e.twin
FROM keys k JOIN ${twins}
LEFT JOIN (SELECT tokens, min(document) AS first FROM keys WHERE token_count > 0 GROUP BY tokens) t
  ON k.tokens = t.tokens`
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

/** `members` of each group, and `crowd`, the members of the largest group of the document. */
function bandsQuery({ dialect, bands }: SqlJob): string {
  const keys = numbered('key', bands).map((key, band) => `CAST(${key} AS BIGINT) + ${2 ** 32 * band}`)
  return `SELECT band, document, members, max(members) OVER (PARTITION BY document) AS crowd FROM (
  SELECT band, document, count(*) OVER (PARTITION BY band) AS members FROM (
    SELECT document, ${dialect.unnest(keys)} AS band FROM texts
  ) a
) b WHERE members > 1`
}

/** An upper bound of the similarity of the texts `x` and `y`, from their sketches. */
export function boundExpression({ dialect, measure }: SqlJob, x: string, y: string): string {
  const bits = numbered('sketch', sketchColumns)
    .map(column => dialect.differingBits(`${x}.${column}`, `${y}.${column}`))
    .join(' + ')
  const [a, b] = [x, y].map(text => `CAST(${text}.shingles AS DOUBLE)`)
  const shared = `least(${a}, ${b}, (${a} + ${b} - (${bits})) * 5e-1)`
  const whole = measure === 'jaccard' ? `(${a} + ${b} - ${shared})` : `least(${a}, ${b})`
  return `CASE WHEN ${x}.shingles < 0 OR ${y}.shingles < 0 THEN 1e0
    WHEN ${x}.shingles = 0 OR ${y}.shingles = 0 THEN 0e0
    ELSE ${shared} / ${whole} END`
}

/** The number of bands in which the texts `x` and `y` agree. */
export function agreeExpression({ bands }: SqlJob, x: string, y: string): string {
  return numbered('key', bands)
    .map(key => `CASE WHEN ${x}.${key} = ${y}.${key} THEN 1 ELSE 0 END`)
    .join(' + ')
}
