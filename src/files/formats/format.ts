/**
 * Format: all that the name of a format says of its files. Each is declared in a file of its own; `formats.ts` lists
 * them, and readers ask for a trait, never for a name.
 *
 *     bytes of a file ─(lines)─▶ bytes of a source ─(head)─▶ SourceFormat ─(reader)─▶ values of records
 *
 * A source is read as it is if its format has no `lines`; Parquet, which is not read from its start, comes as rows. Its
 * head is what comes before the first record (`inputs/source-head.ts`); with what the options say it makes the
 * `SourceFormat`, plain data that goes to threads.
 */
import type { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { InputFormat } from '../../ground/options/input-options.ts'
import type { Dialect } from './cut-csv.ts'
import type { Cut } from './cuts.ts'
import type { FieldChoice, RecordReader } from './record-format.ts'
import type { FoundSheet } from './xlsx/xlsx-lines.ts'

/** What is known of the records of a source, as plain data. */
export type SourceFormat = (TextsFormat | ObjectsFormat | RowsFormat | TableFormat) & {
  /** Absent for UTF-8. */
  readonly encoding?: string
}

/** Records that are a text, perhaps with an id. */
interface TextsFormat {
  readonly name: InputFormat
}

/** Records with named fields. */
export interface ObjectsFormat extends TextsFormat {
  readonly choice: FieldChoice
}

/** Records with the columns of a header. */
export interface RowsFormat extends ObjectsFormat {
  readonly header: readonly string[]
  readonly dialect: Dialect
}

/** Rows of a table, with the columns of its head. */
export interface TableFormat extends ObjectsFormat {
  readonly columns: readonly string[]
}

/** Traits of any format. */
interface FormatTraits {
  /** Extensions of its files; without one only `inputFormat` selects it. */
  readonly extensions: readonly string[]
  /** Whether records may have an id. A document without one is named by its place. */
  readonly hasIds: boolean
  /** Whether each document is a file of its own. */
  readonly isFileEach: boolean
  /** Whether records have fields, one of which is the text. */
  readonly hasFields: boolean
  /** Whether these have any names, which the start of a file shows. */
  readonly showsFields: boolean
  /** Whether a file names all of its columns, even without a record. */
  readonly hasSchema: boolean
  /** Whether kept records may get other fields. */
  readonly takesFields: boolean
  /** The formats by whose extensions a file of kept records may be named. Default: this one. */
  readonly keptNames?: readonly InputFormat[]
  /** Of a format of rows: the dialect of a file whose header shows no other. */
  readonly dialect?: Dialect
  /** Whether files are not read as they are, but as the lines or rows made of their records. */
  readonly isConverted: boolean
}

/** @template S what its sources say, of which `reader` makes use */
export interface Format<S extends SourceFormat = SourceFormat> extends FormatTraits {
  /** How a source is cut into records, unless its own head says otherwise (`cutOf`). */
  readonly cut: Cut
  /** The reader of the records of a source, which is in UTF-8. */
  reader(source: S): RecordReader
  /**
   * The columns of a converted file by its schema, with a sample of the values of each, as `ShownFields.addHeader`
   * takes them. Without it the first lines show the fields.
   */
  columns?(open: OpenBytes, name: string): Promise<readonly (readonly [name: string, sample: unknown])[]>
  /** The lines or rows of a converted file, in pieces valid until the next. @throws NearsameError that of the format */
  lines?(open: OpenBytes, settings: LineSettings): AsyncIterable<Uint8Array>
}

const untrue = {
  hasIds: false,
  isFileEach: false,
  hasFields: false,
  showsFields: false,
  hasSchema: false,
  takesFields: false,
  isConverted: false,
} as const

type Declared<S extends SourceFormat> = Omit<Format<S>, keyof typeof untrue> & Partial<Format<S>>

/** A format as a frozen value; traits that it does not declare are not true of it. */
export function defineFormat<S extends SourceFormat>(format: Declared<S>): Format<S> {
  return Object.freeze({ ...untrue, ...format })
}

/**
 * Opens the unpacked bytes of a file, without a byte-order mark.
 *
 * @param faults gets what would break the reading off: then the bytes go on after each piece without a byte
 */
type OpenBytes = (faults?: NearsameError[]) => AsyncIterable<Uint8Array>

export interface LineSettings {
  /** Name of the file in messages. */
  readonly name: string
  readonly maxRecord: number
  /** The wanted columns, or paths into them, if the format has any; undefined for all. */
  readonly columns?: readonly string[] | undefined
  /** Whether pages of web archives are texts, too. Their tags stay. */
  readonly html: boolean
  /** The sheet of a workbook; '' for the first. */
  readonly sheet: string
  /** Called with the sheet that is read, before its first line. */
  readonly onSheet?: ((sheet: FoundSheet) => void) | undefined
  /** Called with the kind of each record that is not read. */
  readonly onTextless: (kind: string) => void
}
