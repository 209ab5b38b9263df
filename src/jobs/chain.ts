/**
 * Chain: Solr's update chain on files. Documents and commands in, the documents that an index would hold out.
 *
 *     files ─▶ commands ─▶ signed documents ─▶ spool ─▶ those that nothing replaced or deleted ─▶ OUT
 *
 * OUT has a document on each line, in the order of arrival, with its signature field. It gets its name when it is
 * complete, and depends on the input alone: a run that is killed leaves nothing, and the next one gives the same.
 *
 * Cost: about 50 bytes of memory a document, the documents themselves on the disk twice.
 */
import type { Progress } from '../batch/requests.ts'
import { NearsameError } from '../errors/nearsame-error.ts'
import { inPlace } from '../errors/place.ts'
import { listed } from '../formats/jsonl-format.ts'
import { checkOutputs } from '../io/check-outputs.ts'
import { readTextFile } from '../io/inputs.ts'
import { openOutput } from '../io/output.ts'
import { Publication } from '../io/publication.ts'
import { DocumentSpool } from '../outputs/document-spool.ts'
import { writeLines } from '../outputs/write-tables.ts'
import { directoryOf } from '../run/open-run.ts'
import { RunDirectory } from '../run/run-directory.ts'
import type { ChainEvent } from '../solr/chain/chain-events.ts'
import { type ChainOptions, type UpdateChain, updateChain } from '../solr/chain/update-chain.ts'
import { parseSolrConfig, type SolrChain, type SolrConfig } from '../solr/config.ts'
import { documentToJson } from '../solr/json-writer.ts'
import { parseSolrSchema, type SolrSchema } from '../solr/schema.ts'
import { type UpdateFormat, updateCommands, updateInputs } from '../sources/update-commands.ts'

export interface ChainRequest {
  /** Path of a solrconfig.xml. */
  readonly config: string
  /** Name of the chain; undefined: that of `/update`, or the only one that signs. */
  readonly chain?: string | undefined
  /** Path of a schema.xml, which tells child documents from updates and what the signature field may hold. */
  readonly schema?: string | undefined
  readonly inputs: readonly string[]
  readonly inputFormat?: UpdateFormat | undefined
  /** Undefined: nothing is written. */
  readonly output?: string | undefined
  /** Where refused updates go, one a line; undefined: the first one ends the run. */
  readonly refused?: string | undefined
  readonly compatibility?: 'solr' | 'safe' | undefined
  /** Field of the unique key: that of the schema, else `id`. */
  readonly uniqueKey?: string | undefined
  readonly force?: boolean | undefined
  readonly temp?: string | undefined
}

export interface ChainReport {
  /** Undefined for the only chain of a configuration without names. */
  readonly chain: string | undefined
  readonly counts: {
    /** Documents added. */
    readonly documents: number
    readonly refused: number
    readonly replaced: number
    readonly deleted: number
    readonly written: number
  }
  /** How often each notice of `compatibility: 'safe'` was given. */
  readonly notices: Readonly<Record<string, number>>
}

export interface ChainRunEvents {
  progress(progress: Progress): void
  readonly signal: AbortSignal
}

