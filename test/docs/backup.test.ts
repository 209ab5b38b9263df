/** The commands of the page about backups run, while a server has the directory open and adds documents. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDataDirectory } from '../../src/online/sqlite/directory/data-directory.ts'
import { openServer } from '../../src/server/server.ts'
import { temporaryFolder } from '../ground/temporary-folder.ts'
import { launcher, root } from '../runtimes/build.ts'
import { ask, textOf } from '../server/server-world.ts'

const page = readFileSync(join(root, 'docs/guide/backup.md'), 'utf8')
const blocks = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands]) => commands)

/** `nearsame` runs this checkout. */
const ours = `nearsame() { '${process.execPath}' '${launcher()}' "$@"; }`

async function openedServer(folder: string) {
  const catalogue = await openDataDirectory(join(folder, 'data'))
  const server = await openServer({ catalogue, logger: false })
  await server.ready
  const add = (number: number) =>
    ask(`${server.url}/v1/collections/News/documents`, 'POST', {
      body: { id: number, text: textOf(number) },
    })
  return {
    ...server,
    add,
    close: async () => {
      await server.close()
      await catalogue.close()
    },
  }
}

test('the commands of the page back up a directory in use, and restore it', async () => {
  const cwd = temporaryFolder()
  const run = (commands: string) =>
    execFileSync(
      'sh',
      ['-euc', `${ours}\n${commands.replaceAll('--collection news', '--collection News')}`],
      {
        cwd,
        encoding: 'utf8',
        timeout: 60_000,
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
  const [copy, cold, check, restore, ...others] = blocks
  assert.deepEqual(others, [])

  const server = await openedServer(cwd)
  await ask(`${server.url}/v1/collections/News`, 'PUT')
  for (let number = 0; number < 20; number++) await server.add(number)
  const late = server.add(20)
  run(copy)
  await late
  await server.close()

  run(cold)
  assert.match(
    execFileSync('tar', ['tzf', 'backup.tar.gz'], { cwd, encoding: 'utf8' }),
    /^data\/c-\+news\/store\.sqlite$/m,
  )
  run(check)
  assert.match(run(restore), /documents +2[01]\b/)

  const restored = await openedServer(cwd)
  const again = await restored.add(7)
  assert.equal(again.body.results[0].status, 'exists')
  const added = await restored.add(21)
  assert.equal(added.body.results[0].status, 'added')
  await restored.close()
})

test('a reader of changes that is ahead of a backup is refused, and the page says so', async () => {
  assert.match(page, /ahead of it gets\s+OPTION_VALUE/)
  const server = await openedServer(temporaryFolder())
  await ask(`${server.url}/v1/collections/News`, 'PUT')
  const { body } = await ask(`${server.url}/v1/collections/News/changes?after=99`, 'GET')
  assert.equal(body.code, 'OPTION_VALUE')
  await server.close()
})
