/** The `ts` blocks of the pages are strict TypeScript, so that copies of them compile, also in stricter projects. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../ground/temporary-folder.ts'
import { builtPackage, publicDoors } from '../runtimes/build.ts'
import { root, tsBlocks } from './ts-blocks.ts'

/** Maps `nearsame` and its entries to the declarations of the package. */
function entryPaths(): Record<string, string[]> {
  builtPackage()
  return Object.fromEntries(publicDoors().map(({ name, types }) => [name, [join(root, types)]]))
}

test('every `ts` block of a page compiles', () => {
  const directory = temporaryFolder()
  const blocks = tsBlocks()
  assert(blocks.length > 30, 'the check sees blocks')
  for (const { page, line, code } of blocks) {
    // Blank lines before it, so that errors have the line numbers of the page.
    const file = `${page.replaceAll('/', '+')}+${line}.ts`
    writeFileSync(join(directory, file), `export {}${'\n'.repeat(line)}${code}`)
  }
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      paths: entryPaths(),
      typeRoots: [join(root, 'node_modules/@types')],
      noUncheckedIndexedAccess: true,
      noUnusedLocals: false,
      noUnusedParameters: false,
    },
    include: ['*.ts', join(root, 'src/**/*.d.ts')],
  }
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(config))
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}')
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', directory], {
    cwd: directory,
    encoding: 'utf8',
  })
  assert.equal(status, 0, stdout)
})
