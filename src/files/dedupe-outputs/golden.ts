/**
 * Writes one merged record for each cluster, and the records alone as they are, in the order of their first members:
 * CSV if the name of the file says so, else JSON lines.
 *
 * A merged record has the id of the kept one, which the file of clusters names.
 */

import { membersOfClusters } from '../../engine/batch/clusters.ts'
import type { Outcome } from '../../engine/batch/columns.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { toJson } from '../../ground/json/exact-json.ts'
import { ownValue } from '../../ground/json/field.ts'
import { options, outputPath, type Resolved, text } from '../../ground/options/declare.ts'
import type { InputFormat } from '../../ground/options/input-options.ts'
import { formats } from '../formats/formats.ts'
import { checkUnconverted } from '../io/inputs/kept-format.ts'
import { type Cell, isCsvName, tableWriter } from '../outputs/table-lines.ts'
import { writeLines } from '../outputs/write-lines.ts'
import { allFields, type Fields, fieldsOf } from '../run/record-fields.ts'
import type { Run } from '../run/run.ts'
import { type GoldenRule, goldenRecord, goldenRuleOf } from './golden-rule.ts'
import type { DedupeOutput } from './output.ts'

const declared = options({
  golden: outputPath({
    holds: 'table',
    doc: 'one merged record for each cluster (JSONL, or CSV by its name)',
  }),
  goldenRule: text({
    placeholder: 'rule',
    default: undefined,
    doc: 'the values of a merged record: most-frequent (if not given), longest or newest:COLUMN',
  }),
})

export const goldenOutput = {
  options: declared,
  isResult: true,
  notWithState: { golden: 'which needs documents that earlier runs removed' },
  requested({ golden, goldenRule }) {
    const rule = goldenRuleOf(goldenRule)
    if (golden === undefined && goldenRule !== undefined) throw withoutFile(goldenRule)
    if (golden === undefined) return undefined
    return {
      path: golden,
      recordsAs: () => undefined,
      check({ settings: { set } }) {
        checkUnconverted(set, undefined, 'golden records')
        checkGolden(set.format)
      },
      write: ({ run, outcome, found }, path) =>
        writeGolden(run, { path, rule }, outcome, found?.notes?.nullWords),
    }
  },
} satisfies DedupeOutput<Resolved<typeof declared>>

function withoutFile(goldenRule: string): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: '`goldenRule` only with `golden`, the file of the merged records',
    got: JSON.stringify(goldenRule),
    fix: 'name a file with `golden`, or leave `goldenRule` out',
  })
}

/** @throws NearsameError OUTPUT_FORMAT for records without fields */
function checkGolden(format: InputFormat): void {
  if (formats[format].takesFields) return
  throw new NearsameError('OUTPUT_FORMAT', {
    expected: 'records of JSON, JSON lines, CSV or TSV, whose fields can be merged',
    got: `inputs of the format ${format}`,
    fix: 'leave out `golden`, or convert the inputs',
  })
}

/**
 * @param nullWords texts that stand for no value, as in the notes of a method
 * @throws NearsameError OPTION_VALUE for a column that no record has
 */
async function writeGolden(
  run: Run,
  { path, rule }: { readonly path: string; readonly rule: GoldenRule },
  outcome: Outcome,
  nullWords: unknown = [],
): Promise<void> {
  const nulls = new Set(nullWords as readonly string[])
  const names = new Set<string>()
  let seen = 0
  for (const { fields } of allFields(run)) {
    for (const name of Object.keys(fields)) names.add(name)
    if (++seen % 64 === 0) await run.rest()
  }
  if (rule.by === 'newest' && !names.has(rule.column)) throw unknownColumn(rule.column, [...names])
  const rows = mergedRecords(run, outcome, records => goldenRecord(records, rule, word => nulls.has(word)))
  await writeLines(path, run.publication, linesOf(run, path, [...names], rows))
}

function unknownColumn(column: string, names: readonly string[]): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: `\`goldenRule\` to name a column: ${names.join(', ')}`,
    got: JSON.stringify(column),
    fix: 'correct the name, as in newest:updated',
  })
}

/** Merged and lone records by their first member. */
function* mergedRecords(
  run: Run,
  { survivor }: Outcome,
  merge: (records: readonly Fields[]) => Fields,
): Generator<Fields> {
  const clusters = membersOfClusters({ survivor })
  let cluster = clusters.next()
  const isMerged = new Uint8Array(survivor.length)
  const read = fieldsOf(run)
  for (const { document, fields } of allFields(run)) {
    if (document !== undefined && !cluster.done && cluster.value[0] === document) {
      const kept = survivor[document]
      for (const member of cluster.value) isMerged[member] = 1
      const records = [kept, ...cluster.value.filter(member => member !== kept)].map(read)
      yield { ...merge(records), ...idOf(run, kept, records[0]) }
      cluster = clusters.next()
    } else if (document === undefined || isMerged[document] === 0) yield fields
  }
}

/** The field of the id, if the record has it. */
function idOf({ documents }: Run, document: number, fields: Fields): Fields {
  const { format } = documents.placeOf(document).source
  const name = 'choice' in format ? format.choice.id : ''
  return Object.hasOwn(fields, name) ? { [name]: fields[name] } : {}
}

function* linesOf(
  run: Run,
  path: string,
  names: readonly string[],
  rows: Iterable<Fields>,
): Generator<string> {
  if (!isCsvName(path)) {
    for (const row of rows) yield `${toJson(row)}\n`
    return
  }
  // Without a record there is no column either, and an empty line would be a header without names.
  if (names.length === 0) return
  const { header, lineOf } = tableWriter(run, names, true)
  yield header
  for (const row of rows) yield lineOf(names.map(name => cellOf(ownValue(row, name))))
}

/** Lists and objects as their JSON. */
function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value
  return toJson(value)
}
