/**
 * Runs the tests with the Node that runs this file: all but `x.all.test.ts`; with `--rest` these; or those whose path
 * begins with an argument (`node test/run.ts src/engine test/shape`). Prints a line with the time of each wing or suite,
 * and at the end the failures, the skipped tests and the slowest ones.
 */
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { groupsOf } from './runner/groups.ts'
import { closing, problemsOf, suiteLine } from './runner/report.ts'
import { type GroupResult, runGroup } from './runner/run-group.ts'
import { selected } from './runner/selection.ts'

const root = resolve(import.meta.dirname, '..')
const wanted = process.argv.slice(2)
const places = ['src/**', 'web/**', 'test/**', 'bench', 'kernels'].map(place => `${place}/*.test.ts`)
const files = selected(globSync(places, { cwd: root }), wanted)
if (files.length === 0) {
  process.stderr.write(`no test file begins with ${wanted.join(' or ')}\n`)
  process.exit(2)
}

const start = performance.now()
const groups = groupsOf(root, files)
const results: GroupResult[] = []

async function runNext(): Promise<void> {
  for (let group = queue.shift(); group !== undefined; group = queue.shift()) {
    const { suite } = group
    results.push(await runGroup(group))
    const ofSuite = results.filter(result => result.group.suite === suite)
    if (ofSuite.length === groups.filter(each => each.suite === suite).length)
      process.stdout.write(suiteLine(suite, ofSuite))
  }
}

const queue = [...groups]
// One more than there are processors: databases wait for their disk, Solr and browsers for their start.
await Promise.all(Array.from({ length: availableParallelism() + 1 }, runNext))
process.stdout.write(closing(results, (performance.now() - start) / 1000))
const hasFailed = results.some(result => result.tests.some(test => test.state === 'failed'))
if (hasFailed || problemsOf(results) > 0) process.exitCode = 1
