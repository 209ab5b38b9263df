/**
 * Wheel: the package for Python, made of the packed package.
 *
 *     npm pack ─▶ bin, dist without declarations, sample ─▶ nearsame/engine ┐
 *                                       python/src/nearsame ────────┴─ hatchling ─▶ python/dist/nearsame-*.whl
 *
 * It is put together in a temporary folder, so that the sources stay free of built files.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const target = join(root, 'python/dist')
const work = mkdtempSync(join(tmpdir(), 'nearsame-wheel-'))

/** What runs, the licences of what is in it, and what `nearsame help CODE` and `nearsame demo` show. */
const wanted = [
  'bin',
  'dist/command.js',
  'dist/chunks',
  'dist/threads',
  'dist/web',
  'dist/licences',
  'dist/sbom.cdx.json',
  'docs/errors.md',
  'examples/sample',
]

function run(program: string, args: readonly string[], cwd: string): void {
  execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}

try {
  // Without scripts: `prepack` would build again what `npm run wheel` has built.
  run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', work], root)
  const [tarball] = globSync('*.tgz', { cwd: work })
  run('tar', ['xzf', tarball], work)
  const project = join(work, 'python')
  for (const name of ['pyproject.toml', 'README.md', 'src'])
    cpSync(join(root, 'python', name), join(project, name), {
      recursive: true,
      filter: path => !path.includes('__pycache__'),
    })
  cpSync(join(work, 'package/LICENSE'), join(project, 'LICENSE'))
  const engine = join(project, 'src/nearsame/engine')
  for (const name of [...wanted, 'package.json'])
    cpSync(join(work, 'package', name), join(engine, name), { recursive: true })
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target)
  const pip = [
    '-m',
    'pip',
    'wheel',
    '--quiet',
    '--disable-pip-version-check',
    '--no-deps',
    '-w',
    target,
    project,
  ]
  run('python3', pip, work)
} finally {
  rmSync(work, { recursive: true, force: true })
}
