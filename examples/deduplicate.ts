/**
 * Removes duplicates from a list of texts and says why each one went. Prints:
 *
 *     keeps 0: The old stone bridge across the river was closed for repairs on Monday.
 *     keeps 3: A new library opens in the town hall next week.
 *     drops 1 for 0: exact, 1
 *     drops 2 for 0: near, 0.7692307692307693
 *     drops 4 for 3: normalised, 1
 */
import { deduplicate } from 'nearsame'

const texts = [
  'The old stone bridge across the river was closed for repairs on Monday.',
  'The old stone bridge across the river was closed for repairs on Monday.',
  'The old stone bridge across the river was closed for repairs on Tuesday evening.',
  'A new library opens in the town hall next week.',
  'A NEW library opens in the town hall – next week!',
]

// Short texts have few runs of five words; runs of three and a lower threshold suit them better.
const { kept, removed } = await deduplicate(texts, { shingle: 'words:3', threshold: 0.6 })

for (const index of kept) console.log(`keeps ${index}: ${texts[index]}`)
for (const { index, survivor, kind, similarity } of removed) {
  console.log(`drops ${index} for ${survivor}: ${kind}, ${similarity}`)
}
