/**
 * Explains why two texts are not near duplicates, and which options would change that. Prints:
 *
 *     different: Jaccard 0.357 is below 0.8, containment is 0.625
 *     The [-quick-] brown fox jumps over the {+very+} lazy dog {+again and again+}
 *     only in A: the quick, quick brown, the lazy
 *     at threshold 0.6 by containment: near
 */
import { explain } from 'nearsame'

const a = 'The quick brown fox jumps over the lazy dog.'
const b = 'The brown fox jumps over the very lazy dog, again and again.'

const { kind, measures, threshold, diff, onlyAShingles } = await explain(a, b, { shingle: 'words:2' })
const { jaccard, containment } = measures
console.log(
  `${kind}: Jaccard ${jaccard.toFixed(3)} is below ${threshold}, containment is ${containment.toFixed(3)}`,
)

const marks = { same: ['', ''], removed: ['[-', '-]'], added: ['{+', '+}'] } as const
console.log(diff.map(({ op, words }) => marks[op][0] + words.join(' ') + marks[op][1]).join(' '))
console.log(`only in A: ${onlyAShingles.join(', ')}`)

const other = await explain(a, b, { shingle: 'words:2', measure: 'containment', threshold: 0.6 })
console.log(`at threshold 0.6 by containment: ${other.kind}`)
