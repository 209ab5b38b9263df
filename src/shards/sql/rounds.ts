/**
 * JobRounds: the survivors of star clustering, many at once.
 *
 *     the earliest undecided text that no earlier undecided one can remove survives; its matches are removed
 *
 * A group shows its first undecided texts, at most `shown` of them. Pairs of texts shown by one group are measured. A
 * text shown by all its groups has then met every undecided text before it, so it survives if it matches none of these.
 * In a group too large to be shown at once, later texts are measured against the survivors of the round only:
 *
 *     1. heads      pairs among the texts that a group shows ─measure─▶ turns: survivors, removed, survivors, ...
 *     2. survivors  survivors of the round x later texts of their large groups ─measure─▶ removed
 *     3. again from 1 while texts are undecided
 *     4. copies     removed texts that occur again x survivors between the first and the last copy ─measure─▶ decisions
 *
 * Crowds, where hardly any two texts match, are divided by rare shingles after the first survivors (`crowds.ts`).
 *
 * Candidates share at least `agree` groups. A pair in shown groups may share further ones that are not shown: where
 * both texts are in large groups, their keys are compared.
 *
 * Ours: all of it. Error: none, given the groups. Cost: `shown`^2 / 2 pairs for a large group and round, and n for each
 * of its survivors.
 */
import { divided } from './crowds.ts'
import {
  agreeExpression,
  boundExpression,
  differenceExpression,
  type RoundTables,
  type SqlJob,
} from './groups.ts'

/** Before the first round: every text in a group is undecided. */
export function startStatements({ dialect }: SqlJob): readonly string[] {
  return [
    ...dialect.create('undecided_0', 'SELECT DISTINCT document FROM bands'),
    ...dialect.create('survivors_0', 'SELECT document FROM undecided_0 WHERE 1 = 0'),
  ]
}

/**
 * `placed`: the place of each undecided text among those of its group, and whether any of its groups is not shown
 * whole. `ready`: texts shown by all their groups.
 */
export function headStatements(
  job: SqlJob,
  round: number,
  { undecided, bands }: RoundTables,
  shown: number,
): readonly string[] {
  const { dialect, agree } = job
  const rows = `FROM ${bands} b JOIN ${undecided} u ON u.document = b.document`
  // Of a small group all are shown, whatever their order.
  const columns = `b.band, b.document, b.crowd > ${shown} AS is_cut`
  const placed = `SELECT ${columns}, CAST(1 AS INT) AS place ${rows} WHERE b.members <= ${shown}
UNION ALL
SELECT ${columns},
  CAST(row_number() OVER (PARTITION BY b.band ORDER BY b.document) AS INT) AS place
${rows} WHERE b.members > ${shown}`
  const met = `SELECT x.document AS a, y.document AS b, count(*) AS shared
FROM placed_${round} x JOIN placed_${round} y ON x.band = y.band AND x.document < y.document
WHERE x.place <= ${shown} AND y.place <= ${shown}
GROUP BY x.document, y.document
HAVING count(*) >= ${agree}${agree > 1 ? ' OR bool_or(x.is_cut AND y.is_cut)' : ''}`
  return [
    ...dialect.create(`placed_${round}`, placed),
    ...dialect.create(
      `ready_${round}`,
      `SELECT u.document FROM ${undecided} u LEFT JOIN (
  SELECT DISTINCT document FROM placed_${round} WHERE place > ${shown}
) h ON h.document = u.document WHERE h.document IS NULL`,
    ),
    ...dialect.create(`met_${round}`, met),
  ]
}

/** Pairs of new survivors in large groups with the later texts there that are no survivors. */
export function survivorStatements(
  { dialect, agree, smallGroup }: SqlJob,
  round: number,
  fresh: string,
  { survivors, bands }: RoundTables,
): readonly string[] {
  const met = `SELECT x.document AS a, y.document AS b, count(*) AS shared
FROM ${fresh} s JOIN ${bands} x ON x.document = s.document AND x.crowd > ${smallGroup}
JOIN ${bands} y ON y.band = x.band AND y.document > x.document
LEFT JOIN ${survivors} k ON k.document = y.document
WHERE k.document IS NULL
GROUP BY x.document, y.document HAVING ${enough(agree)}`
  return dialect.create(`met_${round}`, met)
}

/** Pairs of removed texts with the survivors between their first and their last copy. */
export function copyStatements(
  { dialect, agree }: SqlJob,
  round: number,
  { survivors, bands }: RoundTables,
): readonly string[] {
  const met = `SELECT x.document AS a, y.document AS b, count(*) AS shared
FROM (SELECT representative, max(document) AS latest FROM classes WHERE document <> representative
  GROUP BY representative) c
JOIN ${bands} x ON x.document = c.representative
JOIN ${bands} y ON y.band = x.band AND y.document > x.document AND y.document < c.latest
JOIN ${survivors} k ON k.document = y.document
LEFT JOIN ${survivors} r ON r.document = c.representative
WHERE r.document IS NULL
GROUP BY x.document, y.document HAVING ${enough(agree)}`
  return dialect.create(`met_${round}`, met)
}

/** Whether `x` and `y` share enough groups, or may share enough bands because they are in rare groups. */
function enough(agree: number): string {
  if (agree === 1) return 'count(*) >= 1'
  return `count(*) >= ${agree} OR bool_or(x.crowd >= ${divided} AND y.crowd >= ${divided})`
}

