/**
 * Builds the WebAssembly kernels twice, scalar and SIMD, and embeds them under `src/texts/kernels/generated/`; that of
 * Snappy, a module of its own, under `src/files/io/snappy/generated/`.
 * `--check` builds without writing and fails if the bytes differ from the embedded ones.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const check = process.argv.includes('--check')
const [texts, simd] = [
  { entry: 'index.ts', folder: 'src/texts/kernels/generated' },
  { flags: ['--enable', 'simd'] },
]
const builds = [
  { name: 'wasm-scalar', ...texts, flags: [] },
  { name: 'wasm-simd', ...texts, ...simd },
  { name: 'wasm-snappy', entry: 'snappy/snappy.ts', folder: 'src/files/io/snappy/generated', ...simd },
]

function compile({ entry, flags }: (typeof builds)[number]): Buffer {
  const directory = mkdtempSync(join(tmpdir(), 'nearsame-kernels-'))
  try {
    const out = join(directory, 'kernels.wasm')
    execFileSync(
      process.execPath,
      [
        join(root, 'node_modules/assemblyscript/bin/asc.js'),
        join('kernels/assembly', entry),
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

for (const build of builds) {
  const { name, folder } = build
  const target = join(root, folder, `${name}.ts`)
  const bytes = compile(build)
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
