/**
 * Inputs in an S3 store: an object, the objects below a prefix as those of a directory, or a glob.
 *
 * What a file is depends on its name and its first bytes. So the starts of the objects are put into files of the same
 * names and sizes, with holes instead of the rest, and the rules for files decide; then the files are removed again.
 */
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { renamed } from '../../../ground/errors/place.ts'
import { isHadoopPart, isJson } from '../../io/file-name.ts'
import { inputError } from '../../io/input-errors.ts'
import { objectInputError } from '../../io/objects/object-errors.ts'
import { type ObjectName, objectNamed, objectUrl, type StoredObject } from '../../io/objects/object-name.ts'
import { listObjects, objectBytes, rememberVersion } from '../../io/objects/object-store.ts'
import { openRunDirectory, removeTemporary } from '../../io/temporaries.ts'
import { argumentInputs } from './argument-inputs.ts'
import type { ArgumentOptions, FoundInputs, Input } from './input.ts'

/** Bytes that show what a file is; of `.json` and parts of Hadoop's output the first record. */
const startBytes = 8192
const recordBytes = 2 ** 20 + startBytes
const readsAtOnce = 16
/** Bytes of a name that file systems have. */
const longestName = 255

const globCharacters = /[*?[\]{}]/

/**
 * @param isOnly as for `argumentInputs`
 * @throws NearsameError as `argumentInputs` does; PACKAGE_MISSING
 */
export async function objectInputs(
  url: string,
  options: ArgumentOptions,
  isOnly: boolean,
): Promise<FoundInputs> {
  const name = objectNamed(url)
  const objects = await objectsOf(name)
  if (objects.length === 0) throw objectInputError({ name: 'NotFound' }, url)
  checkKeys(objects)
  const root = await openRunDirectory()
  try {
    const queue = objects.values()
    // All of them end before the files are removed.
    const settled = await Promise.allSettled(
      Array.from({ length: readsAtOnce }, () => writeStarts(root, queue)),
    )
    for (const ended of settled) if (ended.status === 'rejected') throw ended.reason
    return await named(root, objects, argumentInputs(join(root, name.bucket, name.key), options, isOnly))
  } finally {
    await removeTemporary(root)
  }
}

/** The objects that a URL may mean. */
async function objectsOf(name: ObjectName): Promise<readonly StoredObject[]> {
  const { bucket, key } = name
  const below = key === '' || key.endsWith('/') ? key : `${key}/`
  const isFile = (object: StoredObject) => !object.key.endsWith('/') // some programs mark directories so
  const [object] = await listObjects(name, 1)
  if (object?.key === key && isFile(object)) return [object]
  const inside = await listObjects({ bucket, key: below })
  const at = key.search(globCharacters)
  if (inside.length > 0 || at < 0) return inside.filter(isFile)
  return (await listObjects({ bucket, key: key.slice(0, at) })).filter(isFile)
}

/** Writes the starts of objects, as long as there are any; after a failure there are none for others either. */
async function writeStarts(root: string, objects: Iterable<StoredObject>): Promise<void> {
  for (const object of objects) {
    try {
      await writeStart(root, object)
    } catch (cause) {
      for (const _ of objects);
      throw objectInputError(cause, objectUrl(object))
    }
  }
}

async function writeStart(root: string, object: StoredObject): Promise<void> {
  const { bucket, key, sizeBytes } = object
  const path = join(root, bucket, key)
  const wanted = isJson(key) || isHadoopPart(key) ? recordBytes : startBytes
  const start = await objectBytes(object, 0, Math.min(sizeBytes, wanted))
  await mkdir(dirname(path), { recursive: true })
  const file = await open(path, 'w', 0o600)
  try {
    await file.write(start)
    await file.truncate(sizeBytes)
  } finally {
    await file.close()
  }
}

/** @throws NearsameError INPUT_UNREADABLE for keys that are no paths of files: KEPT could not have their names */
function checkKeys(objects: readonly StoredObject[]): void {
  const keys = new Set(objects.map(({ key }) => key))
  for (const { bucket, key } of objects) {
    const fault = faultOf(key, keys)
    if (fault === undefined) continue
    const [expected, got] = fault
    const fix = 'copy the object to another key, or name others'
    throw new NearsameError('INPUT_UNREADABLE', {
      expected,
      got,
      where: objectUrl({ bucket, key: '' }),
      fix,
    })
  }
}

function faultOf(
  key: string,
  keys: ReadonlySet<string>,
): readonly [expected: string, got: string] | undefined {
  const parts = key.split('/')
  const shown = JSON.stringify(key)
  if (parts.some(part => ['', '.', '..'].includes(part)) || key.includes('\0'))
    return ['keys that are paths, without empty parts, `.` and `..`', shown]
  if (parts.some(part => Buffer.byteLength(part) > longestName))
    return [`keys whose parts have at most ${longestName} bytes, as names of files`, shown]
  const above = parts.map((_, depth) => parts.slice(0, depth).join('/')).find(name => keys.has(name))
  if (above === undefined) return undefined
  return ['objects of which none has the name of a directory of another', `${above} and ${key}`]
}

/** Gives inputs, ignored files and errors the URLs of the objects. */
async function named(
  root: string,
  objects: readonly StoredObject[],
  finding: Promise<FoundInputs>,
): Promise<FoundInputs> {
  const byUrl = new Map(objects.map(object => [objectUrl(object), object]))
  const urlOf = (path: string) => path.replaceAll(`${root}/`, 's3://')
  try {
    const { inputs, ignoredFiles } = await finding
    return {
      inputs: inputs.map((input): Input => {
        const path = urlOf(input.path)
        const object = byUrl.get(path)
        if (object !== undefined) rememberVersion(object)
        const above = input.root !== undefined && { root: urlOf(input.root) }
        return { ...input, path, name: path, modified: object?.modified, object, ...above }
      }),
      ignoredFiles: ignoredFiles.map(({ path, reason }) => ({ path: urlOf(path), reason })),
    }
  } catch (error) {
    throw renamed(inputError(error, 's3://'), urlOf)
  }
}
