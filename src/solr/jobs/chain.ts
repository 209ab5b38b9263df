/**
 * Chain: Solr's update chain on files. Documents and commands in, the documents that an index would hold out.
 *
 *     files ─▶ commands ─▶ signed documents ─▶ spool ─▶ those neither replaced nor deleted ─▶ OUT
 *
 * OUT has one document per line, in order of arrival, with its signature field. An atomic update stays an update:
 * only the schema and Solr know its effect on a document. So OUT has the document, then each update of it on a line
 * of its own; adding the lines in order to an empty index gives the index that Solr would have.
 *
 * OUT gets its name when it is complete, and depends on the input alone: a killed run leaves nothing, and the next run
 * gives the same result.
 *
 * Cost: about 50 bytes of memory per document and 100 per update; the documents themselves are on disk twice.
 */

import { checkOutputs } from '../../files/io/check-outputs.ts'
import { publishOutputs } from '../../files/io/output.ts'
import { checkOutputNames } from '../../files/io/output-names.ts'
import { RunDirectory } from '../../files/io/run-directory.ts'
import { checkEvents, checkRequest } from '../../files/jobs/given-request.ts'
import type { Progress } from '../../files/requests.ts'
import { directoryOf } from '../../files/run/open-run.ts'
import { inPlace } from '../../ground/errors/place.ts'
import { checkArgument, checkBoolean, checkString } from '../../ground/options/arguments.ts'
import type { ChainOptions } from '../chain/chain-options.ts'
import { chooseChain } from '../chain/choose-chain.ts'
import { parseSolrConfig } from '../chain/config.ts'
import { updateChain } from '../chain/update-chain.ts'
import { parseSolrSchema, type SolrSchema } from '../fields/schema.ts'
import { ChainRun } from './chain-run.ts'
import { DocumentSpool } from './document-spool.ts'
import { readSolrFiles } from './solr-files.ts'
import {
  type UpdateFormat,
  type UpdateInput,
  updateCommands,
  updateFormats,
  updateInputs,
} from './update-commands.ts'

export interface ChainRequest {
  /** Path of a solrconfig.xml. */
  readonly config: string
  /** Name of the chain. Default: that of `/update` if it signs, else the only one that does. */
  readonly chain?: string | undefined
  /**
   * Path of a schema.xml, which tells child documents from updates and says what the signature field may hold.
   * Default: none.
   */
  readonly schema?: string | undefined
  /**
   * Values for `${name}` in the configuration and the schema, beside those of a `core.properties` next to them.
   * Default: none.
   */
  readonly properties?: Readonly<Record<string, string>> | undefined
  /** Paths, globs, directories, or `-` for standard input. */
  readonly inputs: readonly string[]
  /** Format of the inputs. Default: from the name of each file. */
  readonly inputFormat?: UpdateFormat | undefined
  /** File for the documents that the index would hold. Default: not written. */
  readonly output?: string | undefined
  /** File for the refused updates with Solr's answer, one per line. Default: the first refused update ends the run. */
  readonly refused?: string | undefined
  /** File for the documents that another one replaced, or a command deleted, one per line. Default: not written. */
  readonly removed?: string | undefined
  /** Which of the documents with one signature stays. Default: last, as in Solr. */
  readonly keep?: 'first' | 'last' | undefined
  /** Fields that no signature reads; `seen*` means all that begin so. Default: none. */
  readonly excludeFields?: readonly string[] | undefined
  /** Of Solr: 19 and later write fractions such as 2e23 with fewer digits. Default: 17. */
  readonly javaVersion?: number | undefined
  /** `solr` behaves as Solr does, `safe` prevents its loss of documents. Default: solr. */
  readonly compatibility?: 'solr' | 'safe' | undefined
  /** Field of the unique key. Default: that of the schema, else `id`. */
  readonly uniqueKey?: string | undefined
  /** Whether to overwrite existing outputs. Default: false. */
  readonly force?: boolean | undefined
  /** Directory for temporary files. Default: beside the output. */
  readonly temp?: string | undefined
}

export interface ChainReport {
  /** Undefined for the only chain of a configuration without names. */
  readonly chain: string | undefined
  readonly counts: {
    /** Documents added, atomic updates included. */
    readonly documents: number
    /** Those of them that update an earlier document. */
    readonly updates: number
    /** All of them if the chain has no processor that runs updates, else none. */
    readonly unstored: number
    readonly refused: number
    /** Documents that another one replaced, not those that were updated. */
    readonly replaced: number
    readonly deleted: number
    /** Lines, those of updates included. */
    readonly written: number
  }
  /** How often each notice of `compatibility: 'safe'` was given. */
  readonly notices: Readonly<Record<string, number>>
}

