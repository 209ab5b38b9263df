/** Faults of collections as a whole: one that is not there, one that goes while it is in use, one that is damaged. */
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { TextIndex } from '../../online/index/text-index.ts'
import { collectionName } from '../../online/store/catalogue.ts'

/** The index; what fails while there is a `reason` fails for that. */
export function toldOfRemoval(index: TextIndex, reason: () => NearsameError | undefined): TextIndex {
  const told = async (result: Promise<unknown>) => {
    try {
      return await result
    } catch (error) {
      throw reason() ?? error
    }
  }
  return new Proxy(index, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        const result: unknown = value.apply(target, given)
        return result instanceof Promise ? told(result) : result
      }
    },
  })
}

/** What the work gives; nothing where the collection is not there, or damaged. */
export async function unlessAbsent<T>(work: Promise<T>): Promise<[T] | []> {
  try {
    return [await work]
  } catch (error) {
    if (isDamage(error) || (isNearsameError(error) && error.code === 'COLLECTION_NOT_FOUND')) return []
    throw error
  }
}

/** Whether a collection cannot be opened as it is, whoever tries, although its store answers. */
export function isDamage(error: unknown): error is NearsameError {
  return isNearsameError(error) && (error.code === 'STORE_CORRUPT' || error.code === 'STORE_FORMAT')
}

export function isFullDisk(error: unknown): boolean {
  return isNearsameError(error) && error.code === 'DISK_FULL'
}

export function damaged(name: string, cause: NearsameError): NearsameError {
  const { expected, got, fix } = cause.parts
  const anew = `; or give it up with DELETE /v1/collections/${name}`
  return new NearsameError(cause.code, {
    expected,
    got,
    where: `collection ${name}`,
    fix: fix + anew,
    cause,
  })
}

export function notFound(name: string): NearsameError {
  const make = collectionName.test(name) ? `make it with PUT /v1/collections/${name}, or ` : ''
  return new NearsameError('COLLECTION_NOT_FOUND', {
    expected: 'the name of a collection',
    got: JSON.stringify(name),
    fix: `${make}list those that are there with GET /v1/collections`,
  })
}
