/**
 * Column paths: the columns of records, of which some may be in objects.
 *
 *     {"id":1,"name":{"first":"Ann"},"tags":["a"]}  ─▶  id, name.first, tags
 */

type Fields = Readonly<Record<string, unknown>>

/** More are names from data, such as dates. */
const mostPaths = 200
const mostDepth = 8
/** A name that a path cannot have. */
const unpathed = /^$|[.*]/

/**
 * By first appearance; lists stay whole.
 *
 * @example columnPaths([{ a: { b: 1 } }, { a: null, c: 2 }]) // => ['a.b', 'a', 'c']
 */
export function columnPaths(records: readonly Fields[]): readonly string[] {
  const paths = new Set<string>()
  for (const record of records)
    for (const [name, value] of Object.entries(record))
      for (const path of pathsOf(name, value)) paths.add(path)
  const names = new Set(records.flatMap(record => Object.keys(record)))
  return [...(paths.size > Math.max(mostPaths, names.size) ? names : paths)]
}

function* pathsOf(path: string, value: unknown, depth = 1): Generator<string> {
  const inside = isObject(value) && depth < mostDepth ? Object.entries(value) : []
  if (
    inside.length === 0 ||
    (depth === 1 && unpathed.test(path)) ||
    inside.some(([name]) => unpathed.test(name))
  )
    yield path
  else for (const [name, one] of inside) yield* pathsOf(`${path}.${name}`, one, depth + 1)
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
