/** What a run that was killed leaves is removed by the next one that writes the same name; a run that goes on keeps its own. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Workshop, wordsOf } from '../cli/command.ts'
import { jsonLines } from '../cli/json-lines.ts'

const shop = new Workshop()
const temporaries = pathToFileURL(resolve(import.meta.dirname, '../../src/files/io/temporaries.ts')).href
const record = jsonLines({ id: 1, text: wordsOf(1) })
const left = () => shop.names().filter(name => name.includes('nearsame-'))

/** A process that makes a temporary of each output and a directory of its own, and then does nothing. */
async function writer(
  ...outputs: string[]
): Promise<{ readonly child: ChildProcess; readonly names: string[] }> {
  const script = `
    import { mkdirSync, writeFileSync } from 'node:fs'
    import { openRunDirectory, temporaryName } from ${JSON.stringify(temporaries)}
    const names = ${JSON.stringify(outputs)}.map(path => temporaryName(path))
    for (const name of names) {
      if (name.includes('.dir.')) mkdirSync(name + '/below', { recursive: true })
      writeFileSync(name.includes('.dir.') ? name + '/below/a' : name, 'left')
    }
    names.push(await openRunDirectory('.'))
    console.log(JSON.stringify(names))
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout as NonNullable<typeof child.stdout>, 'data')
  return { child, names: JSON.parse(String(line)) }
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('temporaries of a killed process are removed by their name, those of a living one stay', async () => {
  shop.write('in.jsonl', record)
  const long = `${'n'.repeat(240)}.jsonl`
  const outputs = ['kept.jsonl', 'removed.jsonl', 'dir', long]
  const [dead, living] = [await writer(...outputs), await writer(...outputs)]
  try {
    await killed(dead.child)
    for (const name of [...dead.names, ...living.names]) assert.ok(existsSync(name), name)
    const run = (...args: string[]) => shop.child(['dedupe', 'in.jsonl', '--quiet', '--force', ...args]).err
    assert.equal(run('-o', 'other.jsonl'), '')
    assert.deepEqual(dead.names.map(existsSync), [true, true, true, true, false]) // the directory has no name
    assert.equal(run('-o', 'kept.jsonl', '--removed', 'removed.jsonl'), '')
    assert.equal(run('-o', 'dir/'), '')
    assert.equal(run('-o', long), '')
    assert.deepEqual(dead.names.map(existsSync), [false, false, false, false, false])
    assert.deepEqual(living.names.map(existsSync), [true, true, true, true, true])
  } finally {
    await killed(living.child)
  }
  shop.remove(...living.names)
})

test('after a kill while KEPT, tables or shards are written, the same run leaves nothing else', async () => {
  const lines = Array.from({ length: 40_000 }, (_, id) => jsonLines({ id, text: wordsOf(id, 30) })).join('')
  mkdirSync('shards')
  for (const name of ['a', 'b', 'c'])
    shop.write(`shards/${name}.jsonl`, lines.replaceAll('"text":"', `"text":"${name} `))
  const runs = [
    ['shards/a.jsonl', '-o', 'k.jsonl.gz', '--removed', 'r.jsonl'],
    ['shards', '-o', 'out/'],
  ]
  for (const [i, args] of runs.entries()) {
    const command = ['dedupe', ...args, '--near', 'off', '--quiet', '--threads', '1']
    const { child } = shop.start(...command)
    const end = once(child, 'exit')
    while (child.exitCode === null && !left().some(name => /^\.(k|out)\./.test(name))) await wait(1)
    child.kill('SIGKILL')
    await end
    assert.equal(child.signalCode, 'SIGKILL', 'the run ended before it was killed')
    assert.ok(left().length > 0)
    assert.equal(shop.child(command).err, '')
    assert.deepEqual(left(), [])
    assert.ok(existsSync(i === 0 ? 'k.jsonl.gz' : 'out/c.jsonl'))
  }
})
