/** The table of weights in the page about browsers has the sizes that esbuild gives for the built package. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { weights, writtenWeights } from '../../build/weigh.ts'
import { builtPackage } from '../runtimes/build.ts'

test('each pure entry has the size in the page, within 3 % and 300 bytes', async () => {
  builtPackage()
  const written = writtenWeights()
  const found = await weights()
  assert.deepEqual([...written.keys()].sort(), found.map(({ name }) => name).sort())
  for (const { name, atOnce, later } of found) {
    const sizes = written.get(name) ?? []
    for (const [i, size] of [atOnce, later].entries()) {
      const isNear = Math.abs(size - sizes[i]) <= 0.3 + 0.03 * size
      assert(isNear, `${name}: ${size.toFixed(1)} kB, the page says ${sizes[i]}: run \`npm run weigh\``)
    }
  }
})
