/**
 * The libraries joined into the package: their licences and a list of them.
 *
 *     dist/licences/<name>.txt  licence and notice of the library, unchanged
 *     dist/sbom.cdx.json        the list, in CycloneDX 1.6
 *
 * A library counts as joined if a chunk has code of one of its modules.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OutputChunk } from 'rolldown'

const root = join(import.meta.dirname, '..')

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly dependencies?: Readonly<Record<string, string>>
}

export interface Library extends Manifest {
  readonly folder: string
}

/** The package also contains Rolldown's few functions for CommonJS. */
const folderOf = (id: string) =>
  id.startsWith('\0rolldown/')
    ? join(root, 'node_modules/rolldown')
    : /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0]

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** By name. */
export function librariesIn(chunks: readonly OutputChunk[]): Library[] {
  const folders = new Set<string>()
  for (const { modules } of chunks)
    for (const [id, { renderedLength }] of Object.entries(modules)) {
      const folder = folderOf(id)
      if (folder !== undefined && renderedLength > 0) folders.add(folder)
    }
  return [...folders]
    .map(folder => ({ folder, ...readManifest(folder) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The licence texts of a library; two libraries have no such file, so this repository has theirs. */
function licenceOf({ folder, name }: Library): string {
  const files = readdirSync(folder).filter(file => /^(licen[cs]e|copying|notice)/i.test(file))
  const own = join(import.meta.dirname, 'licences', `${name}.txt`)
  const paths = files.length > 0 ? files.sort().map(file => join(folder, file)) : [own]
  if (!paths.every(existsSync)) throw new Error(`${name} has no licence: write it to ${own}`)
  return paths.map(path => readFileSync(path, 'utf8')).join('\n')
}

const urlOf = ({ name, version }: Manifest) => `pkg:npm/${name.replace('@', '%40')}@${version}`

function component(manifest: Manifest) {
  const { name, version, license } = manifest
  const purl = urlOf(manifest)
  return { type: 'library', 'bom-ref': purl, name, version, purl, licenses: [{ license: { id: license } }] }
}

/** The list itself; equal libraries give equal bytes. */
function billOf(libraries: readonly Library[]) {
  const { dependencies, devDependencies, ...own } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  const needs = ({ dependencies = {}, ...manifest }: Manifest) => ({
    ref: urlOf(manifest),
    dependsOn: libraries.filter(({ name }) => name in dependencies).map(urlOf),
  })
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: component(own) },
    components: libraries.map(component),
    dependencies: [{ ...own, dependencies: devDependencies }, ...libraries].map(needs),
  }
}

export function writeLibraries(folder: string, libraries: readonly Library[]): void {
  mkdirSync(join(folder, 'licences'))
  for (const library of libraries) {
    const file = `${library.name.replace('/', '+')}.txt`
    writeFileSync(join(folder, 'licences', file), licenceOf(library))
  }
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(billOf(libraries), null, 1)}\n`)
}
