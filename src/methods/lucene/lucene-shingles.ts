/**
 * Lucene's shingles: from tokens to sequences of `min` to `max` tokens, as `ShingleFilter` makes them.
 *
 *     please divide this sentence    min 2, max 3
 *     ──▶ please divide │ please divide this │ divide this │ divide this sentence │ this sentence
 *
 * At each position the shorter runs come first; the first has increment 1, the others 0. Fillers replace removed tokens
 * (stop words), at most max - 1 for each gap. A sequence of only fillers is not emitted, and **a position without
 * output ends the stream**, even if tokens follow: after a gap near the end, single tokens can be missing.
 *
 * Source: observed on Apache Lucene 9.12.3.
 * Cost: O(tokens * (max - min + 1)) strings.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { checkBoolean, checkObject, checkString } from '../../ground/options/arguments.ts'
import { shown } from '../../ground/options/resolve.ts'
import { checkTokens, type LuceneTokens } from './lucene-tokens.ts'

/** The parameters of `ShingleFilterFactory`. */
export interface LuceneShingleParams {
  /** Number of tokens of the shortest run, in [2, max]. Default: 2. */
  readonly min?: number
  /** Number of tokens of the longest run, at least 2. Default: 2. */
  readonly max?: number
  /** Whether to include single tokens. Default: true. */
  readonly outputUnigrams?: boolean
  /** Whether to give single tokens if there are fewer than `min`. Default: false. */
  readonly outputUnigramsIfNoShingles?: boolean
  /** Text between two tokens. Default: a space. */
  readonly separator?: string
  /** Text in place of a removed token. Default: _. */
  readonly filler?: string
}

/** The defaults of the factory. */
const defaultLuceneShingleParams: Required<LuceneShingleParams> = Object.freeze({
  min: 2,
  max: 2,
  outputUnigrams: true,
  outputUnigramsIfNoShingles: false,
  separator: ' ',
  filler: '_',
})

/**
 * The shingles of `tokens`, by first token, then by length.
 *
 * @param params missing ones have their defaults
 * @throws NearsameError OPTION_VALUE unless 2 <= min <= max, both whole, and for values of another type;
 *   TEXT_NOT_STRING
 * @example luceneShingles(whitespaceTokens('a b c'), { outputUnigrams: false }).texts // => ['a b', 'b c']
 */
export function luceneShingles(tokens: LuceneTokens, params: LuceneShingleParams = {}): LuceneTokens {
  checkTokens(tokens)
  checkObject('params', params)
  const { min, max, separator, ...rest } = checkParams({ ...defaultLuceneShingleParams, ...params })
  const { texts, areFillers, starts, ends } = withFillers(tokens, max, rest.filler)
  const count = texts.length
  const hasUnigrams = rest.outputUnigrams || (rest.outputUnigramsIfNoShingles && count < min)
  const out = {
    texts: [] as string[],
    increments: [] as number[],
    starts: [] as number[],
    ends: [] as number[],
  }
  for (let i = 0; i < count; i++) {
    const before = out.texts.length
    let shingle = texts[i]
    let isFiller = areFillers[i]
    for (let n = 1; ; n++) {
      if (!isFiller && (n >= min || (n === 1 && hasUnigrams))) {
        out.increments.push(out.texts.length === before ? 1 : 0)
        out.texts.push(shingle)
        out.starts.push(starts[i])
        out.ends.push(ends[i + n - 1])
      }
      if (n === max || i + n === count) break
      shingle += separator + texts[i + n]
      isFiller &&= areFillers[i + n]
    }
    if (out.texts.length === before) break
  }
  return out
}

function checkParams(params: Required<LuceneShingleParams>): Required<LuceneShingleParams> {
  const { min, max, separator, filler, outputUnigrams, outputUnigramsIfNoShingles } = params
  for (const [name, text] of Object.entries({ separator, filler })) checkString(name, text)
  for (const [name, flag] of Object.entries({ outputUnigrams, outputUnigramsIfNoShingles }))
    checkBoolean(name, flag)
  if (Number.isInteger(min) && Number.isInteger(max) && min >= 2 && min <= max) return params
  throw new NearsameError('OPTION_VALUE', {
    expected: 'sizes of shingles to be whole numbers with 2 <= min <= max',
    got: `min ${shown(min)}, max ${shown(max)}`,
    fix: 'change min and max',
  })
}

interface FilledTokens {
  readonly texts: string[]
  readonly areFillers: boolean[]
  readonly starts: number[]
  readonly ends: number[]
}

/** The tokens with fillers in the gaps. A filler is an empty range at the start of the next token or at the end. */
function withFillers(tokens: LuceneTokens, max: number, filler: string): FilledTokens {
  const filled: FilledTokens = { texts: [], areFillers: [], starts: [], ends: [] }
  const put = (text: string, isFiller: boolean, start: number, end: number) => {
    filled.texts.push(text)
    filled.areFillers.push(isFiller)
    filled.starts.push(start)
    filled.ends.push(end)
  }
  const fill = (gap: number, at: number) => {
    for (let i = Math.min(gap, max - 1); i > 0; i--) put(filler, true, at, at)
  }
  const { texts, increments, starts, ends } = tokens
  for (let i = 0; i < texts.length; i++) {
    fill(increments[i] - 1, starts[i])
    put(texts[i], false, starts[i], ends[i])
  }
  fill(tokens.holesAfter ?? 0, ends.at(-1) ?? 0)
  return filled
}
