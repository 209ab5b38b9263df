/** Packages from PyPI that tests use, each list in an environment of its own, made once and kept. */
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { cachedFolder } from './cached-folder.ts'
import { outputOf } from './child-program.ts'

const installMs = 600_000

/**
 * Makes an environment with these packages. One pip installs all of them: to install pip into each, and to compile every
 * module of a package, takes longer than the tests need.
 */
export async function makeEnvironment(folder: string, packages: readonly string[]): Promise<void> {
  const pip = await cachedFolder('nearsame-pip', async draft => {
    await outputOf('python3', ['-m', 'venv', draft])
  })
  await outputOf('python3', ['-m', 'venv', '--without-pip', folder])
  const command = ['-m', 'pip', '--python', join(folder, 'bin/python3'), 'install']
  const quiet = ['--quiet', '--disable-pip-version-check', '--no-compile']
  await outputOf(join(pip, 'bin/python3'), [...command, ...quiet, ...packages], installMs)
}

/** The Python of an environment with these packages. @throws Error if it cannot be made */
export async function pythonOf(...packages: readonly string[]): Promise<string> {
  const name = `nearsame-${packages.join('-').replaceAll(/[^A-Za-z0-9.-]/g, '')}`
  return join(await cachedFolder(name, draft => makeEnvironment(draft, packages)), 'bin/python3')
}

/** As `pythonOf`; undefined, and the test skipped, if it cannot be made, unless NEARSAME_REQUIRE=all. */
export async function pythonWith(
  context: TestContext,
  ...packages: readonly string[]
): Promise<string | undefined> {
  try {
    return await pythonOf(...packages)
  } catch (error) {
    if (process.env.NEARSAME_REQUIRE === 'all') throw error
    context.skip(`no ${packages.join(', ')} in a Python: ${error instanceof Error ? error.message : error}`)
    return undefined
  }
}
