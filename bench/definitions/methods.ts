/**
 * Methods: quality of the pairs of the methods for short texts by the labels (`labelled.ts`), each at its defaults,
 * beside MinHash of words:5 at 0.7, the default of text-dedup, but with measured candidates.
 */
import { findPairs, type PairsOptions } from '../../src/engine/library/find-pairs.ts'
import type { Definition, Row } from '../definition.ts'
import { folderOf, judge, readSet, textDedup } from '../labelled.ts'

const sets = [
  'restaurant',
  'cora',
  'early_childhood',
  'febrl3',
  'bible_kjv_asv',
  'synth_en',
  'synth_ja',
  'plagiarised_answers',
  'dblp_acm',
  'abt_buy',
  'finnish_paraphrase_a',
  'java_plagiarism_1_4',
  'news_articles_1000',
]

const contenders: Readonly<Record<string, PairsOptions>> = {
  'minhash words:5 at 0.7': { threshold: 0.7 },
  'repeated-trials': { method: 'repeated-trials' },
  'longest-words': { method: 'longest-words' },
  'restaurants-shingles': { method: 'restaurants-shingles' },
  'restaurants-minhash': { method: 'restaurants-minhash' },
}

export const methods: Definition = {
  name: 'methods',
  about:
    'precision, recall and F1 of methods at their defaults on labelled sets (NEARSAME_LABELLED), beside text-dedup',
  async run({ say }) {
    const rows: Row[] = []
    for (const name of sets) {
      const folder = folderOf(name, say)
      if (folder === undefined) continue
      const set = readSet(folder, false)
      for (const [contender, options] of Object.entries(contenders)) {
        const { pairs } = await findPairs(set.texts, { ...options, maxPairs: 10_000_000 })
        const left = pairs.map(pair => pair.left)
        const right = pairs.map(pair => pair.right)
        const { precision, recall, f1 } = judge(set, { left, right })
        const note = `F1 ${f1.toFixed(3)}, ${pairs.length} pairs`
        rows.push({ name: `${name}: ${contender}`, precision, recall, note })
      }
      const rival = textDedup[name]
      if (rival === undefined) continue
      const [precision, recall] = rival
      const f1 = (2 * precision * recall) / (precision + recall)
      rows.push({
        name: `${name}: text-dedup`,
        precision,
        recall,
        note: `F1 ${f1.toFixed(3)}, as measured once`,
      })
    }
    return rows
  },
}
