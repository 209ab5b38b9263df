/** The value of a field, by name or else by path: `b.c` is the field "b.c", else the field "c" of "b". */
export function fieldOf(object: object, name: string): unknown {
  if (Object.hasOwn(object, name)) return (object as Record<string, unknown>)[name]
  if (!name.includes('.')) return undefined
  let value: unknown = object
  for (const key of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value
}
