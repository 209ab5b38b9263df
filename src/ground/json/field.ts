/**
 * Fields of JSON values, by name or else by path: `b.c` is the field "b.c", else the field "c" of "b". A number takes
 * an item of a list (`b.0.c`), `*` all of its items in order (`b.*.c`); only paths of texts may have one.
 */

/** Where a value is: in an object, or in a list at an index. */
interface FieldPlace {
  readonly holder: Record<string, unknown>
  readonly key: string
}

/**
 * The value of a field; undefined if there is none of this name. A name from data may be `constructor` or `toString`,
 * which every plain object has from `Object.prototype`.
 */
export function ownValue<T>(object: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

/** The value at a path without `*`; undefined if there is none. */
export function fieldOf(object: object, path: string): unknown {
  if (Object.hasOwn(object, path)) return (object as Record<string, unknown>)[path]
  return path.includes('.') && !isMany(path) ? fieldValues(object, path)[0] : undefined
}

/** The values at a path, in order; items that lack the rest of the path are left out. */
export function fieldValues(object: object, path: string): unknown[] {
  return fieldPlaces(object, path).map(({ holder, key }) => ownValue(holder, key))
}

/** The same as places, to change the values. */
export function fieldPlaces(object: object, path: string): FieldPlace[] {
  if (Object.hasOwn(object, path)) return [{ holder: object as Record<string, unknown>, key: path }]
  if (!path.includes('.')) return []
  const keys = path.split('.')
  const last = keys.length - 1
  let holders: unknown[] = [object]
  for (const key of keys.slice(0, last)) {
    holders = holders.flatMap(holder =>
      placesIn(holder, key).map(place => ownValue(place.holder, place.key)),
    )
  }
  return holders.flatMap(holder => placesIn(holder, keys[last]))
}

/** Whether one of the fields holds a string. */
export function hasText(record: object, fields: readonly string[]): boolean {
  return fields.some(name => fieldValues(record, name).some(value => typeof value === 'string'))
}

/** Whether a field is a column, or a path into it. */
export function isWithin(field: string, column: string): boolean {
  return field === column || field.startsWith(`${column}.`)
}

/** Whether a path may have several values. */
export function isMany(path: string): boolean {
  return path.split('.').includes('*')
}

function placesIn(value: unknown, key: string): FieldPlace[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string, unknown>
  if (Array.isArray(value)) {
    if (key === '*') return Object.keys(value).map(index => ({ holder, key: index }))
    if (!/^\d+$/.test(key)) return [] // such as "length"
  }
  return Object.hasOwn(value, key) ? [{ holder, key }] : []
}
