/**
 * Solr files: the configuration of a collection, and what lies beside it and gives it values.
 *
 *     core.properties, or ../core.properties     values of the core: its own names with `solr.core.` before them
 *     solrcore.properties                        further values
 *     configoverlay.json                         values that the Config API has set
 *     params.json                                parameters that handlers use
 *
 * Source: Solr Reference Guide, "Core Discovery", "Substituting Properties", "Config API", "Request Parameters API".
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { inputError } from '../../files/io/input-errors.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { inPlace } from '../../ground/errors/place.ts'
import { parseProperties } from '../java/properties-text.ts'
import { substituted } from '../xml/xml-tree.ts'

interface SolrFiles {
  readonly config: Uint8Array
  readonly schema: Uint8Array | undefined
  /** Values for `${name}`. */
  readonly properties: Readonly<Record<string, string>>
  /** Text of `params.json`. */
  readonly requestParams: string | undefined
}

type Values = Readonly<Record<string, string>>

/**
 * @param properties values given by the caller, as on Solr's command line
 * @throws NearsameError INPUT_MISSING, INPUT_UNREADABLE; SOLR_CONFIG for a file that cannot be read as what it is,
 * SOLR_CHAIN for an overlay that changes handlers or processors, OPTION_VALUE for a property with another value in
 * `core.properties`
 */
export async function readSolrFiles(
  config: string,
  schema: string | undefined,
  properties: Values = {},
): Promise<SolrFiles> {
  const folder = dirname(resolve(config))
  const core = await coreProperties(folder, properties)
  for (const [name, value] of Object.entries(properties)) {
    if (!Object.hasOwn(core, name) || core[name] === value) continue
    throw new NearsameError('OPTION_VALUE', {
      expected: `the property ${name} as in core.properties, which comes first in Solr: ${JSON.stringify(core[name])}`,
      got: JSON.stringify(value),
      fix: 'leave out the property, or change the file',
    })
  }
  const params = join(folder, 'params.json')
  return {
    config: await readBytes(config),
    schema: schema === undefined ? undefined : await readBytes(schema),
    properties: { ...properties, ...core, ...(await overlay(folder)) },
    requestParams: existsSync(params) ? await readText(params) : undefined,
  }
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (cause) {
    throw inputError(cause, path)
  }
}

async function readText(path: string): Promise<string> {
  return new TextDecoder().decode(await readBytes(path))
}

/** Names that Solr knows itself. */
const standardNames = new Set(
  (
    'name config dataDir ulogDir schema properties configSetProperties loadOnStartup transient configSet shard ' +
    'collection roles coreNodeName numShards'
  ).split(' '),
)

async function coreProperties(folder: string, given: Values): Promise<Values> {
  const found = [folder, dirname(folder)].find(one => existsSync(join(one, 'core.properties')))
  if (found === undefined) return {}
  const path = join(found, 'core.properties')
  const own = { name: basename(found), ...(await readProperties(path)) }
  const core = Object.fromEntries(
    Object.entries(own).map(([name, value]) => [name, inPlace(path, () => substituted(value, given))]),
  )
  const further =
    core.properties === undefined ? join(folder, 'solrcore.properties') : join(found, core.properties)
  const all = { ...core, ...(existsSync(further) ? await readProperties(further) : {}) }
  return Object.fromEntries(
    Object.entries(all).map(([name, value]) => [
      standardNames.has(name) ? `solr.core.${name}` : name,
      value,
    ]),
  )
}

async function readProperties(path: string): Promise<Record<string, string>> {
  const values = parseProperties(await readText(path))
  if (values !== undefined) return Object.fromEntries(values)
  throw new NearsameError('SOLR_CONFIG', {
    expected: 'four hexadecimal digits after \\u',
    got: 'other characters',
    where: path,
    fix: 'correct the file',
  })
}

const overlayKeys = ['requestHandler', 'initParams', 'updateProcessor']

async function overlay(folder: string): Promise<Values> {
  const path = join(folder, 'configoverlay.json')
  if (!existsSync(path)) return {}
  const given = parsedOverlay(await readText(path))
  const changed = given && overlayKeys.find(key => Object.hasOwn(given, key))
  if (given === undefined || changed !== undefined) {
    throw new NearsameError('SOLR_CHAIN', {
      expected: 'an overlay of the Config API that changes no handlers and no processors',
      got: changed ?? 'a file that is no object in JSON',
      where: path,
      fix: 'write the changes into the configuration, and give a copy without the overlay beside it',
    })
  }
  const { userProps = {} } = given
  return Object.fromEntries(
    Object.entries(userProps as object).map(([name, value]) => [name, String(value)]),
  )
}

function parsedOverlay(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
