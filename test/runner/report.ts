/** Output of the test command: a line for each finished suite, and a summary at the end. */
import type { FileCost, TestOutcome } from './outcomes.ts'
import type { GroupResult } from './run-group.ts'

const slowest = 10

/** The line of a suite whose groups have all ended. */
export function suiteLine(suite: string, results: readonly GroupResult[]): string {
  const tests = results.flatMap(result => result.tests)
  const failed = tests.filter(test => test.state === 'failed').length + problemsOf(results)
  const sum = (of: 'seconds' | 'cpuSeconds') =>
    results
      .reduce((sum, result) => sum + result[of], 0)
      .toFixed(1)
      .padStart(7)
  const counts = `${String(tests.length).padStart(6)} tests ${sum('seconds')} s ${sum('cpuSeconds')} CPU s`
  return `${failed === 0 ? '✔' : '✖'} ${suite.padEnd(18)}${counts}${failed === 0 ? '' : `  ${failed} failed`}\n`
}

/** Everything after the lines of the suites. The last lines are those of Node's own report. */
export function closing(results: readonly GroupResult[], seconds: number): string {
  const tests = results.flatMap(result => result.tests)
  const of = (state: TestOutcome['state']) => tests.filter(test => test.state === state)
  const [failed, skipped, passed] = [of('failed'), of('skipped'), of('passed')]
  const counts = {
    tests: tests.length,
    pass: passed.length,
    fail: failed.length + problemsOf(results),
    skipped: skipped.length,
    duration_ms: Math.round(seconds * 1000),
  }
  return [
    section(
      'measured',
      results.flatMap(result => result.notes),
    ),
    section('slowest', slowestOf(tests)),
    section('most processor time', dearestOf(results.flatMap(({ files }) => files))),
    section('skipped', skipLines(skipped)),
    section('failed', [...failed.map(failure), ...results.flatMap(problemLines)]),
    '\n',
    ...Object.entries(counts).map(([name, count]) => `ℹ ${name} ${count}\n`),
  ].join('')
}

/** Files that failed outside their tests: they threw, crashed, hung or have no tests. */
export function problemsOf(results: readonly GroupResult[]): number {
  return results.filter(result => result.problems.length > 0).length
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `\n${title}:\n${lines.map(line => `${indented(line)}\n`).join('')}`
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ')
}

function slowestOf(tests: readonly TestOutcome[]): string[] {
  const whole = tests.filter(test => test.nesting === 0).toSorted((a, b) => b.ms - a.ms)
  return whole
    .slice(0, slowest)
    .map(({ name, file, ms }) => `${(ms / 1000).toFixed(1).padStart(5)} s  ${name} (${file})`)
}

function dearestOf(files: readonly FileCost[]): string[] {
  return files
    .toSorted((a, b) => b.cpuSeconds - a.cpuSeconds)
    .slice(0, slowest)
    .map(({ file, cpuSeconds }) => `${cpuSeconds.toFixed(1).padStart(5)} CPU s  ${file}`)
}

/** Reasons for skipping with their tests, and one command that installs all missing Debian packages. */
function skipLines(skipped: readonly TestOutcome[]): string[] {
  const byReason = [...Map.groupBy(skipped, test => test.text)]
  const packages = byReason.flatMap(
    ([reason]) => /apt-get install ([^,]+)/.exec(reason)?.[1].split(' ') ?? [],
  )
  const lines = byReason.map(([reason, tests]) =>
    [reason, ...tests.map(({ name, file }) => `  ${name} (${file})`)].join('\n'),
  )
  if (packages.length === 0) return lines
  const all = [...new Set(packages)].sort().join(' ')
  return [...lines, `to run them: apt-get install -y --no-install-recommends ${all}`]
}

function failure({ name, file, line, text }: TestOutcome): string {
  return `✖ ${name} (${file}:${line})\n${indented(text)}`
}

function problemLines({ group, problems }: GroupResult): string[] {
  return problems.length === 0 ? [] : [`✖ ${group.files.join(' ')}\n${indented(problems.join('\n'))}`]
}
