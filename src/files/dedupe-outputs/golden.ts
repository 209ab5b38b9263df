/**
 * Writes one merged record for each cluster, and the records alone as they are, in the order of their first members:
 * CSV if the name of the file says so, of a workbook a workbook whose merged rows have the cells of several, else JSON
 * lines.
 *
 * A merged record has the id of the kept one, which the file of clusters names.
 */

import { membersOfClusters } from '../../engine/batch/clusters.ts'
import type { Outcome } from '../../engine/batch/columns.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { toJson } from '../../ground/json/exact-json.ts'
import { ownValue } from '../../ground/json/field.ts'
import { options, outputPath, type Resolved, text } from '../../ground/options/declare.ts'
import { formats } from '../formats/formats.ts'
import type { InputSet } from '../inputs/resolve/input.ts'
import { isWorkbook } from '../inputs/resolve/kept-format.ts'
import { formatOfName } from '../io/file-name.ts'
import { cellOfValue, isCsvName, tableWriter } from '../outputs/table-lines.ts'
import { writeLines } from '../outputs/write-lines.ts'
import { allFields, type Fields, fieldNames, fieldsOf } from '../run/record-fields.ts'
import type { Run } from '../run/run.ts'
import { chosenRecords, type GoldenRule, goldenRecord, goldenRuleOf } from './golden-rule.ts'
import { type MergedCluster, writeGoldenWorkbook } from './golden-workbook.ts'
import type { DedupeOutput } from './output.ts'

const declared = options({
  golden: outputPath({
    holds: 'rows',
    doc: 'one merged record for each cluster (JSONL, or CSV by its name; of Excel .xlsx)',
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
      recordsAs: set => (isWorkbook(set, golden) ? undefined : isCsvName(golden) ? 'csv' : 'jsonl'),
      check: ({ settings: { set } }) => checkGolden(set, golden),
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

/** @throws NearsameError OUTPUT_FORMAT for records without fields, and for a workbook of others than its rows */
function checkGolden(set: InputSet, path: string): void {
  const { inputs } = set
  if (formatOfName(path).format === 'xlsx' && !isWorkbook(set, path)) {
    throw new NearsameError('OUTPUT_FORMAT', {
      expected: 'a workbook of the rows of one workbook, read from a file',
      got: `${inputs.length === 1 ? '' : `${inputs.length} `}inputs of the format ${set.format}`,
      fix: 'use the extension .jsonl or .csv',
    })
  }
  const other = inputs.find(({ format }) => !formats[format].takesFields)
  if (other === undefined) return
  throw new NearsameError('OUTPUT_FORMAT', {
    expected: 'records of JSON, CSV, TSV, Arrow or Excel, whose fields can be merged',
    got: `inputs of the format ${other.format}`,
    fix: 'leave out `golden`, or convert the inputs',
  })
}

/** By the name of a field the member of a cluster whose value its merged record has; the kept one first. */
type Choose = (records: readonly Fields[]) => Map<string, Fields>

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
  const names = await fieldNames(run)
  if (rule.by === 'newest' && !names.has(rule.column)) throw unknownColumn(rule.column, [...names])
  const choose: Choose = records => chosenRecords(records, rule, word => nulls.has(word))
  const merged = mergedClusters(run, outcome, choose)
  if (isWorkbook(run.settings.set, path)) return writeGoldenWorkbook(run, path, outcome, merged)
  await writeLines(
    path,
    run.publication,
    linesOf(run, path, [...names], mergedRecords(run, outcome, merged)),
  )
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
  clusters: Iterator<MergedCluster, undefined>,
): Generator<Fields> {
  let cluster = clusters.next()
  const isMerged = new Uint8Array(survivor.length)
  for (const { document, fields } of allFields(run)) {
    if (document !== undefined && !cluster.done && cluster.value.first === document) {
      for (const member of cluster.value.members) isMerged[member] = 1
      yield goldenRecord(cluster.value.chosen)
      cluster = clusters.next()
    } else if (document === undefined || isMerged[document] === 0) yield fields
  }
}

/** The clusters by their first member, each with the records whose values its merged one has. */
function* mergedClusters(
  run: Run,
  { survivor }: Outcome,
  choose: Choose,
): Generator<MergedCluster, undefined> {
  const read = fieldsOf(run)
  for (const found of membersOfClusters({ survivor })) {
    const kept = survivor[found[0]]
    const members = [kept, ...found.filter(member => member !== kept)]
    const records = members.map(read)
    const chosen = choose(records)
    const id = idField(run, kept)
    if (Object.hasOwn(records[0], id)) chosen.set(id, records[0])
    yield { first: found[0], members, records, chosen }
  }
}

function idField({ documents }: Run, document: number): string {
  const { format } = documents.placeOf(document).source
  return 'choice' in format ? format.choice.id : ''
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
  for (const row of rows) yield lineOf(names.map(name => cellOfValue(ownValue(row, name))))
}
