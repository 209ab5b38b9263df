/**
 * The pages with nothing but the package: installed as the README says, with an empty home, each page in an empty
 * folder. Every command of a `console` block succeeds; the start pages give the results that they show.
 */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { freePort } from '../databases/private-server.ts'
import { temporaryFolder } from '../ground/temporary-folder.ts'
import { root } from '../runtimes/build.ts'

const folder = temporaryFolder()
const [home, prefix] = [join(folder, 'home'), join(folder, 'prefix')]
const env = {
  HOME: home,
  PATH: [join(prefix, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
  npm_config_prefix: prefix,
  // Nothing but the package is needed, so npm asks no registry.
  npm_config_offline: 'true',
}
const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: root }).sort()]
const read = (page: string) => readFileSync(join(root, page), 'utf8')
const blocksOf = (page: string, language: string) =>
  [...read(page).matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, block]) => block)

function sh(line: string, cwd: string): string {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { cwd, env, encoding: 'utf8' })
  assert.equal(status, 0, `${line}\n${stderr}`)
  return stdout
}

function emptyFolder(name: string): string {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true })
  return path
}

before(() => {
  emptyFolder('home')
  const [line, python] = blocksOf('README.md', 'sh')[0].trim().split('\n')
  const [dependencies, ...rest] = line.split(' && ')
  // The checkout of the tests has its dependencies.
  assert.equal(dependencies, 'npm ci')
  sh(rest.join(' && '), root)
  assert.equal(blocksOf('docs/start/python.md', 'sh')[0].trim(), python)
})
after(() => {
  for (const tarball of globSync('nearsame-*.tgz', { cwd: root })) rmSync(join(root, tarball))
})

for (const page of pages) {
  const commands = blocksOf(page, 'console').flatMap(block => [...block.matchAll(/^\$ (.+)$/gm)])
  if (commands.length === 0) continue
  test(`${page}: its commands work outside the checkout`, () => {
    const cwd = emptyFolder(page)
    for (const [, line] of commands) sh(line, cwd)
  })
}

test('the demo shows its two commands', () => {
  const shown = [...sh('nearsame demo', emptyFolder('demo')).matchAll(/^\$ nearsame (\w+)/gm)]
  assert.deepEqual(
    shown.map(([, name]) => name),
    ['dedupe', 'explain'],
  )
})

test('the program of its start page prints what the page shows', () => {
  const page = 'docs/start/program.md'
  const cwd = emptyFolder('program')
  const [tarball] = globSync('nearsame-*.tgz', { cwd: root })
  sh(`npm install ${join(root, tarball)}`, cwd)
  writeFileSync(join(cwd, 'program.ts'), blocksOf(page, 'ts')[0])
  assert.equal(sh('node program.ts', cwd), blocksOf(page, 'text')[0])
})

test('the program of the start page for Python prints what the page shows', () => {
  const page = 'docs/start/python.md'
  const cwd = emptyFolder('python')
  const [make, install] = blocksOf(page, 'sh')[0].trim().split(' && ')
  sh(make, root)
  // The wheel alone, with this Node: `pip` would load another one.
  const wheel = install.replace('pip install ', '')
  sh(`python3 -m venv venv && venv/bin/pip install --quiet --no-deps --no-index ${join(root, wheel)}`, cwd)
  writeFileSync(join(cwd, 'program.py'), blocksOf(page, 'python')[0])
  const printed = sh(`NEARSAME_NODE='${process.execPath}' venv/bin/python program.py`, cwd)
  assert.equal(printed, blocksOf(page, 'text')[0])
})

/** Starts a server by the words of a file for operators, with directory and port of this test. */
async function serve(words: string, name: string, keys: string): Promise<{ port: number; stop(): void }> {
  const port = await freePort()
  const line = words
    .replace('/usr/local/bin/nearsame', join(prefix, 'bin/nearsame'))
    .replace(/--data \S+/, `--data '${emptyFolder(name)}'`)
    .replace('--port 8080', `--port ${port}`)
  const server = spawn('sh', ['-c', `exec ${line}`], {
    env: { ...env, NEARSAME_API_KEYS: keys },
    stdio: 'pipe',
  })
  const ended = new Promise<never>((_, fail) =>
    server.once('exit', code => fail(new Error(`${line}: exit ${code}`))),
  )
  ended.catch(() => {})
  await Promise.race([new Promise(started => server.stderr.once('data', started)), ended])
  return { port, stop: () => void server.kill() }
}

test('the unit and the container file start the installed server, and its health is as the container asks', async () => {
  const page = 'docs/guide/running.md'
  const [unit] = blocksOf(page, 'ini')
  const [container] = blocksOf(page, 'dockerfile')
  const [, digest] = /^([0-9a-f]{64}) /m.exec(read(page)) ?? assert.fail()
  const lineOf = (file: string, name: RegExp) => name.exec(file)?.[1] ?? assert.fail(`${name}`)
  const started = [
    ['unit', lineOf(unit, /^ExecStart=(.+)$/m)],
    ['container', JSON.parse(lineOf(container, /^CMD (.+)$/m)).join(' ')],
  ]
  const [program, flag, code] = JSON.parse(lineOf(container, /^HEALTHCHECK CMD (.+)$/m))
  for (const [name, words] of started) {
    const { port, stop } = await serve(words, name, `search:read:${digest}`)
    try {
      sh(`${program} ${flag} "${code.replace('8080', String(port))}"`, folder)
      const headers = { authorization: 'Bearer correct-horse' }
      assert.equal((await fetch(`http://127.0.0.1:${port}/readyz`, { headers })).status, 200)
    } finally {
      stop()
    }
  }
})

test('the requests of the start page for the server get the answer that it shows', async () => {
  const page = 'docs/start/server.md'
  const port = await freePort()
  const [start, requests] = blocksOf(page, 'sh').map(block => block.replaceAll('8080', String(port)))
  const server = spawn('sh', ['-c', `exec ${start}`], { cwd: emptyFolder('server'), env, stdio: 'pipe' })
  try {
    await new Promise(started => server.stderr.once('data', started))
    const answers = sh(requests.replaceAll('curl ', 'curl --silent --show-error '), folder)
    const last = answers.slice(answers.lastIndexOf('{"results"'))
    assert.deepEqual(JSON.parse(last), JSON.parse(blocksOf(page, 'json')[0]))
  } finally {
    server.kill()
  }
})
