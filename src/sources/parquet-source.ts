/** Parquet inputs of a run: which columns are read, and their spool as JSON lines. */
import { NearsameError } from '../errors/nearsame-error.ts'
import { chooseTextField } from '../formats/formats.ts'
import { listed } from '../formats/jsonl-format.ts'
import type { Input } from '../io/inputs.ts'
import { openParquet, spoolParquet } from '../io/parquet/parquet-read.ts'
import type { InputOptions } from '../options/input-options.ts'

/** The text columns: those asked for, else chosen by the schema. @throws NearsameError TEXT_FIELD */
export async function parquetTextFields(
  input: Input,
  { text, id }: InputOptions,
): Promise<readonly string[]> {
  const { columns } = await openParquet(input.path)
  if (text !== undefined) {
    const isThere = (field: string) =>
      columns.some(({ name }) => field === name || field.startsWith(`${name}.`))
    if (text.some(isThere)) return text
    throw new NearsameError('TEXT_FIELD', {
      expected: `a column ${text.map(field => JSON.stringify(field)).join(' or ')}`,
      got: `columns ${listed(columns.map(({ name }) => name))}`,
      where: input.name,
      fix: 'name the column that holds the text with `text`',
    })
  }
  return [
    chooseTextField(
      Object.fromEntries(columns.map(({ name, type }) => [name, type === 'a string' ? '' : 0])),
      id,
    ),
  ]
}

/** Writes the wanted columns as JSON lines. */
export async function spoolForRun(
  input: Input,
  columns: readonly string[],
  file: string,
  onBytes: (available: number) => void,
): Promise<void> {
  await spoolParquet(input.path, columns, file, onBytes)
}
