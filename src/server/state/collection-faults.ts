/** Faults of whole collections: missing, deleted while in use, damaged. */
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { TextIndex } from '../../online/index/text-index.ts'
import { collectionName } from '../../online/store/catalogue.ts'

/** The index; while there is a `reason`, every failure has it as its error. */
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

/** The result of the work; undefined when the collection is missing or damaged. */
export async function unlessAbsent<T>(work: Promise<T>): Promise<[T] | []> {
  try {
    return [await work]
  } catch (error) {
    if (isDamage(error) || (isNearsameError(error) && error.code === 'COLLECTION_NOT_FOUND')) return []
    throw error
  }
}

/** Whether the store answers but no one can open the collection. */
export function isDamage(error: unknown): error is NearsameError {
  return isNearsameError(error) && (error.code === 'STORE_CORRUPT' || error.code === 'STORE_FORMAT')
}

export function isFullDisk(error: unknown): boolean {
  return isNearsameError(error) && error.code === 'DISK_FULL'
}

export function damaged(name: string, cause: NearsameError): NearsameError {
  const { expected, got, fix } = cause.parts
  const orDelete = `; or delete it with DELETE /v1/collections/${name}`
  return new NearsameError(cause.code, {
    expected,
    got,
    where: `collection ${name}`,
    fix: fix + orDelete,
    cause,
  })
}

export function notFound(name: string): NearsameError {
  const create = collectionName.test(name) ? `create it with PUT /v1/collections/${name}, or ` : ''
  return new NearsameError('COLLECTION_NOT_FOUND', {
    expected: 'the name of a collection',
    got: JSON.stringify(name),
    fix: `${create}list existing ones with GET /v1/collections`,
  })
}
