/** Ids of documents: texts, numbers, and whole numbers beyond 2^53 as bigints. 7 and "7" are two ids. */
export type Id = string | number | bigint

/** A text that is equal only for equal ids of equal type. @example idKey(7) // => '#7' */
export function idKey(id: Id): string {
  return typeof id === 'string' ? `"${id}` : `#${id}`
}

/** The id of a key; undefined for one that no id has. @example idOfKey('#7') // => 7 */
export function idOfKey(key: string): Id | undefined {
  if (key.startsWith('"')) return key.slice(1)
  const number = Number(key.slice(1))
  const isLarge = Number.isInteger(number) && !Number.isSafeInteger(number) && /^#-?\d+$/.test(key)
  const id = isLarge ? BigInt(key.slice(1)) : number
  return idKey(id) === key ? id : undefined
}