/** `pairs`: those of `met` that may match and are not measured yet, with the places of their records. */
export function pairStatements(
  job: SqlJob,
  round: number,
  { hasMeasures, isDivided }: RoundTables,
): readonly string[] {
  const { agree, dialect, threshold } = job
  const unmeasured = hasMeasures ? 'LEFT JOIN measures m ON m.a = p.a AND m.b = p.b WHERE m.a IS NULL' : ''
  const compared = `${agreeExpression(job, 'x', 'y')} >= ${agree}`
  const counted = agree > 1 ? `p.shared >= ${agree} OR ${compared}` : '1 = 1'
  // What bounds a pair is joined first: few pairs pass.
  const bounded = `SELECT p.a, p.b, p.shared,
    CAST(x.shingles AS DOUBLE) AS size_a, CAST(y.shingles AS DOUBLE) AS size_b,
    ${differenceExpression(job, 'x', 'y')} AS bits
  FROM met_${round} p JOIN texts x ON x.document = p.a JOIN texts y ON y.document = p.b ${unmeasured}`
  const pairs = `SELECT p.a, p.b, x.record_offset AS a_offset, x.record_length AS a_length,
  y.record_offset AS b_offset, y.record_length AS b_length
FROM (
  ${bounded}
) p JOIN texts x ON x.document = p.a JOIN texts y ON y.document = p.b
WHERE ${boundExpression(job)} >= ${threshold} AND (${isDivided ? compared : counted})`
  return dialect.create(`pairs_${round}`, pairs)
}

/** `links`: the matches among undecided texts, before the first turn of a round. */
export function linkStatements(
  { dialect, threshold }: SqlJob,
  round: number,
  { undecided, hasMeasures }: RoundTables,
): readonly string[] {
  const matches = `SELECT m.a, m.b FROM measures m JOIN ${undecided} x ON x.document = m.a
JOIN ${undecided} y ON y.document = m.b WHERE m.similarity >= ${threshold}`
  const none = `SELECT a, b FROM met_${round} WHERE 1 = 0`
  return dialect.create(`links_${round}_0`, hasMeasures ? matches : none)
}

/** Names of the tables before and after a turn. */
interface TurnTables {
  readonly ready: string
  readonly undecided: string
  readonly links: string
  readonly survivors: string
  readonly removed: string
  readonly undecidedAfter: string
  readonly linksAfter: string
}

/** The tables of a turn of a round; turns count from 1. @param undecided what the turn before left */
export function turnTables(round: number, turn: number, undecided: string): TurnTables {
  return {
    ready: `ready_${round}`,
    undecided,
    links: `links_${round}_${turn - 1}`,
    survivors: `survivors_${round}_${turn}`,
    removed: `removed_${round}_${turn}`,
    undecidedAfter: `undecided_${round}_${turn}`,
    linksAfter: `links_${round}_${turn}`,
  }
}

/** A turn: ready texts that no undecided one matches survive; what they match is removed. */
export function turnStatements({ dialect }: SqlJob, turn: TurnTables): readonly string[] {
  const { ready, undecided, links, survivors, removed, undecidedAfter, linksAfter } = turn
  return [
    ...dialect.create(
      survivors,
      `SELECT u.document FROM ${undecided} u JOIN ${ready} r ON r.document = u.document
LEFT JOIN (SELECT DISTINCT b FROM ${links}) l ON l.b = u.document WHERE l.b IS NULL`,
    ),
    ...dialect.create(
      removed,
      `SELECT DISTINCT l.b AS document FROM ${links} l JOIN ${survivors} s ON s.document = l.a`,
    ),
    ...dialect.create(undecidedAfter, without(undecided, [survivors, removed])),
    ...dialect.create(
      linksAfter,
      `SELECT l.a, l.b FROM ${links} l JOIN ${undecidedAfter} x ON x.document = l.a
JOIN ${undecidedAfter} y ON y.document = l.b`,
    ),
  ]
}

/** `fresh`: the survivors that the turns of a round found. With those before: all so far. */
export function foundStatements(
  { dialect }: SqlJob,
  round: number,
  found: readonly string[],
  before: string,
): readonly string[] {
  return [
    ...dialect.create(`fresh_${round}`, together(found)),
    ...dialect.create(`survivors_${round}`, together([before, `fresh_${round}`])),
  ]
}

/** What survivors remove: the undecided texts that match one of them. REQUIRES: measures. */
export function removalStatements(
  { dialect, threshold }: SqlJob,
  round: number,
  { undecided, survivors }: RoundTables,
): readonly string[] {
  return [
    ...dialect.create(
      `removed_${round}`,
      `SELECT DISTINCT m.b AS document FROM measures m JOIN ${survivors} s ON s.document = m.a
JOIN ${undecided} u ON u.document = m.b WHERE m.similarity >= ${threshold}`,
    ),
    ...dialect.create(`undecided_${round}`, without(undecided, [`removed_${round}`])),
  ]
}

/** The rows of several tables of documents. */
function together(tables: readonly string[]): string {
  return tables.map(table => `SELECT document FROM ${table}`).join(' UNION ALL ')
}

function without(table: string, others: readonly string[]): string {
  return `SELECT t.document FROM ${table} t LEFT JOIN (${together(others)}) d ON d.document = t.document
WHERE d.document IS NULL`
}
