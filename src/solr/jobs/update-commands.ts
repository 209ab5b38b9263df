/**
 * Update commands from files: documents and commands for Solr's update chain, read piece by piece.
 *
 *     .xml            update messages: add, delete, commit
 *     .json           an array of documents, or an object of commands
 *     .jsonl .ndjson  a document or an object of commands on each line
 *
 * each also `.gz` and `.zst`. A line holds commands if its first name is that of a command.
 */

import type { Input } from '../../files/inputs/resolve/input.ts'
import { openInput } from '../../files/inputs/resolve/open-input.ts'
import { resolveInputs } from '../../files/inputs/resolve/resolve-inputs.ts'
import { decompressed } from '../../files/io/archives/decompress.ts'
import { inputError } from '../../files/io/input-errors.ts'
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import { atPlace, withinPlace } from '../../ground/errors/place.ts'
import type { SolrSchema } from '../fields/schema.ts'
import { JsonReader } from '../json/json-reader.ts'
import type { UpdateCommand } from '../messages/messages.ts'
import { UpdateDecoder } from '../read-updates.ts'
import { XmlReader } from '../xml/xml-reader.ts'
import type { UpdateFormat } from './chain-request.ts'

const utf16 = 'utf-16le'

export interface UpdateInput {
  readonly input: Input
  readonly format: UpdateFormat
}

/**
 * The files behind the arguments, of any of the formats.
 *
 * @param format the format of all files; undefined: by their names
 * @throws NearsameError INPUT_NONE, INPUT_MISSING, INPUT_UNREADABLE, INPUT_FORMAT_UNKNOWN
 */
export async function updateInputs(args: readonly string[], format?: UpdateFormat): Promise<UpdateInput[]> {
  // XML names its encoding itself; of the others, UTF-16 is refused when it is read.
  const { inputs } = await resolveInputs(args, { inputFormat: 'whole', isRepeated: true, encoding: utf16 })
  return inputs.map(input => ({ input, format: format ?? formatOf(input.path) }))
}

function formatOf(path: string): UpdateFormat {
  const extension = /\.(xml|json|jsonl|ndjson)(?:\.(?:gz|gzip|zst|zstd))?$/i.exec(path)?.[1].toLowerCase()
  if (extension === 'xml' || extension === 'json') return extension
  if (extension !== undefined) return 'jsonl'
  throw new NearsameError('INPUT_FORMAT_UNKNOWN', {
    expected: 'a name that ends in .xml, .json, .jsonl or .ndjson, optionally with .gz or .zst',
    got: path,
    fix: 'name its format with `inputFormat` xml, json or jsonl',
  })
}

/** A command with its position: the line in JSON lines, in the other formats its number in the file, from 1. */
interface PlacedCommand {
  readonly command: UpdateCommand
  readonly record: number
}

/**
 * The commands of one file, in order.
 *
 * @param onBytes called with the bytes read so far, after each piece
 * @throws NearsameError SOLR_UPDATE if Solr would refuse the message; those of reading
 */
export async function* updateCommands(
  { input, format }: UpdateInput,
  schema: SolrSchema | undefined,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<PlacedCommand> {
  const { path, compression } = input
  const reader = readerOf(format, schema)
  const decoder = new UpdateDecoder(format === 'xml', false)
  let bytes = 0
  let count = 0
  const placed = function* (commands: Iterable<UpdateCommand>): Generator<PlacedCommand> {
    for (const command of commands) {
      count++
      yield { command, record: reader instanceof LineReader ? reader.line : count }
    }
  }
  try {
    const taken = format === 'xml' ? utf16 : undefined
    for await (const chunk of decompressed(openInput({ path }), compression, path, taken)) {
      bytes += chunk.length
      yield* placed(reader.push(decoder.push(chunk)))
      onBytes(bytes)
    }
    const rest = decoder.end()
    if (rest !== '') yield* placed(reader.push(rest))
    yield* placed(reader.end())
  } catch (cause) {
    throw isNearsameError(cause) ? withinPlace(cause, path) : inputError(cause, path)
  }
}

function readerOf(format: UpdateFormat, schema: SolrSchema | undefined) {
  if (format === 'xml') return new XmlReader()
  const options = schema === undefined ? {} : { schema }
  return format === 'json' ? new JsonReader(options) : new LineReader(options)
}

const firstIsCommand = /^\s*(?:\[|\{\s*["']?(?:add|delete|commit|optimize|rollback)["']?\s*:)/

/** JSON lines: each line is a message, a single document unless its first name is a command. */
class LineReader {
  readonly #options: { schema?: SolrSchema }
  #rest = ''
  /** The line of the last command, from 1. */
  line = 0

  constructor(options: { schema?: SolrSchema }) {
    this.#options = options
  }

  *push(text: string): Generator<UpdateCommand> {
    const lines = text.split('\n')
    lines[0] = this.#rest + lines[0]
    this.#rest = lines.pop() as string
    for (const line of lines) yield* this.#read(line)
  }

  *end(): Generator<UpdateCommand> {
    yield* this.#read(this.#rest)
  }

  *#read(line: string): Generator<UpdateCommand> {
    this.line++
    if (line.trim() === '') return
    const reader = new JsonReader(this.#options)
    try {
      yield* reader.push(firstIsCommand.test(line) ? line : `[${line}]`)
      yield* reader.end()
    } catch (error) {
      throw atPlace(error, `line ${this.line}`)
    }
  }
}
