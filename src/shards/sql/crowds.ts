/**
 * Crowds: large groups of which few texts match, divided by rare shingles.
 *
 *     crowds    groups with many undecided texts ─▶ reads, their texts ─shard measure─▶ shingles
 *     shingles  rarest first ─▶ the prefix of each text, for each tier of sizes of its partners
 *               ─▶ rare groups: texts that share a shingle of their prefixes ─▶ bands, instead of the crowds
 *
 * Sets of a and b shingles that match share at least o = t / (1 + t) * (a + b) of them. So with all shingles in one
 * order, the first a - o + 1 of one and the first b - o + 1 of the other have one in common (`prefix-filter.ts`): two
 * texts of a crowd that match are in one rare group. A text in none matches no other, and survives.
 *
 * All texts of the crowds are divided, decided ones included: removed ones look for later survivors. Shared bands
 * cannot be counted in rare groups, so keys are compared; `crowd` marks these texts.
 *
 * Source: as of `prefix-filter.ts`. Ours: the tiers, and the crowds. Cost: a row for each shingle of the texts read.
 * Error: none; `slack` makes prefixes longer rather than shorter, and shingles cut to 32 bits join more.
 */
import type { RoundTables, SqlJob } from './groups.ts'

/** A group with fewer undecided texts is no crowd: it takes a round or two. */
const leastCrowd = 256
/** The `crowd` of texts in rare groups, more than any group has. */
export const divided = 2 ** 40
/** What doubles may be wrong by. */
const slack = '1e-6'
/** Sizes of a tier differ by 5 % at most. */
const tierRatio = Math.log(1.05)

/** A literal of type DOUBLE, not a decimal number. */
const double = (value: number) => `${value}e0`

/** `crowds`: groups with many undecided texts; `reads`: all their texts, and where they are. */
export function crowdStatements(
  { dialect }: SqlJob,
  round: number,
  { undecided, bands }: RoundTables,
): readonly string[] {
  const crowds = `SELECT b.band, count(*) AS members FROM ${bands} b JOIN ${undecided} u ON u.document = b.document
GROUP BY b.band HAVING count(*) >= ${leastCrowd}`
  const reads = `SELECT t.document, t.record_offset, t.record_length FROM texts t JOIN (
  SELECT DISTINCT b.document FROM ${bands} b JOIN crowds_${round} c ON c.band = b.band
) d ON d.document = t.document`
  return [...dialect.create(`crowds_${round}`, crowds), ...dialect.create(`reads_${round}`, reads)]
}

/** One row: the pairs that meet in the crowds, and the shingles of the texts to read, about. */
export function crowdCosts(round: number): string {
  return `SELECT (SELECT CAST(coalesce(sum(members * (members - 1) / 2), 0) AS BIGINT) FROM crowds_${round}),
  (SELECT CAST(coalesce(sum(abs(t.shingles)), 0) AS BIGINT) FROM texts t
    JOIN reads_${round} r ON r.document = t.document)`
}

/** `rare`: the rare groups. REQUIRES: `shingles` is open. */
export function rareStatements(job: SqlJob, round: number): readonly string[] {
  const { dialect, threshold } = job
  const common = `SELECT s.document, s.shingle, c.texts FROM shingles s
JOIN (SELECT shingle, count(*) AS texts FROM shingles GROUP BY shingle HAVING count(*) > 1) c ON c.shingle = s.shingle`
  // Shingles of one text only come first. Most unlike texts have enough of them, and need not be ordered.
  const sizes = `SELECT z.document, z.size, z.size - h.common AS alone
FROM (SELECT document, count(*) AS size FROM shingles GROUP BY document) z
JOIN (SELECT document, count(*) AS common FROM common_${round} GROUP BY document) h ON h.document = z.document
WHERE h.common > ceil(z.size * ${double(threshold)} - ${slack}) - 1`
  const ordered = `SELECT h.document, h.shingle, z.size, z.alone + row_number() OVER (
  PARTITION BY h.document ORDER BY h.texts, h.shingle) AS place,
  CAST(floor(ln(z.size) / ${double(tierRatio)}) AS BIGINT) AS tier
FROM common_${round} h JOIN sizes_${round} z ON z.document = h.document`
  return [
    ...dialect.create(`common_${round}`, common),
    ...dialect.create(`sizes_${round}`, sizes),
    ...dialect.create(`ordered_${round}`, ordered),
    ...dialect.create(`rare_${round}`, rareQuery(job, round)),
    ...['common', 'sizes', 'ordered'].flatMap(table => dialect.drop(`${table}_${round}`)),
  ]
}

/** A rare group has texts of both its tiers. Its number is below those of all bands. */
function rareQuery({ dialect, threshold }: SqlJob, round: number): string {
  const reach = Math.ceil(-Math.log(threshold) / tierRatio) + 1
  const steps = Array.from({ length: 2 * reach + 1 }, (_, step) => `CAST(${step - reach} AS BIGINT)`)
  const leastOfTier = `ceil(exp((tier + step) * ${double(tierRatio)}) - ${slack})`
  const least = `greatest(${leastOfTier}, ceil(size * ${double(threshold)} - ${slack}))`
  const shared = `ceil((size + ${least}) * ${double(threshold / (1 + threshold))} - ${slack})`
  return `SELECT band, document, members FROM (
  SELECT band, document, count(*) OVER (PARTITION BY band) AS members,
    min(side) OVER (PARTITION BY band) AS lower, max(side) OVER (PARTITION BY band) AS upper, apart
  FROM (
    SELECT DISTINCT document, apart, side,
      -${2 ** 34} - ((tier + least(step, 0)) * 128 + apart) * ${2 ** 32} - shingle AS band
    FROM (
      SELECT o.*, s.step, abs(s.step) AS apart, CASE WHEN s.step < 0 THEN 1 ELSE 0 END AS side
      FROM ordered_${round} o CROSS JOIN (SELECT ${dialect.unnest(steps)} AS step) s
    ) e WHERE place <= size - ${shared} + 1 AND ${least} <= size / ${double(threshold)} + ${slack} AND tier + step >= 0
  ) f
) g WHERE members > 1 AND (apart = 0 OR lower < upper)`
}

/** One row: the pairs that meet in rare groups. */
export function rareCosts(round: number): string {
  return `SELECT CAST(coalesce(sum((members - 1) / 2e0), 0) AS BIGINT) FROM rare_${round}`
}

/** `bands` in which rare groups are in the place of crowds. */
export function dividedStatements(
  { dialect }: SqlJob,
  round: number,
  { bands }: RoundTables,
): readonly string[] {
  const all = `SELECT b.band, b.document, b.members,
  CASE WHEN r.document IS NULL THEN b.crowd ELSE ${divided} END AS crowd
FROM ${bands} b LEFT JOIN crowds_${round} c ON c.band = b.band LEFT JOIN reads_${round} r ON r.document = b.document
WHERE c.band IS NULL
UNION ALL SELECT band, document, members, CAST(${divided} AS BIGINT) AS crowd FROM rare_${round}`
  return dialect.create(`bands_${round}`, all)
}
