/**
 * Objects accepted as options, or as other values read by name.
 *
 * Only own properties of options are copied: a promise that was not awaited, a map, or an instance whose class has
 * getters for the options would silently mean the defaults.
 */

/** Options: an object with own properties, or an empty plain one. */
export function isOptions(value: unknown): value is object {
  return isNamed(value) && (isPlain(value) || Object.keys(value).length > 0)
}

/** An object read by name, of any class but a list, collection or promise. */
export function isNamed(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const isCollection = value instanceof Map || value instanceof Set || ArrayBuffer.isView(value)
  return !isCollection && !Array.isArray(value) && !isPromise(value)
}

/** Whether `await` would wait for it. */
export function isPromise(value: unknown): boolean {
  return hasMethod(value, 'then')
}

/** Whether a value has a method of this name. */
export function hasMethod(value: unknown, name: string | symbol): boolean {
  if (value === null || value === undefined) return false
  return typeof Reflect.get(Object(value), name) === 'function'
}

/** A plain object, also one from another realm such as an iframe, or without a prototype. */
export function isPlain(value: object): boolean {
  const prototype: object | null = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
