/**
 * Files of the web page, which the build makes in `dist/web`: the template of a report page, the page of the server.
 *
 * They are not joined into the code, because few commands need one.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'

/** From the joined package, and from the sources. */
const places = ['../web', '../../../dist/web']

/** The path of a built file. @throws NearsameError INPUT_MISSING in a checkout that is not built */
export function webFile(name: string): string {
  const path = places.map(place => join(import.meta.dirname, place, name)).find(each => existsSync(each))
  if (path !== undefined) return path
  throw new NearsameError('INPUT_MISSING', {
    expected: `dist/web/${name}, a file of the web page`,
    got: 'none',
    fix: 'build the package with `npm run build`',
  })
}
