/** Arrow, as a file or a stream of IPC: rows of the wanted columns (`arrow/`). */
import { defineFormat, type TableFormat } from './format.ts'
import { tableFormat } from './table-format.ts'

export const arrowFormat = defineFormat<TableFormat>({
  ...tableFormat,
  extensions: ['arrow', 'feather', 'ipc', 'arrows'],
  takesFields: true,
  keptNames: ['jsonl'],
  async *lines(open, settings) {
    const { arrowRows } = await import('./arrow/arrow-rows.ts')
    yield* arrowRows(open(), settings)
  },
  async columns(open, name) {
    const { arrowColumns } = await import('./arrow/arrow-rows.ts')
    return arrowColumns(open(), name)
  },
})
