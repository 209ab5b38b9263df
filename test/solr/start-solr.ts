/**
 * A real Solr for tests: Solr 9 from the jars of Maven Central, as a child process on a free loopback port.
 *
 * The class path and classes are built once and kept in `node_modules/.cache/`, under a name that depends on their
 * sources; a lock keeps concurrent test files from building twice. The first build takes up to two minutes (84 MB), a
 * start about ten seconds and 230 MB of memory. The process ends when its standard input closes, so at the latest
 * with the test.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSearchClassPath, solrClassPath } from './build-solr.ts'

const source = join(import.meta.dirname, 'home')
const readyMs = 300_000
const stopMs = 10_000

export interface RunningServer {
  /** Such as `http://127.0.0.1:40123/solr`; a core's name follows after a slash. Of an OpenSearch without a path. */
  readonly url: string
  readonly processId: number
  /** Ends the process and removes its files. May be called twice. */
  stop(): Promise<void>
}

/** Why Solr cannot run here, or false. With NEARSAME_REQUIRE=all nothing is skipped. */
export function solrSkip(): string | false {
  if (process.env.NEARSAME_REQUIRE === 'all') return false
  const missing = [
    ['java', '-version'],
    ['mvn', '-version'],
  ].filter(([command, argument]) => spawnSync(command, [argument], { stdio: 'ignore' }).status !== 0)
  if (missing.length === 0) return false
  const names = missing.map(([command]) => command).join(' and no ')
  const remedy = 'apt-get install openjdk-17-jdk-headless maven, or set NEARSAME_REQUIRE=all to fail here'
  return `no ${names}: ${remedy}`
}

/** Fields that let documents have children: by their roots alone, or also by their paths. */
const childFields = {
  roots: '<field name="_root_" type="string" indexed="true" stored="false"/>',
  paths: `<fieldType name="_nest_path_" class="solr.NestPathField"/><field name="_nest_path_" type="_nest_path_"/>
    <field name="_root_" type="string" indexed="true" stored="false"/>`,
}

/**
 * Starts a Solr with a core for each name, all with the configuration and the schema of `home/conf`; in cores named
 * `roots` and `paths` documents may have children. A core in `configs` has that configuration.
 */
export async function startSolr(
  options: { cores?: readonly string[]; configs?: Readonly<Record<string, string>> } = {},
): Promise<RunningServer> {
  const home = makeHome()
  cpSync(join(source, 'solr.xml'), join(home, 'solr.xml'))
  for (const core of options.cores ?? ['dedupe', 'second']) {
    cpSync(join(source, 'conf'), join(home, core, 'conf'), { recursive: true })
    writeFileSync(join(home, core, 'core.properties'), `name=${core}\n`)
    const config = options.configs?.[core]
    if (config !== undefined) writeFileSync(join(home, core, 'conf/solrconfig.xml'), config)
    if (core !== 'roots' && core !== 'paths') continue
    const schema = join(home, core, 'conf/schema.xml')
    const text = readFileSync(schema, 'utf8')
    writeFileSync(schema, text.replace('</schema>', `${childFields[core]}</schema>`))
  }
  return launch(home, solrClassPath(), ['nearsame.SolrServer', home])
}

/**
 * Starts a SolrCloud with collections of the same schema, but without the chains, which Solr 9 refuses there.
 *
 * @param collections `name:shards`, or `alias=name`
 */
export async function startSolrCloud(collections: readonly string[]): Promise<RunningServer> {
  const home = makeHome()
  const conf = join(home, 'conf')
  cpSync(join(source, 'conf'), conf, { recursive: true })
  const config = readFileSync(join(conf, 'solrconfig.xml'), 'utf8')
  const chains = /<updateRequestProcessorChain.*<\/updateRequestProcessorChain>/s
  writeFileSync(join(conf, 'solrconfig.xml'), config.replace(chains, ''))
  return launch(home, solrClassPath(), ['nearsame.SolrCloudServer', home, conf, ...collections])
}

/** Starts an OpenSearch of one node, with the ingest processor `fingerprint`: a minute with its jars, then half of one. */
export async function startOpenSearch(): Promise<RunningServer> {
  const home = makeHome()
  return launch(home, openSearchClassPath(), ['nearsame.OpenSearchServer', join(home, 'node')])
}

/** A temporary folder for all files of a Solr. */
function makeHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'nearsame-solr-'))
  for (const folder of ['tmp', 'log']) mkdirSync(join(home, folder))
  return home
}

async function launch(
  home: string,
  building: Promise<string>,
  program: readonly string[],
): Promise<RunningServer> {
  const classPath = await building
  const flags = ['-Xmx512m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Duser.timezone=UTC']
  const folders = [`-Djava.io.tmpdir=${join(home, 'tmp')}`, `-Dsolr.log.dir=${join(home, 'log')}`]
  const child = spawn('java', [...flags, ...folders, '-cp', classPath, ...program], {
    stdio: ['pipe', 'pipe', 'pipe'],
    cwd: home,
  })
  const stop = stopper(child, home)
  try {
    return { url: await readyUrl(child), processId: child.pid ?? -1, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Waits for the process to print READY. */
async function readyUrl(child: ChildProcess): Promise<string> {
  const said: string[] = []
  child.stderr?.on('data', bytes => {
    said.push(String(bytes))
    if (said.length > 40) said.shift()
  })
  let output = ''
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<string>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`the server is not ready after ${readyMs} ms`)), readyMs)
      child.once('error', reject)
      child.once('exit', status => reject(new Error(`the server ended with ${status}:\n${said.join('')}`)))
      child.stdout?.on('data', bytes => {
        output += bytes
        const url = /^READY (.*)\n/m.exec(output)?.[1]
        if (url !== undefined) resolve(url)
      })
    })
  } finally {
    clearTimeout(timer)
    child.removeAllListeners('exit')
  }
}

function stopper(child: ChildProcess, home: string): () => Promise<void> {
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()))
  // The pipe closes on purpose; data written to an ended process may be lost.
  child.stdin?.on('error', () => {})
  return async () => {
    child.stdin?.end()
    const patience = new AbortController()
    await Promise.race([ended, sleep(stopMs, undefined, { signal: patience.signal }).catch(() => {})])
    patience.abort()
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await ended
    rmSync(home, { recursive: true, force: true })
  }
}
