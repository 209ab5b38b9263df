/** Objects that will be written: whether they may be. */
import { isNearsameError, NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { objectOutputError } from './object-errors.ts'
import { objectNamed } from './object-name.ts'
import { listObjects } from './object-store.ts'

interface ObjectOutput {
  /** Whether it may be replaced. */
  readonly force: boolean
  /** Whether files below the URL will be written. */
  readonly isDirectory: boolean
}

/** @throws NearsameError OUTPUT_EXISTS, OUTPUT_DIRECTORY for a missing bucket, OUTPUT_FAILED, PACKAGE_MISSING */
export async function checkFreeObject(url: string, { force, isDirectory }: ObjectOutput): Promise<void> {
  const { bucket, key } = objectNamed(url)
  const below = key === '' || key.endsWith('/') ? key : `${key}/`
  const [found] = await listObjects({ bucket, key: isDirectory ? below : key }, 1).catch(error => {
    throw isNearsameError(error) && error.parts.cause ? objectOutputError(error.parts.cause, url) : error
  })
  if (found === undefined || (!isDirectory && (found.key !== key || force))) return
  throw new NearsameError('OUTPUT_EXISTS', {
    expected: isDirectory ? 'a prefix without an object' : 'a new object',
    got: `${url}, which exists`,
    fix: isDirectory ? 'write below another prefix' : 'write elsewhere, or overwrite with `force`',
  })
}
