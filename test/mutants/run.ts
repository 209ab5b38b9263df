/**
 * Mutants: changes one operator, bound or default of a module that decides, and runs the tests nearest to it. A mutant
 * that no test notices survives, and is printed: what matters about it wants a test.
 *
 *     node test/mutants/run.ts            50 mutants of all modules
 *     node test/mutants/run.ts 20 star    20 of the modules whose name begins with `star`
 *
 * Run it by hand: a mutant takes some seconds. The sources stay as they are; mutants live in a copy.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { importsOf } from '../shape/arrows.ts'
import { openProgram, readSource, root } from '../shape/sources.ts'
import { type Mutation, mutated, mutationsOf } from './mutations.ts'

/** Modules that decide what is kept, by name: keep rules, clusterings, bands, bounds, states, progress, chain, passages. */
const modules = [
  ...['keep-order', 'value-order', 'partition', 'star', 'components', 'complete', 'star-windows', 'window'],
  ...['banding', 'agreeing-bands', 'group-band', 'odd-bounds', 'bounded-verifier', 'candidates'],
  ...['run-state', 'earlier-documents', 'key-filter', 'scan-columns', 'measured-pairs'],
  ...['document-state', 'signature-processor', 'covering-runs', 'passage-runs', 'union-find'],
]
const mostTests = 4
/** Wall time of a mutant's tests that hang; those of the source itself have ten times as long on a busy machine. */
const limitMs = 60_000

const [count = '50', prefix = ''] = process.argv.slice(2)
const files = execFileSync('git', ['ls-files', '*.ts'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
const chosen = files.filter(
  file => file.startsWith('src/') && modules.some(name => basename(file) === `${name}.ts`),
)
const program = openProgram()
const code = files.filter(file => /^(src|test)\/(?!.*\/generated\/)/.test(file))
const importers = Map.groupBy(importsOf(code, program), ({ target }) => target)

/** The quick tests nearest to a module along imports. */
function testsOf(module: string): string[] {
  const seen = new Set([module])
  const tests: string[] = []
  for (const file of seen) {
    if (/(?<!\.all)\.test\.ts$/.test(file)) tests.push(file)
    if (tests.length === mostTests) break
    for (const importer of importers.get(file) ?? []) seen.add(importer.file)
  }
  return tests
}

const copy = mkdtempSync(join(tmpdir(), 'nearsame-mutants-'))
process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const file of execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')) {
  mkdirSync(join(copy, dirname(file)), { recursive: true })
  cpSync(join(root, file), join(copy, file))
}
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

/** Whether the tests pass in the copy. @param timeout in milliseconds */
function passes(tests: readonly string[], timeout: number): boolean {
  const settings = { cwd: copy, timeout, stdio: 'ignore', killSignal: 'SIGKILL' } as const
  // In one process: a test that hangs is killed with its runner.
  return spawnSync(process.execPath, ['--test', '--test-isolation=none', ...tests], settings).status === 0
}

/** The tests of a module that pass without a mutant, and how long a mutant's may take: five times as long. */
function baselineOf(module: string): Baseline {
  const tests: string[] = []
  const begun = performance.now()
  for (const test of testsOf(module)) {
    if (passes([test], 10 * limitMs)) tests.push(test)
    else console.log(`left out  ${test}, which fails without a mutant of ${module}`)
  }
  return { tests, timeout: Math.max(limitMs, Math.ceil(5 * (performance.now() - begun))) }
}

interface Baseline {
  readonly tests: readonly string[]
  readonly timeout: number
}

function survives(module: string, mutation: Mutation, { tests, timeout }: Baseline): boolean {
  const text = readSource(module)
  writeFileSync(join(copy, module), mutated(text, mutation))
  // One test after the other: most mutants die in the nearest.
  const isAlive = tests.every(test => passes([test], timeout))
  writeFileSync(join(copy, module), text)
  return isAlive
}

const candidates = chosen
  .filter(module => basename(module).startsWith(prefix))
  .flatMap(module => mutationsOf(program.tree(module)).map(mutation => ({ module, mutation })))
// Every n-th, so that all modules have a share and a second run has the same ones.
const step = Math.max(1, candidates.length / Number(count))
const tested = new Map<string, Baseline>()
let [killed, alive] = [0, 0]
for (let at = 0; at < candidates.length; at += step) {
  const { module, mutation } = candidates[Math.floor(at)]
  const baseline = tested.get(module) ?? baselineOf(module)
  tested.set(module, baseline)
  if (!survives(module, mutation, baseline)) {
    killed++
    continue
  }
  alive++
  const text = readSource(module)
  const line = text.slice(0, mutation.from).split('\n').length
  console.log(
    `survived  ${module}:${line}  ${mutation.before} -> ${mutation.after}   (${text.split('\n')[line - 1].trim()})`,
  )
}
console.log(
  `${killed} killed, ${alive} survived, of ${candidates.length} mutants in ${tested.size} modules`,
)
