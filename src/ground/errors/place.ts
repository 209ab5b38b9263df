/** Places of errors: the same error, with where it happened. What is no error of ours stays as it is. */
import { isNearsameError, NearsameError } from './nearsame-error.ts'

/** The error with this place, whatever place it had. */
export function atPlace<E>(error: E, where: string): E | NearsameError {
  return isNearsameError(error) ? new NearsameError(error.code, { ...error.parts, where }) : error
}

/** The error with the place it has; with this one where it has none. */
export function atLeastAt<E>(error: E, where: string): E | NearsameError {
  return isNearsameError(error) && error.parts.where !== undefined ? error : atPlace(error, where)
}

/** The error with a place around the one it has: `f.xml, line 3`. */
export function withinPlace<E>(error: E, place: string): E | NearsameError {
  const where = isNearsameError(error) ? error.parts.where : undefined
  return atPlace(error, where === undefined || where === place ? place : `${place}, ${where}`)
}

/** What the work gives; what it throws happened within the place. */
export function inPlace<T>(place: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw withinPlace(error, place)
  }
}