export interface ChainRunEvents {
  progress(progress: Progress): void
  readonly signal: AbortSignal
}

/** What `chain` of `jobs/solr.ts` says. */
export async function runChain(request: ChainRequest, events: ChainRunEvents): Promise<ChainReport> {
  checkChainRequest(request)
  checkEvents(events)
  const { config, force = false, output, refused, removed } = request
  checkOutputNames(request, { output: 'lines', refused: 'lines', removed: 'lines' })
  const found = await readSolrFiles(config, request.schema, request.properties)
  const schema = inPlace(
    request.schema ?? '',
    () => found.schema && parseSolrSchema(found.schema, found.properties),
  )
  const chosen = inPlace(config, () =>
    chooseChain(parseSolrConfig(found.config, found.properties, found.requestParams), request.chain),
  )
  const signing = inPlace(config, () => updateChain(chosen, optionsOf(request, schema)))
  const inputs = await updateInputs(request.inputs, request.inputFormat)
  const paths = [output, refused, removed].filter(path => path !== undefined)
  const read = [...inputs.map(({ input }) => input.path), config, request.schema]
  await checkOutputs(paths, read, { force })
  const directory = new RunDirectory(request.temp || (await directoryOf(paths[0])))
  try {
    const spool = new DocumentSpool(await directory.path())
    try {
      return await publishOutputs({ force, signal: events.signal }, async (open, publication) => {
        const [refusals, removals] = [await open(refused), await open(removed)]
        const work = new ChainRun(signing, spool, { refusals, removals, uniqueKey: keyOf(request, schema) })
        await takeUpdates(work, inputs, schema, events)
        const written = output === undefined ? work.lines().length : await work.write(output, publication)
        return { chain: chosen.name, counts: { ...work.counts, written }, notices: work.notices }
      })
    } finally {
      spool.close()
    }
  } finally {
    await directory.remove()
  }
}

/** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE, TEXT_NOT_STRING */
function checkChainRequest(request: ChainRequest): void {
  const texts = ['chain', 'uniqueKey', 'temp'] as const
  const others = [
    ...[
      'config',
      'properties',
      'inputFormat',
      'compatibility',
      'keep',
      'excludeFields',
      'force',
      'javaVersion',
    ],
    ...texts,
  ]
  checkRequest(request, { files: ['schema', 'output', 'refused', 'removed'], others, parts: [] })
  const { config, inputFormat = 'xml', compatibility = 'solr', force = false } = request
  checkString('request.config', config)
  checkOneOf('request.inputFormat', inputFormat, updateFormats)
  checkOneOf('request.compatibility', compatibility, ['solr', 'safe'])
  checkBoolean('request.force', force)
  for (const name of texts) if (request[name] !== undefined) checkString(`request.${name}`, request[name])
}

function checkOneOf(name: string, value: unknown, choices: readonly unknown[]): void {
  checkArgument(choices.includes(value), name, value, `one of ${choices.join(', ')}`)
}

async function takeUpdates(
  work: ChainRun,
  inputs: readonly UpdateInput[],
  schema: SolrSchema | undefined,
  events: ChainRunEvents,
): Promise<void> {
  let bytes = 0
  for (const given of inputs) {
    const before = bytes
    const onBytes = (read: number) => {
      bytes = before + read
      events.progress({ stage: 'scan', documents: work.stored, bytes, totalBytes: bytes })
    }
    for await (const { command, record } of updateCommands(given, schema, onBytes)) {
      events.signal.throwIfAborted()
      await work.take(command, `${given.input.path}:${record}`)
    }
  }
}

function optionsOf(
  { compatibility, excludeFields, javaVersion, keep, refused, uniqueKey }: ChainRequest,
  schema: SolrSchema | undefined,
): ChainOptions {
  return {
    keepsState: true,
    onError: refused === undefined ? 'stop' : 'skip',
    ...(compatibility && { compatibility }),
    ...(schema && { schema }),
    ...(uniqueKey && { uniqueKey }),
    ...(keep && { keep }),
    ...(excludeFields && { excludeFields }),
    ...(javaVersion && { javaVersion }),
  }
}

/** The field of the id. */
function keyOf({ uniqueKey }: ChainRequest, schema: SolrSchema | undefined): string {
  return uniqueKey || (schema?.uniqueKey ?? 'id')
}
