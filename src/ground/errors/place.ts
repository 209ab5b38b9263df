/** Places of errors: copies an error with the place where it happened. Foreign errors stay unchanged. */
import { isNearsameError, NearsameError } from './nearsame-error.ts'

/** The error with this place instead of any other. */
export function atPlace<E>(error: E, where: string): E | NearsameError {
  return isNearsameError(error) ? new NearsameError(error.code, { ...error.parts, where }) : error
}

/** The error with its own place; with this one if it has none. */
export function atLeastAt<E>(error: E, where: string): E | NearsameError {
  return isNearsameError(error) && error.parts.where !== undefined ? error : atPlace(error, where)
}

/** The error with this place before its own: `f.xml, line 3`. */
export function withinPlace<E>(error: E, place: string): E | NearsameError {
  const where = isNearsameError(error) ? error.parts.where : undefined
  return atPlace(error, where === undefined || where === place ? place : `${place}, ${where}`)
}

/** The error with other names of places in all of its words, such as that of an upload instead of its path. */
export function renamed<E>(error: E, nameOf: (words: string) => string): E | NearsameError {
  if (!isNearsameError(error)) return error
  const { expected, got, where, fix, ...others } = error.parts
  return new NearsameError(error.code, {
    ...others,
    expected: nameOf(expected),
    got: nameOf(got),
    ...(where !== undefined && { where: nameOf(where) }),
    fix: nameOf(fix),
  })
}

/** The result of the work; errors get the place. */
export function inPlace<T>(place: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw withinPlace(error, place)
  }
}
