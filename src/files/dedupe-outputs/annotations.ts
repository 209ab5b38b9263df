/**
 * Annotations: what was decided about each record, as fields to write into it.
 *
 *     cluster=c,size=n,kind=k,probability=p  ─▶  {"text":"…","c":7,"n":3,"k":"near","p":0.93}
 *
 * Ours: clusters count from 1 as in the file of clusters; records alone follow in input order, so that every record has
 * a number.
 */
import { membersOfClusters } from '../../engine/batch/clusters.ts'
import { kinds, type Outcome } from '../../engine/batch/columns.ts'
import { kindNames } from '../../engine/batch/digest.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { RunningOptions } from '../../ground/options/running-options.ts'
import type { FoundTextPairs } from '../../methods/contract/method.ts'
import { formats } from '../formats/formats.ts'
import type { InputSet } from '../inputs/resolve/input.ts'
import { conversionOf, isWorkbook } from '../inputs/resolve/kept-format.ts'
import { namesDirectory } from '../io/output-place.ts'
import { freeNames } from '../outputs/added-fields.ts'
import type { FlatKind } from '../outputs/gathered-types.ts'
import { checkKept } from '../outputs/kept-records.ts'
import type { Cell } from '../outputs/table-lines.ts'
import { writeAnnotated } from '../outputs/write-annotated.ts'
import type { IsKept } from '../outputs/write-kept.ts'
import { fieldNames } from '../run/record-fields.ts'
import type { Run } from '../run/run.ts'
import type { DecidedRun } from './output.ts'

const kindsOfValues = {
  cluster: 'int',
  size: 'int',
  kind: 'string',
  similarity: 'double',
  probability: 'double',
} as const satisfies Readonly<Record<string, FlatKind>>
type AnnotationValue = keyof typeof kindsOfValues
const annotationValues = Object.keys(kindsOfValues) as AnnotationValue[]

interface Annotation {
  readonly value: AnnotationValue
  /** The name of the field that gets it. */
  readonly field: string
}

/** The fields of a file of all records, if none are named. */
export const usualFields = 'cluster,size,kind,probability'

/**
 * @throws NearsameError OPTION_VALUE
 * @example annotationsOf('cluster=c,size') // => [{ value: 'cluster', field: 'c' }, { value: 'size', field: 'size' }]
 */
export function annotationsOf(given: string): readonly Annotation[] {
  const fields = given.split(',').map(part => {
    const at = part.indexOf('=')
    const value = annotationValues.find(name => name === (at < 0 ? part : part.slice(0, at)).trim())
    const field = at < 0 ? part.trim() : part.slice(at + 1).trim()
    if (value === undefined || field === '') throw refuse(given)
    return { value, field }
  })
  if (new Set(fields.map(({ field }) => field)).size < fields.length) throw refuse(given)
  return fields
}

/** The same with fields that no record has: `size_2` where records have a `size`. */
export async function freeAnnotations(run: Run, annotations: readonly Annotation[]): Promise<Annotation[]> {
  const fields = freeNames(
    annotations.map(({ field }) => field),
    await fieldNames(run),
  )
  return annotations.map(({ value }, at) => ({ value, field: fields[at] }))
}

function refuse(got: string): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: `\`annotate\` to be pairs of a value and a field of its own: ${annotationValues.join(', ')}`,
    got: JSON.stringify(got),
    fix: 'write it as cluster=c,size=n,kind=k,probability=p',
  })
}

/** What to do where records cannot get fields. */
export const unannotatedFix =
  'leave out `annotate` and `annotated`, and join the file of `clusters` by the ids'

/**
 * @param fix for a format whose records cannot get fields
 * @throws NearsameError OUTPUT_FORMAT for records that cannot get fields in a file of this name, and for a directory
 */
export async function checkAnnotated(
  set: InputSet,
  path: string,
  running: RunningOptions,
  fix: string,
): Promise<void> {
  if (namesDirectory(path)) {
    throw new NearsameError('OUTPUT_FORMAT', {
      expected: 'one file for annotated records',
      got: `the directory ${path}`,
      fix: 'name a file',
    })
  }
  if (conversionOf(set, path, true) !== undefined) return
  if (formats[set.format].takesFields) return checkKept(set, path, running, isWorkbook(set, path))
  throw new NearsameError('OUTPUT_FORMAT', {
    expected: 'a name ending in .jsonl, .csv, .tsv, .parquet or .xlsx for annotated records of this format',
    got: `${path} for inputs of the format ${set.format}`,
    fix,
  })
}

/** What was decided about documents, by the values of annotations. */
class DecidedValues {
  readonly #outcome: Outcome
  readonly #cluster: Int32Array
  readonly #size: Int32Array
  readonly #probability: Float64Array

  constructor(outcome: Outcome, found: FoundTextPairs | undefined) {
    const count = outcome.kind.length
    this.#outcome = outcome
    this.#cluster = new Int32Array(count)
    this.#size = new Int32Array(count).fill(1)
    let number = 0
    this.#probability = new Float64Array(count).fill(Number.NaN)
    const isProbability = found?.notes?.decidedBy === 'columns'
    for (const members of membersOfClusters(outcome)) {
      number++
      let least = 1
      for (const member of members) {
        this.#cluster[member] = number
        this.#size[member] = members.length
        const kind = outcome.kind[member]
        if (kind === kinds.kept) continue
        const near = isProbability ? outcome.similarity[member] : Number.NaN
        const probability = kind === kinds.near ? near : 1
        this.#probability[member] = probability
        least = Math.min(least, probability) // NaN if one is
      }
      this.#probability[outcome.survivor[members[0]]] = least
    }
    for (let document = 0; document < count; document++)
      if (this.#cluster[document] === 0) this.#cluster[document] = ++number
  }

  of(document: number, value: AnnotationValue): Cell {
    switch (value) {
      case 'cluster':
        return this.#cluster[document]
      case 'size':
        return this.#size[document]
      case 'kind':
        return kindNames[this.#outcome.kind[document]]
      case 'similarity':
        return this.#outcome.similarity[document]
      case 'probability':
        return this.#probability[document]
    }
  }

  /** For a record without a text: always kept, never compared. */
  static ofNull(value: AnnotationValue): Cell {
    return value === 'size' ? 1 : value === 'kind' ? kindNames[kinds.kept] : null
  }
}

/** Writes records with what was decided about them, in the order of the inputs. */
export async function writeDecided(
  { run, outcome, found }: DecidedRun,
  path: string,
  annotations: readonly Annotation[],
  isKept: IsKept,
): Promise<void> {
  const values = new DecidedValues(outcome, found)
  await writeAnnotated(run, {
    ...{ path, from: 0, isKept, names: annotations.map(({ field }) => field) },
    kinds: annotations.map(({ value }) => kindsOfValues[value]),
    cellsOf: document => annotations.map(({ value }) => values.of(document, value)),
    nullCells: annotations.map(({ value }) => DecidedValues.ofNull(value)),
  })
}
