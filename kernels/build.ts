/**
 * Builds the WebAssembly kernels twice, scalar and SIMD, and embeds them under `src/texts/kernels/generated/`.
 * `--check` builds without writing and fails if the bytes differ from the embedded ones.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const check = process.argv.includes('--check')
const builds = [
  { name: 'wasm-scalar', flags: [] },
  { name: 'wasm-simd', flags: ['--enable', 'simd'] },
]

function compile(flags: string[]): Buffer {
  const directory = mkdtempSync(join(tmpdir(), 'nearsame-kernels-'))
  try {
    const out = join(directory, 'kernels.wasm')
    execFileSync(
      process.execPath,
      [
        join(root, 'node_modules/assemblyscript/bin/asc.js'),
        'kernels/assembly/index.ts',
        '--outFile',
        out,
        ...['--runtime', 'stub', '--noAssert', '--optimizeLevel', '3'],
        ...flags,
      ],
      { cwd: root, stdio: 'inherit' },
    )
    return readFileSync(out)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

for (const { name, flags } of builds) {
  const target = join(root, 'src/texts/kernels/generated', `${name}.ts`)
  const bytes = compile(flags)
  const header = `// Made by kernels/build.ts from kernels/assembly (${bytes.length} bytes).`
  const source = `${header}\nexport const bytes: string =\n  '${bytes.toString('base64')}'\n`
  if (check && readFileSync(target, 'utf8') !== source) {
    console.error(
      `${name}: the embedded bytes differ from the sources; run \`npm run kernels\` and commit the result`,
    )
    process.exitCode = 1
  } else if (!check) writeFileSync(target, source)
  console.log(`${name}: ${bytes.length} bytes${check ? ', compared' : ''}`)
}
