/**
 * Bulk: fingerprints for the documents of bulk files of Elasticsearch or OpenSearch.
 *
 *     files ─▶ lines ─▶ actions with their sources ─▶ the same with fingerprints ─▶ OUT
 *
 * OUT is a bulk file: it has all lines in their order, with the fingerprint set in those that get one, and ends with a
 * line feed. It gets its name when it is complete.
 *
 * Cost: memory for the longest document.
 */
import { checkUtf8, convertToUtf8 } from '../../files/formats/record-format.ts'
import { cutRecords } from '../../files/inputs/cut-records.ts'
import type { Input } from '../../files/inputs/resolve/input.ts'
import { openInput } from '../../files/inputs/resolve/open-input.ts'
import { resolveInputs } from '../../files/inputs/resolve/resolve-inputs.ts'
import { withoutMark } from '../../files/inputs/source-bytes.ts'
import { decompressed } from '../../files/io/archives/decompress.ts'
import { checkOutputs } from '../../files/io/check-outputs.ts'
import { inputError } from '../../files/io/input-errors.ts'
import { type OutputFile, publishOutputs } from '../../files/io/output.ts'
import { checkOutputNames, contentsOf } from '../../files/io/output-names.ts'
import { checkEvents, checkRequest } from '../../files/jobs/given-request.ts'
import type { RunEvents } from '../../files/requests.ts'
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import { withinPlace } from '../../ground/errors/place.ts'
import { checkArgument } from '../../ground/options/arguments.ts'
import type { Resolved } from '../../ground/options/declare.ts'
import { readOptions } from '../../ground/options/resolve.ts'
import { BulkReplacement } from '../bulk/bulk-replacement.ts'
import { type BulkItem, BulkSigning, detailOf, isRefused } from '../bulk/bulk-signing.ts'
import { type BulkSignOptions, bulkSignOptions, signerOf } from '../elastic/sign-options.ts'
import { sourceSigner } from '../elastic/source-signing.ts'
import { type BulkReport, type BulkRequest, bulkJobOptions } from './bulk-request.ts'

/** The limit of Elasticsearch for a body, and so for a line. */
const maxLineBytes = 100 * 2 ** 20
/** Places of unsigned documents in the report. */
const shownPlaces = 10

/** @throws NearsameError BULK_FORMAT, BULK_UNSIGNED, UTF8_INVALID, RECORD_TOO_LONG, those of reading and writing */
export async function bulk(request: BulkRequest, events: RunEvents): Promise<BulkReport> {
  const { force, output, unsigned, refused } = checkedRequest(request)
  checkEvents(events)
  checkOutputNames(request, contentsOf(bulkJobOptions))
  const { inputs } = await resolveInputs(request.inputs, { inputFormat: 'whole', isRepeated: true })
  const paths = [output, unsigned, refused]
  const given = paths.filter(path => path !== undefined)
  await checkOutputs(
    given,
    inputs.map(({ path }) => path),
    { force },
  )
  return publishOutputs({ force, signal: events.signal }, async open => {
    const files: (OutputFile | undefined)[] = []
    for (const path of paths) files.push(await open(path))
    const run = new BulkRun(request, files)
    for (const input of inputs) await run.takeFile(input, events)
    return run.report()
  })
}

/** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
function checkedRequest(request: BulkRequest): Resolved<typeof bulkJobOptions> {
  checkRequest(request, { files: [], others: ['sign', ...Object.keys(bulkJobOptions)], parts: [] })
  const { sign } = request
  const isResolved = Object.keys(bulkSignOptions).every(name => Object.hasOwn(sign ?? {}, name))
  checkArgument(isResolved, 'request.sign', sign, 'what `resolveBulkSignOptions` gives')
  const job = readOptions(bulkJobOptions, request)
  if (!job.deletesReplaced || sign.documentId === 'keep') return job
  throw new NearsameError('OPTION_VALUE', {
    expected: '`deletesReplaced` or `documentId` fingerprint, not both',
    got: 'both',
    fix: 'leave `deletesReplaced` out: documents of one id replace each other',
  })
}

class BulkRun {
  readonly #sign: BulkSignOptions
  readonly #signer: ReturnType<typeof signerOf>
  readonly #replacement: BulkReplacement | undefined
  readonly #output: OutputFile | undefined
  readonly #unsigned: OutputFile | undefined
  readonly #refused: OutputFile | undefined
  readonly #counts = {
    documents: 0,
    signed: 0,
    unsigned: 0,
    passed: 0,
    refused: 0,
    deletions: 0,
    replaced: 0,
  }
  readonly #places: string[] = []
  #bytes = 0

  constructor(
    { sign, deletesReplaced }: BulkRequest,
    [output, unsigned, refused]: readonly (OutputFile | undefined)[],
  ) {
    this.#sign = sign
    this.#signer = signerOf(sign)
    this.#replacement = deletesReplaced ? new BulkReplacement() : undefined
    this.#output = output
    this.#unsigned = unsigned
    this.#refused = refused
  }

  report(): BulkReport {
    return { counts: this.#counts, unsignedAt: this.#places, unsignedReason: this.#signer.unsigned }
  }

  /** Reads one file, which is a body of its own. */
  async takeFile({ path, compression }: Input, events: RunEvents): Promise<void> {
    const signing = new BulkSigning(
      sourceSigner(this.#signer),
      this.#sign.documentId === 'fingerprint',
      this.#replacement,
    )
    try {
      for await (const line of linesOf(decompressed(openInput({ path }), compression, path))) {
        const item = signing.take(line.text)
        if (item !== undefined) await this.#takeItem(item, path, events)
        this.#bytes += line.bytes
        const { documents } = this.#counts
        events.progress({ stage: 'scan', documents, bytes: this.#bytes, totalBytes: this.#bytes })
      }
      signing.end()
    } catch (cause) {
      events.signal.throwIfAborted()
      throw isNearsameError(cause) ? withinPlace(cause, path) : inputError(cause, path)
    }
  }

  async #takeItem(item: BulkItem, path: string, { worded }: RunEvents): Promise<void> {
    const counts = this.#counts
    const at = `${path}:${item.number}`
    if (item.action?.kind === 'delete') counts.deletions++
    else if (item.action !== undefined) counts.documents++
    if (isRefused(item)) {
      counts.refused++
      if (this.#refused === undefined) throw item.error
      await write(this.#refused, `${refusalOf(worded?.(item.error) ?? item.error, item, at)}\n`)
      return
    }
    if (item.outcome !== undefined) counts[item.outcome]++
    if (item.outcome === 'unsigned') {
      if (this.#places.length < shownPlaces) this.#places.push(at)
      await write(
        this.#unsigned,
        `${JSON.stringify({ at, ...nameOf(item), reason: this.#signer.unsigned })}\n`,
      )
    }
    counts.replaced += Math.max(0, item.lines.length - 2)
    for (const text of item.lines) await write(this.#output, `${text}\n`)
  }
}

async function write(file: OutputFile | undefined, text: string): Promise<void> {
  await file?.write(Buffer.from(text))
}

/** What the action calls its document; absent parts are left out. */
function nameOf({ action }: BulkItem): { action?: string; index?: string; id?: string } {
  if (action === undefined) return {}
  const index = detailOf(action, '_index')
  const id = detailOf(action, '_id')
  return { action: action.kind, ...(index !== undefined && { index }), ...(id !== undefined && { id }) }
}

function refusalOf({ code, message }: NearsameError, item: BulkItem, at: string): string {
  return JSON.stringify({ at, ...nameOf(item), code, message, lines: item.lines })
}

/** The lines of a file, without their line feeds. @throws NearsameError UTF8_INVALID, RECORD_TOO_LONG */
async function* linesOf(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ text: string; bytes: number }> {
  let number = 0
  for await (const { length, counted, bytes } of cutRecords(
    withoutMark(pieces),
    { by: 'line' },
    maxLineBytes,
  )) {
    number++
    try {
      if (bytes === undefined) throw tooLong(counted)
      yield { text: checkUtf8(bytes, convertToUtf8).toString('utf8', 0, counted), bytes: length }
    } catch (error) {
      throw withinPlace(error, `line ${number}`)
    }
  }
}

function tooLong(length: number): NearsameError {
  return new NearsameError('RECORD_TOO_LONG', {
    expected: `a line of at most ${maxLineBytes} bytes, which is Elasticsearch's limit for a whole body`,
    got: `${length} bytes`,
    fix: 'fix the file if line ends are missing, or leave the document out',
  })
}
