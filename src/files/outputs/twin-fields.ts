/** Twin fields: behind the fields of a record those of another one, such as the one that was kept in its place. */
import { ownValue } from '../../ground/json/field.ts'
import { fieldNames, fieldsOf } from '../run/record-fields.ts'
import type { Run } from '../run/run.ts'
import { type AddedFields, freeNames } from './added-fields.ts'
import { cellOfValue } from './table-lines.ts'

/** @param added names of fields between the two @example twinNames(['id', 'town'], []) // => ['twin_id', 'twin_town'] */
export function twinNames(names: readonly string[], added: readonly string[]): readonly string[] {
  return freeNames(
    names.map(name => `twin_${name}`),
    [...names, ...added],
  )
}

/** Added fields, with those of a twin if they have one. */
export async function withTwinFields(run: Run, added: AddedFields): Promise<AddedFields> {
  const { names, kinds, cellsOf, twinOf } = added
  if (twinOf === undefined) return added
  const fields = [...(await fieldNames(run))]
  const read = fieldsOf(run)
  return {
    ...added,
    names: [...names, ...twinNames(fields, names)],
    kinds: [...kinds, ...fields.map(() => 'string' as const)],
    cellsOf(document) {
      const twin = read(twinOf(document))
      return [...cellsOf(document), ...fields.map(name => cellOfValue(ownValue(twin, name)))]
    },
  }
}
