/** Parquet inputs of a run: which columns are read, and their spool as JSON lines. */
import { chooseTextField } from '../../io/formats.ts'
import type { Input } from '../../io/inputs.ts'
import { openParquet, spoolParquet } from '../../io/parquet-read.ts'
import type { InputOptions } from '../../options/input-options.ts'

/** The text columns: those asked for, else chosen by the schema. @throws NearsameError TEXT_FIELD */
export async function parquetTextFields(
  input: Input,
  { text, id }: InputOptions,
): Promise<readonly string[]> {
  if (text !== undefined) return text
  const { columns } = await openParquet(input.path)
  return [
    chooseTextField(Object.fromEntries(columns.map(({ name, isString }) => [name, isString ? '' : 0])), id),
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
