/** Optional packages: clients of databases and the like, installed beside nearsame only where they are wanted. */
import { NearsameError } from './nearsame-error.ts'

/**
 * What a package exports, by default or by name.
 *
 * @param instead what may be done without it
 * @throws NearsameError PACKAGE_MISSING
 */
export async function loadPackage<T>(
  name: string,
  load: () => Promise<unknown>,
  instead: string,
): Promise<T> {
  try {
    const loaded = (await load()) as { default?: T } & T
    return loaded.default ?? loaded
  } catch (cause) {
    throw new NearsameError('PACKAGE_MISSING', {
      expected: `the package ${name}`,
      got: 'an error on loading it',
      fix: `run \`npm install ${name}\`, or ${instead}`,
      cause,
    })
  }
}
