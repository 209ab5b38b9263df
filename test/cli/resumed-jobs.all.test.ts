/** `--resume` of `pairs`, `match` and `passages`, killed at 20 random moments each: the bytes of a run without. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { nearly, Workshop, wordsOf } from './command.ts'
import { killedAfter, progress, resumedJobs } from './resumed-jobs.ts'

const shop = new Workshop()

const lines = (count: number): string =>
  Array.from({ length: count }, (_, i) => {
    const text = i % 3 === 0 ? nearly(i % (count / 50), i % 4, 40) : wordsOf(i % 5 === 1 ? i % 999 : i, 40)
    return `{"id":${i},"text":"${text}"}\n`
  }).join('')

shop.write('small.jsonl', lines(8_000))
shop.write('against.jsonl', lines(2_000))

for (const [at, { args, outputs }] of resumedJobs.slice(0, 3).entries()) {
  test(`${args.join(' ')}`, async () => {
    const started = performance.now()
    assert.equal(shop.child([...args, '--force', '--quiet']).status, 0)
    const usualMs = performance.now() - started
    const wanted = outputs.map(name => shop.read(name))
    let kills = 0
    for (let tries = 0; kills < 20 && tries < 200; tries++) {
      shop.remove(...outputs)
      const memory = tries % 2 === 0 && at < 2 ? ['--memory', '128MB', '--threads', '1'] : []
      const resumed = [...args, ...memory, '--resume', '--quiet', '--force']
      for (
        let left = 4;
        left > 0 && (await killedAfter(shop, Math.random() * 1.2 * usualMs, resumed));
        left--
      )
        kills++
      if (!existsSync(outputs[0])) {
        const { status, err } = shop.child(resumed)
        assert.equal(status, 0, err)
        assert.deepEqual(progress(), [])
      }
      for (const [i, name] of outputs.entries()) assert(shop.read(name) === wanted[i], name)
      shop.remove(...progress()) // of a run that was killed after it had published its outputs
    }
    assert(kills >= 20, `${kills} kills`)
  })
}
