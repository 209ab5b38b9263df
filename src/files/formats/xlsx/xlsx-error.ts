/** Errors of workbooks. */
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'

/** @param where the file, and perhaps a cell */
export function xlsxInvalid(
  got: string,
  where: string,
  { expected = 'a complete workbook (.xlsx)', fix = 'save it again as .xlsx', cause }: XlsxWords = {},
): NearsameError {
  return new NearsameError('XLSX_INVALID', {
    expected,
    got,
    where,
    fix,
    ...(cause !== undefined && { cause }),
  })
}

interface XlsxWords {
  readonly expected?: string
  readonly fix?: string
  readonly cause?: unknown
}
