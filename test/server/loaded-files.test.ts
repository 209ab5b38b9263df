/** What the server loads: `solr` only for Solr's routes, runs only for a server that has them. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { root } from '../runtimes/build.ts'

const config = `<config><updateRequestProcessorChain name="sign">
  <processor class="solr.processor.SignatureUpdateProcessorFactory"><str name="signatureField">s</str></processor>
  <processor class="solr.RunUpdateProcessorFactory"/>
</updateRequestProcessorChain></config>`

/** The files of `src/` loaded for `nearsame serve` and for a server that answers, with `solr` as the option. */
function loadedBy(solr: object | undefined): readonly string[] {
  const program = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
    await import('./src/cli/commands/serve.ts')
    const { memoryCatalogue, openServer } = await import('./src/doors/node.ts')
    const server = await openServer({ catalogue: memoryCatalogue(), solr: ${JSON.stringify(solr)} })
    await server.ready
    const { status } = await fetch(server.url + '/readyz')
    await server.close()
    console.log(JSON.stringify({ status, loaded }))`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    encoding: 'utf8',
  })
  assert.notEqual(stdout, '', stderr)
  const { status, loaded } = JSON.parse(stdout) as { status: number; loaded: readonly string[] }
  assert.equal(status, 200)
  return loaded.flatMap(url => /\/src\/(.+)$/.exec(url)?.[1] ?? [])
}

test('a server without a Solr route loads no file of solr but its entry', () => {
  const loaded = loadedBy(undefined)
  assert(loaded.includes('server/start-server.ts'))
  assert.deepEqual(
    loaded.filter(file => file.startsWith('solr/')),
    ['solr/jobs/solr.ts'],
  )
})

test('a server without runs loads nothing of them', () => {
  const isOfRuns = /^server\/(?:runs\/|routes\/(?:run|upload)-routes)/
  assert.deepEqual(
    loadedBy(undefined).filter(file => isOfRuns.test(file)),
    [],
  )
})

test("a server with Solr's routes loads them, but not the jobs on files", () => {
  const loaded = loadedBy({ config })
  assert(loaded.includes('solr/routes/solr-routes.ts'))
  assert.deepEqual(
    loaded.filter(file => file.startsWith('solr/jobs/')),
    ['solr/jobs/solr.ts'],
  )
})
