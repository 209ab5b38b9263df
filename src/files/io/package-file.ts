/** Files of this package that are not joined into the code, because few commands need one: web page, manual, sample. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'

/** The folder of the package, from this module in the joined package, in its chunks, and in the sources. */
const folders = ['..', '../..', '../../..'].map(up => join(import.meta.dirname, up))

/** The path of a file or folder. @throws NearsameError INPUT_MISSING in a checkout that is not built */
export function packageFile(name: string): string {
  const path = folders.map(folder => join(folder, name)).find(each => existsSync(each))
  if (path !== undefined) return path
  throw new NearsameError('INPUT_MISSING', {
    expected: `${name}, a file of the package`,
    got: 'none',
    fix: 'build the package with `npm run build`',
  })
}
