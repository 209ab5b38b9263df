/** Column map: which columns of B stand for those of A under other names, `{ b_name: 'name' }`. */
import { listed } from '../../ground/errors/listed-names.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'

/** From the names of A to those of B. */
export type ColumnMap = ReadonlyMap<string, string>

/** @throws NearsameError OPTION_VALUE for anything else, and for a name of A twice */
export function columnMapOf(given: unknown): ColumnMap {
  const map = new Map<string, string>()
  if (given === undefined) return map
  const isPlain = typeof given === 'object' && given !== null && !Array.isArray(given)
  for (const [ofB, ofA] of Object.entries(isPlain ? given : { '': given })) {
    if (ofB === '' || typeof ofA !== 'string' || ofA === '')
      throw refused('names of B, each with one of A', given)
    const other = map.get(ofA)
    if (other !== undefined)
      throw refused(`one column of B for each of A`, `${other}=${ofA} and ${ofB}=${ofA}`)
    map.set(ofA, ofB)
  }
  return map
}

function refused(expected: string, got: unknown): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: `\`map\` to have ${expected}`,
    got: JSON.stringify(got),
    fix: 'write it as b_name=name, each name once',
  })
}

/** The names in B of the columns of A. @throws NearsameError OPTION_VALUE if A has no column of a name */
export function namesInB(map: ColumnMap, columns: readonly string[]): readonly string[] {
  const unknown = [...map.keys()].find(name => !columns.includes(name))
  if (unknown !== undefined && columns.length > 0)
    throw new NearsameError('OPTION_VALUE', {
      expected: `\`map\` to name columns of A: ${listed(columns)}`,
      got: `${map.get(unknown)}=${unknown}`,
      fix: 'correct the name after the equals sign, or choose the columns of A with `text`',
    })
  return columns.map(name => map.get(name) ?? name)
}

/** @param fields of B @throws NearsameError OPTION_VALUE if B lacks a mapped column, or has one of its name, too */
export function checkMapped(map: ColumnMap, fields: readonly string[], where: string): void {
  const used = new Set(map.values())
  for (const [ofA, ofB] of map) {
    const isMissing = !fields.includes(ofB)
    if (!isMissing && (ofA === ofB || used.has(ofA) || !fields.includes(ofA))) continue
    throw new NearsameError('OPTION_VALUE', {
      expected: isMissing
        ? `\`map\` to name columns of B: ${listed(fields)}`
        : `one column of B for ${JSON.stringify(ofA)}`,
      got: isMissing ? `${ofB}=${ofA}` : `${ofB}=${ofA}, and a column ${JSON.stringify(ofA)}`,
      where,
      fix: isMissing
        ? 'correct the name before the equals sign'
        : 'leave one of them out of `map`, or map the other to a name of its own',
    })
  }
}
