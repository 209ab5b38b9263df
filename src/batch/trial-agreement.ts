/** Trial agreement: how many trials two documents agree on, from the columns; nothing is measured anew. */
import type { Columns, Verifier } from './columns.ts'

/**
 * A verifier whose similarity is the number of trials agreed on.
 *
 * REQUIRES: `groupBands` has made the keys into group numbers: equal ones, but 0, are equal keys.
 */
export function trialAgreement({ keys, bands }: Columns): Verifier {
  return {
    measure: async (left, right) =>
      Float64Array.from(left, (document, pair) => {
        let agreed = 0
        for (let band = 0; band < bands; band++) {
          const group = keys[document * bands + band]
          if (group !== 0 && group === keys[right[pair] * bands + band]) agreed++
        }
        return agreed
      }),
  }
}
