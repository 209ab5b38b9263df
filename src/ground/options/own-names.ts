/**
 * Objects that are taken for options, or for other values by name.
 *
 * Options are copied by their own names: a promise somebody forgot to await, a map, or an instance whose class has
 * getters for them would be the defaults, silently.
 */

/** Options: an object with names of its own, or an empty one of no class. */
export function isOptions(value: unknown): value is object {
  return isNamed(value) && (isPlain(value) || Object.keys(value).length > 0)
}

/** What is read name by name: an object of any class that is no list, collection or promise. */
export function isNamed(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const isCollection = value instanceof Map || value instanceof Set || ArrayBuffer.isView(value)
  return !isCollection && !Array.isArray(value) && !isPromise(value)
}

/** Anything that `await` waits for. */
export function isPromise(value: unknown): boolean {
  return hasMethod(value, 'then')
}

/** Whether there is a function under a name. */
export function hasMethod(value: unknown, name: string | symbol): boolean {
  return typeof (value as Record<string | symbol, unknown> | null | undefined)?.[name] === 'function'
}

/** Of no class: what `{}` makes, in a frame too, or `Object.create(null)`. */
export function isPlain(value: object): boolean {
  const prototype: object | null = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** The value of a name of its own: what `Object.prototype` was given by somebody else is no option of the caller. */
export function ownValue(options: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(options, name) ? options[name] : undefined
}
