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
import { checkOutputNames, contentsOf } from '../../files/io/output-names.ts'
import { RunDirectory } from '../../files/io/run-directory.ts'
import { checkEvents, checkRequest } from '../../files/jobs/given-request.ts'
import { directoryOf } from '../../files/run/open-run.ts'
import { inPlace } from '../../ground/errors/place.ts'
import { checkString } from '../../ground/options/arguments.ts'
import type { Resolved } from '../../ground/options/declare.ts'
import { readOptions } from '../../ground/options/resolve.ts'
import type { ChainOptions } from '../chain/chain-options.ts'
import { chooseChain } from '../chain/choose-chain.ts'
import { parseSolrConfig } from '../chain/config.ts'
import { updateChain } from '../chain/update-chain.ts'
import { parseSolrSchema, type SolrSchema } from '../fields/schema.ts'
import {
  type ChainReport,
  type ChainRequest,
  type ChainRunEvents,
  chainJobOptions,
} from './chain-request.ts'
import { ChainRun } from './chain-run.ts'
import { DocumentSpool } from './document-spool.ts'
import { readSolrFiles } from './solr-files.ts'
import { type UpdateInput, updateCommands, updateInputs } from './update-commands.ts'

type ChainJob = Resolved<typeof chainJobOptions>

/** What `chain` of `jobs/solr.ts` says. */
export async function runChain(request: ChainRequest, events: ChainRunEvents): Promise<ChainReport> {
  const job = checkedRequest(request)
  checkEvents(events)
  const { config } = request
  const { force, output, refused, removed } = job
  checkOutputNames(request, contentsOf(chainJobOptions))
  const found = await readSolrFiles(config, job.schema, request.properties)
  const schema = inPlace(
    job.schema ?? '',
    () => found.schema && parseSolrSchema(found.schema, found.properties),
  )
  const chosen = inPlace(config, () =>
    chooseChain(parseSolrConfig(found.config, found.properties, found.requestParams), job.chain),
  )
  const signing = inPlace(config, () => updateChain(chosen, optionsOf(job, schema)))
  const inputs = await updateInputs(request.inputs, job.inputFormat)
  const paths = [output, refused, removed].filter(path => path !== undefined)
  const read = [...inputs.map(({ input }) => input.path), config, job.schema]
  await checkOutputs(paths, read, { force })
  const directory = new RunDirectory(job.temp ?? (await directoryOf(paths[0])))
  try {
    const spool = new DocumentSpool(await directory.path())
    try {
      return await publishOutputs({ force, signal: events.signal }, async (open, publication) => {
        const [refusals, removals] = [await open(refused), await open(removed)]
        const work = new ChainRun(signing, spool, { refusals, removals, uniqueKey: keyOf(job, schema) })
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
function checkedRequest(request: ChainRequest): ChainJob {
  const others = ['config', 'properties', ...Object.keys(chainJobOptions)]
  checkRequest(request, { files: [], others, parts: [] })
  checkString('request.config', request.config)
  return readOptions(chainJobOptions, request)
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
  { compatibility, excludeFields, javaVersion, keep, refused, uniqueKey }: ChainJob,
  schema: SolrSchema | undefined,
): ChainOptions {
  return {
    ...{ compatibility, excludeFields, javaVersion, keep, schema, uniqueKey: uniqueKey || undefined },
    keepsState: true,
    onError: refused === undefined ? 'stop' : 'skip',
  }
}

/** The field of the id. */
function keyOf({ uniqueKey }: ChainJob, schema: SolrSchema | undefined): string {
  return uniqueKey || (schema?.uniqueKey ?? 'id')
}
