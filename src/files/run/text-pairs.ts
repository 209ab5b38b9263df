/** Text pairs: the pairs of a run by a method that looks at all texts at once, within one thread. */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { FoundTextPairs, TextPairs, TextPairsContext } from '../../methods/contract/method.ts'
import type { RestaurantIndex } from '../../methods/contract/row-index.ts'
import { undecidedOf } from '../../methods/contract/undecided.ts'
import { decodeText } from '../../texts/text/text-bytes.ts'
import { readText, readTexts } from '../work/thread/record-reader.ts'
import { type Ask, answersTo } from './ask-patterns.ts'
import { plainId } from './identities.ts'
import { allPlaces, readColumns } from './read-columns.ts'
import type { Run } from './run.ts'

/** Such methods are for short texts; more text than this would crowd out everything else in memory. */
const mostBytes = 2 ** 30

/** As `TextPairsContext`, with documents for texts; `index` is `solr=URL` of a core that holds the rows for the run. */
export interface TextPairsRequest extends Omit<TextPairsContext, 'index' | 'breath'> {
  readonly index?: string
  /** Asks about patterns of undecided pairs. */
  readonly ask?: Ask | undefined
}

/**
 * REQUIRES: the run is scanned.
 *
 * @throws NearsameError MEMORY_EXHAUSTED, OPTION_VALUE, INDEX_FAILED
 */
export async function findTextPairs(
  run: Run,
  pairs: TextPairs,
  request: TextPairsRequest = {},
): Promise<FoundTextPairs> {
  const { index, ask, ...given } = request
  const idOf = (document: number) => plainId(run, document)
  const breath = () => run.rest()
  const texts = await textsOf(run)
  const columns = run.decision.readsColumns ? await readColumns(run) : undefined
  const place = index === undefined ? undefined : await indexOf(index, run.settings.running.force)
  const context = {
    idOf,
    breath,
    ...given,
    ...(columns && { columns }),
    ...(place && { index: place }),
  }
  const first = await pairs(texts, context)
  const isAsked =
    ask !== undefined && (run.settings.result.params as { undecided?: unknown }).undecided === 'keep'
  const patterns = !isAsked ? [] : await answersTo(undecidedOf(first.notes), ask)
  return patterns.length === 0 ? first : pairs(texts, { ...context, patterns })
}

async function indexOf(index: string, replace: boolean): Promise<RestaurantIndex> {
  const url = /^solr=(https?:\/\/.+)$/.exec(index)?.[1]
  if (url === undefined) {
    throw new NearsameError('OPTION_VALUE', {
      expected: '`index` to be solr=URL, such as solr=http://localhost:8983/solr/collection1',
      got: JSON.stringify(index),
      fix: 'name a core, or leave `index` out for an index in memory',
    })
  }
  const { solrIndex } = await import('../../methods/restaurants/solr-index.ts')
  return solrIndex({ url, replace })
}

/** REQUIRES: `start`. */
export function documentText({ documents, thread }: Run, document: number): string {
  const { from, to } = readText(thread, documents.placeOf(document), thread.sets.free)
  return decodeText(thread.space.bytes.subarray(from, to))
}

async function textsOf(run: Run): Promise<string[]> {
  const { settings, thread } = run
  const texts: string[] = []
  let bytes = 0
  for await (const places of allPlaces(run)) {
    for (const { from, to } of readTexts(thread, places)) {
      bytes += to - from
      if (bytes > mostBytes) throw tooMuch(settings.result.method, bytes)
      texts.push(decodeText(thread.space.bytes.subarray(from, to)))
    }
  }
  return texts
}

function tooMuch(method: string, bytes: number): NearsameError {
  return new NearsameError('MEMORY_EXHAUSTED', {
    expected: `at most ${mostBytes} bytes of text for the method ${method}, which holds all texts in memory`,
    got: `${bytes} or more`,
    fix: 'set `method` to minhash, or use fewer records',
  })
}
