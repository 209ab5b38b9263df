/** Decisions: the survivor of every removed document, from the survivors among texts and the measures. */
import { recordsOfShard } from '../tables/columns.ts'
import type { SqlJob } from './groups.ts'

/**
 * The removed documents, each with its survivor, in order.
 *
 * @param survivors undefined if only exact duplicates count
 */
export function decisionsQuery(job: SqlJob, survivors: string | undefined, hasMeasures: boolean): string {
  return `SELECT d.document, d.survivor, d.representative, d.kind, d.similarity,
  k.id AS survivor_id, k.file || ':' || CAST(k.document % ${recordsOfShard} AS STRING) AS survivor_at
FROM (
${foundQuery(job, survivors, hasMeasures)}
) d JOIN keys k ON k.document = d.survivor
ORDER BY d.document`
}

function foundQuery({ threshold }: SqlJob, survivors: string | undefined, hasMeasures: boolean): string {
  const copies = `SELECT c.document, c.representative AS survivor, c.representative,
  CASE WHEN c.twin = c.representative THEN 'exact' ELSE 'normalised' END AS kind, 1e0 AS similarity
FROM classes c`
  if (survivors === undefined || !hasMeasures) return `${copies} WHERE c.document <> c.representative`
  // A text in no group meets no other: it survives.
  const kept = `LEFT JOIN ${survivors} s ON s.document = c.representative
LEFT JOIN undecided_0 g ON g.document = c.representative`
  return `${copies} ${kept}
WHERE c.document <> c.representative AND (g.document IS NULL OR s.document IS NOT NULL)
UNION ALL
SELECT document, survivor, representative, 'near' AS kind, similarity FROM (
  SELECT c.document, m.survivor, c.representative, m.similarity,
    row_number() OVER (PARTITION BY c.document ORDER BY m.similarity DESC, m.survivor) AS place
  FROM classes c JOIN (
    SELECT b AS text, a AS survivor, similarity FROM measures WHERE similarity >= ${threshold}
    UNION ALL SELECT a AS text, b AS survivor, similarity FROM measures WHERE similarity >= ${threshold}
  ) m ON m.text = c.representative AND m.survivor < c.document
  JOIN ${survivors} s ON s.document = m.survivor
  LEFT JOIN ${survivors} r ON r.document = c.representative
  WHERE r.document IS NULL
) n WHERE place = 1`
}
