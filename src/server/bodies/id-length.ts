/** Length of ids: each must fit into a path, or its document could be neither read nor deleted by it. */
import { NearsameError } from '../../errors/nearsame-error.ts'
import type { ServerLimits } from '../server-limits.ts'

/** @param id the text, or the digits of the number. @throws NearsameError RECORD_TOO_LONG */
export function checkIdLength(id: string, { idLength }: Pick<ServerLimits, 'idLength'>): void {
  if (id.length <= idLength) return
  throw new NearsameError('RECORD_TOO_LONG', {
    expected: `at most ${idLength} characters in an id, the limit \`idLength\``,
    got: `${id.length}`,
    fix: 'give a shorter id, or raise `idLength` of the server',
  })
}
