/**
 * Checks all that a release needs, short of publishing (`npm run release:check`, needs the network):
 *
 *     one version everywhere ─▶ its section of the changes ─▶ tarball: publint, attw ─▶ wheel
 *
 * It prints a line for each check, and ends with status 1 at the first that fails.
 */
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The versions that a release names, by file. */
const places: Readonly<Record<string, RegExp>> = {
  'package.json': /^ {2}"version": "(.+)"/m,
  'src/ground/version.ts': /version = '(.+)'/,
  'python/src/nearsame/_options.py': /^__version__ = "(.+)"/m,
  'CITATION.cff': /^version: (.+)$/m,
  'CHANGELOG.md': /^## (\S+)$/m,
}

/** Programs that check a tarball; installed when asked for, in these versions. */
const programs = {
  publint: 'publint@0.3.25',
  attw: '@arethetypeswrong/cli@0.18.5',
}

function done(what: string): void {
  console.log(`ok  ${what}`)
}

function fail(what: string): never {
  console.error(`release:check: ${what}`)
  process.exit(1)
}

function run(program: string, args: readonly string[], cwd = root): void {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status !== 0) fail(`${program} ${args.join(' ')}\n${stdout}${stderr}`)
}

function checkVersions(): string {
  const versions = Object.entries(places).map(([file, pattern]) => [file, pattern.exec(read(file))?.[1]])
  const [[, version]] = versions
  const others = versions.filter(([, found]) => found !== version)
  if (version === undefined || others.length > 0)
    fail(
      `expected version ${version} everywhere, got ${others.map(([file, found]) => `${found} in ${file}`).join(', ')}`,
    )
  done(`version ${version} in ${versions.length} files`)
  return version
}

function checkChanges(version: string): void {
  const [, section = ''] = read('CHANGELOG.md').split(`\n## ${version}\n`)
  const lines = section.split('\n## ')[0].match(/^- /gm) ?? []
  if (lines.length === 0) fail(`CHANGELOG.md has no change under ${version}`)
  done(`${lines.length} changes under ${version}`)
}

function checkTarball(folder: string): void {
  run('npm', ['pack', '--silent', '--pack-destination', folder])
  const [tarball] = globSync('*.tgz', { cwd: folder })
  const path = join(folder, tarball)
  run('npm', ['exec', '--yes', `--package=${programs.publint}`, '--', 'publint', path, '--strict'], folder)
  const attw = ['attw', path, '--profile', 'esm-only', '--no-emoji']
  run('npm', ['exec', '--yes', `--package=${programs.attw}`, '--', ...attw], folder)
  done(`${tarball}: publint and attw have nothing to say`)
}

function checkWheel(version: string): void {
  run('npm', ['run', 'wheel'])
  const wheels = globSync('python/dist/*.whl', { cwd: root })
  if (!wheels[0]?.includes(`-${version}-`)) fail(`expected a wheel of ${version}, got ${wheels.join(', ')}`)
  done(wheels[0])
}

const version = checkVersions()
checkChanges(version)
const folder = mkdtempSync(join(tmpdir(), 'nearsame-release-'))
try {
  checkTarball(folder)
  checkWheel(version)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
