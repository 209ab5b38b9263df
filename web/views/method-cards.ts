/** Method cards: how the playground asks each method, and a sentence on what it sees and misses. */
type Library = typeof import('../../src/doors/index.ts')
type Options = Parameters<Library['findPairs']>[1]

export interface FoundPair {
  readonly left: number
  readonly right: number
  /** The measure with its value, in words. */
  readonly value: string
}

export interface Card {
  readonly name: string
  readonly sees: string
  readonly misses: string
  compare(texts: readonly string[], library: Library): Promise<readonly FoundPair[]>
}

/** The words of a measure's value. @example measureText('shared-words', 85) // => 'shared words 85 %' */
export function measureText(measure: string, similarity: number): string {
  const name = measure.replaceAll('-', ' ')
  if (measure === 'signature') return 'equal signatures'
  if (measure === 'shared-words') return `${name} ${Math.round(similarity)} %`
  return `${name} ${Number.isInteger(similarity) ? similarity : similarity.toFixed(3)}`
}

function byMethod(method: string, sees: string, misses: string, more: Options = {}): Card {
  return {
    name: method,
    sees,
    misses,
    async compare(texts, { findPairs }) {
      const { pairs } = await findPairs(texts, { ...more, method } as Options)
      return pairs.map(({ left, right, measure, similarity }) => ({
        left,
        right,
        value: measureText(measure, similarity),
      }))
    },
  }
}

/** Of 64 bits, as its source uses it for web pages. */
const mostBits = 3

const simHashCard: Card = {
  name: 'simHash',
  sees: `64-bit fingerprints that differ in at most ${mostBits} bits: long texts with few changes`,
  misses: 'short texts, where one word turns many bits; it is a function of the library, not a method',
  async compare(texts, { simHash, hammingDistance, shingleHashes }) {
    const prints = await Promise.all(
      texts.map(async text => simHash(await shingleHashes(text, { shingle: 'words:2' }))),
    )
    const pairs: FoundPair[] = []
    for (let right = 1; right < texts.length; right++)
      for (let left = 0; left < right; left++) {
        const bits = hammingDistance(prints[left], prints[right])
        if (bits <= mostBits) pairs.push({ left, right, value: `${bits} bits differ` })
      }
    return pairs
  },
}

const equalOnly = 'everything that differs by one character'

export const methodCards: readonly Card[] = [
  byMethod(
    'minhash',
    'texts that share most of their runs of five words, wherever these stand; every match is measured exactly',
    'short texts, in which one changed word changes most runs; pairs below the threshold of 0.8',
  ),
  byMethod(
    'solr-text-profile',
    'texts with the same frequent words in any order, as Solr does',
    'a count that crosses a step changes the whole signature; it says nothing of how similar two texts are',
  ),
  byMethod('solr-md5', 'equal texts, as Solr does', equalOnly),
  byMethod('solr-lookup3', 'equal texts by a faster 64-bit hash, the default of Solr', equalOnly),
  byMethod('nutch-md5', 'equal pages, as Nutch does', equalOnly),
  byMethod('nutch-text-md5', 'pages of equal text, as Nutch does', equalOnly),
  byMethod(
    'nutch-text-profile',
    'pages with the same frequent words, as Nutch does',
    'as solr-text-profile',
  ),
  byMethod(
    'repeated-trials',
    'texts that agree on 2 of 6 trials of 14 hashes of word pairs: likely from a similarity of 0.95 on',
    'pairs by chance: at a similarity of 0.9 it finds four in ten; the tuner shows the odds',
  ),
  byMethod(
    'longest-words',
    'short texts, such as advertisements, that share over 80 % of their 15 longest words, in any order',
    'what small words and numbers say; texts of short words only',
  ),
  byMethod(
    'restaurants-shingles',
    'names and addresses that begin with the same word and differ in at most two words',
    'a changed first word, and longer texts',
  ),
  byMethod(
    'restaurants-minhash',
    'the same, found by 20 hashes of each text',
    'the same, and a few more by chance',
  ),
  byMethod(
    'records',
    'rows with fields such as name, street and city, weighed by how much each says; here each text is one field',
    'what it cannot learn from a handful of rows: weights come from many',
  ),
  byMethod(
    'lucene-min-hash',
    'texts with equal MinHash tokens, as Lucene’s filter',
    'any change that reaches one of the tokens',
  ),
  byMethod(
    'lucene-fingerprint',
    'the same set of words in any order, as Lucene’s filter',
    'any word more or less',
  ),
  simHashCard,
]