/** @throws NearsameError OPTION_VALUE, SOLR_CONFIG, SOLR_UPDATE, SOLR_UNSAFE, those of reading and writing */
export async function chain(request: ChainRequest, events: ChainRunEvents): Promise<ChainReport> {
  const { config, force = false, output, refused } = request
  const schema = request.schema === undefined ? undefined : await parsed(request.schema, parseSolrSchema)
  const chosen = chainFor(await parsed(config, parseSolrConfig), request.chain)
  const inputs = await updateInputs(request.inputs, request.inputFormat)
  const paths = [output, refused].filter(path => path !== undefined)
  const read = [...inputs.map(({ input }) => input.path), config, request.schema]
  await checkOutputs(paths, read, { force })
  const directory = new RunDirectory(request.temp || (await directoryOf(paths[0])))
  try {
    const spool = new DocumentSpool(await directory.path())
    const publication = new Publication({ force, signal: events.signal })
    const work = new ChainRun(updateChain(chosen.signatures, optionsOf(request, schema)), spool)
    try {
      let bytes = 0
      for (const input of inputs) {
        const before = bytes
        const onBytes = (read: number) => {
          bytes = before + read
          events.progress({ stage: 'scan', documents: spool.count, bytes, totalBytes: bytes })
        }
        for await (const command of updateCommands(input, schema, onBytes)) {
          events.signal.throwIfAborted()
          for (const event of work.chain.take(command)) work.take(event)
        }
      }
      if (refused !== undefined) await writeLines(refused, publication, work.refused)
      const written = output === undefined ? work.left : await work.write(output, publication)
      await publication.publish()
      return { chain: chosen.name, counts: { ...work.counts, written }, notices: work.notices }
    } finally {
      publication.discard()
      spool.close()
    }
  } finally {
    await directory.remove()
  }
}

function optionsOf(
  { compatibility, refused, uniqueKey }: ChainRequest,
  schema: SolrSchema | undefined,
): ChainOptions {
  return {
    keepsState: true,
    onError: refused === undefined ? 'stop' : 'skip',
    ...(compatibility && { compatibility }),
    ...(schema && { schema }),
    ...(uniqueKey && { uniqueKey }),
  }
}

/** What a file holds; its errors name the file. */
async function parsed<T>(path: string, parse: (xml: string) => T): Promise<T> {
  const xml = await readTextFile(path)
  return inPlace(path, () => parse(xml))
}

/** The chain that was named, that of `/update`, or the only one that signs. @throws NearsameError OPTION_VALUE */
function chainFor(config: SolrConfig, name: string | undefined): SolrChain {
  const names = config.chains.flatMap(chain => chain.name ?? [])
  if (name && !names.includes(name)) {
    throw new NearsameError('OPTION_VALUE', {
      expected: `\`chain\` to be one of ${listed(names)}`,
      got: JSON.stringify(name),
      fix: 'take a chain of the configuration',
    })
  }
  const found = config.chainOf(name)
  if (name !== undefined || found.signatures.length > 0) return found
  const signing = config.chains.filter(({ signatures }) => signatures.length > 0)
  return signing.length === 1 ? signing[0] : found
}

/** What has happened so far, and which documents are left. */
class ChainRun {
  readonly chain: UpdateChain
  readonly #spool: DocumentSpool
  readonly notices: Record<string, number> = {}
  readonly refused: string[] = []
  readonly counts = { documents: 0, refused: 0, replaced: 0, deleted: 0 }

  constructor(chain: UpdateChain, spool: DocumentSpool) {
    this.chain = chain
    this.#spool = spool
  }

  take(event: ChainEvent): void {
    if (event.kind === 'document') {
      this.counts.documents++
      this.counts.replaced += event.replaced?.length ?? 0
      this.#spool.append(documentToJson(event.command.document))
    } else if (event.kind === 'command') this.counts.deleted += event.removed?.length ?? 0
    else if (event.kind === 'notice') this.notices[event.reason] = (this.notices[event.reason] ?? 0) + 1
    else {
      this.counts.refused++
      const { code, message } = event.error
      this.refused.push(`${JSON.stringify({ update: event.input, code, message })}\n`)
    }
  }

  /** Documents that nothing replaced or deleted. */
  get left(): number {
    return this.counts.documents - this.counts.replaced - this.counts.deleted
  }

  /** @returns how many documents were written */
  async write(path: string, publication: Publication): Promise<number> {
    const output = await openOutput(path, publication)
    const numbers = this.chain.survivors() as Uint32Array
    try {
      for (const lines of this.#spool.lines(numbers)) await output.write(lines)
      await output.finish(publication)
      return numbers.length
    } catch (error) {
      await output.abort()
      throw error
    }
  }
}
