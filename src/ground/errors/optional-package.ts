/** Optional packages, such as database clients, which users install beside nearsame when they need them. */
import { NearsameError } from './nearsame-error.ts'

/**
 * The default export of a package, else its named exports.
 *
 * @param instead how to do without it
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
      got: 'an error while loading it',
      fix: `run \`npm install ${name}\`, or ${instead}`,
      cause,
    })
  }
}
