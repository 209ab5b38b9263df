/**
 * Nameable types: a user who wraps a public function and publishes declarations can name its argument and result types.
 * Without a public name the compiler refuses to write a declaration (TS2883). The test builds the declarations itself,
 * because `dist` may be older than the sources.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../ground/temporary-folder.ts'
import { builtPackage, type Door, publicDoors } from '../runtimes/build.ts'
import { root } from './sources.ts'

/** The parts of a value: elements, values, results of functions, and members of objects. */
const helpers = `
type Part<T> = T extends readonly (infer U)[] ? U : T extends AsyncIterable<infer U> ? U
  : T extends ReadonlyMap<infer _, infer U> ? U : T extends (...a: never) => infer U ? Awaited<U> : T
type Result<T extends (...a: never) => unknown> = Part<Awaited<ReturnType<T>>>
type Plain<T> = T extends object ? (T extends ArrayBufferView | Function | Error ? never : T) : never
type Members<T> = Plain<Part<Plain<T>[keyof Plain<T>]>>
`

/** A module that exports every part of a function's arguments and result without naming its type. */
function wrapped(name: string): string {
  const types = {
    result: `Result<typeof all.${name}>`,
    members: `Members<Result<typeof all.${name}>>`,
    inner: `Members<Members<Result<typeof all.${name}>>>`,
    given: `Parameters<typeof all.${name}>[number]`,
    options: `Members<Parameters<typeof all.${name}>[number]>`,
  }
  const functions = Object.entries(types).map(
    ([part, type]) => `export function ${part}_${name}() { const it = null! as ${type}; return it }
export function spread_${part}_${name}() { const it = null! as Plain<${type}>; return { ...it } }`,
  )
  return functions.join('\n')
}

async function moduleOf({ name: entry, source }: Door): Promise<string> {
  const names = Object.entries(await import(join(root, source))).flatMap(([name, value]) =>
    typeof value === 'function' && !/^class /.test(String(value)) ? [name] : [],
  )
  return [`import * as all from '${entry}'`, helpers, ...names.map(wrapped)].join('\n')
}

test('every type that a public function takes or gives has a public name', async () => {
  const folder = temporaryFolder()
  const built = join(folder, 'node_modules/nearsame')
  mkdirSync(built, { recursive: true })
  symlinkSync(builtPackage(), join(built, 'dist'))
  copyFileSync(join(root, 'package.json'), join(built, 'package.json'))
  symlinkSync(join(root, 'node_modules'), join(built, 'node_modules'))
  symlinkSync(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const compilerOptions = {
    ...{ module: 'nodenext', target: 'es2024', lib: ['esnext', 'dom'], types: ['node'] },
    ...{ strict: true, skipLibCheck: true, declaration: true, outDir: 'out' },
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  for (const [i, entry] of publicDoors().entries()) {
    writeFileSync(join(folder, `${i}.ts`), await moduleOf(entry))
  }
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder], {
    cwd: folder,
    encoding: 'utf8',
  })
  const unnamed = stdout.matchAll(/TS2883: .* reference to '(\w+)' from '[^']*nearsame\/dist\/([^']*)'/g)
  const found = Array.from(unnamed, ([, name, file]) => `${name} of ${file}`)
  assert.deepEqual([...new Set(found)], [])
  assert.match(readFileSync(join(folder, 'out/0.d.ts'), 'utf8'), /result_deduplicate\(\)/)
})
