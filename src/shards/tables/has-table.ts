/** Whether a table is there: a file, or an object, which is then read in the version that was found. */
import { existsSync } from 'node:fs'
import { isObjectUrl, objectNamed } from '../../files/io/objects/object-name.ts'
import { listObjects, rememberVersion } from '../../files/io/objects/object-store.ts'

/** @throws NearsameError OPTION_VALUE for a URL without a bucket; INPUT_MISSING for another bucket, INPUT_UNREADABLE */
export async function hasTable(path: string): Promise<boolean> {
  if (!isObjectUrl(path)) return existsSync(path)
  const name = objectNamed(path)
  const [object] = await listObjects(name, 1)
  if (object?.key !== name.key) return false
  rememberVersion(object)
  return true
}
