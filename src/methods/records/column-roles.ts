/** Column roles: what a caller says of columns, as `name=kind` in a comma-separated text. */
import { listed } from '../../ground/errors/listed-names.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { RecordColumn } from '../contract/record-columns.ts'
import type { GivenColumn } from './gather-records.ts'
import { type ColumnRole, columnRoles, isColumnRole } from './values/column-kinds.ts'

/**
 * @param given `auto` for none
 * @throws NearsameError OPTION_VALUE
 * @example columnRolesOf('born=date, notes=ignore').get('notes') // => 'ignore'
 */
export function columnRolesOf(given: string): ReadonlyMap<string, ColumnRole> {
  const roles = new Map<string, ColumnRole>()
  if (given === 'auto') return roles
  for (const entry of given.split(',').filter(part => part.trim() !== '')) {
    const at = entry.lastIndexOf('=')
    const name = entry.slice(0, at).trim()
    const role = entry.slice(at + 1).trim()
    if (at < 1 || !isColumnRole(role) || roles.has(name)) {
      throw new NearsameError('OPTION_VALUE', {
        expected: `each column once as name=kind, the kind one of ${columnRoles.join(', ')}`,
        got: JSON.stringify(entry.trim()),
        fix: 'correct `column`, as in born=date or notes=ignore',
      })
    }
    roles.set(name, role)
  }
  return roles
}

/** @throws NearsameError OPTION_VALUE for a role of a column that the records do not have */
export function givenColumns(
  columns: readonly RecordColumn[] | undefined,
  roles: ReadonlyMap<string, ColumnRole>,
): readonly GivenColumn[] | undefined {
  const names = columns?.map(({ name }) => name) ?? []
  const unknown = [...roles.keys()].find(name => !names.includes(name))
  if (unknown !== undefined) {
    throw new NearsameError('OPTION_VALUE', {
      expected: names.length > 0 ? `compared columns ${listed(names)}` : 'records of several columns',
      got: JSON.stringify(unknown),
      fix: 'correct the name in `column`, leave out what is not compared, such as the id, or name it in `text`',
    })
  }
  return columns?.map(column => ({ ...column, role: roles.get(column.name) }))
}
