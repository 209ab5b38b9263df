/** Pages of long lists, each with a cursor for the next. */
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { shown } from '../../../ground/options/resolve.ts'
import type { ResolvedPage } from '../calls/pages.ts'

/** The numbers in a cursor; zeros for the first page. @throws NearsameError OPTION_VALUE */
export function cursorOf({ after }: Pick<ResolvedPage, 'after'>, parts: number): number[] {
  if (after === undefined) return new Array(parts).fill(0)
  const numbers = after.split('.')
  if (numbers.length === parts && numbers.every(part => /^\d{1,15}$/.test(part))) return numbers.map(Number)
  throw badCursor(after)
}

/** @param but what is wrong with a well-formed cursor */
export function badCursor(after: unknown, but = ''): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: '`after` to be the `next` of a page',
    got: `${shown(after)}${but}`,
    fix: 'leave it out for the first page',
  })
}
