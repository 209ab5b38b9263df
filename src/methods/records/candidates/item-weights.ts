/**
 * Item weights: the weight of an item (a word or a character n-gram) of a record; one definition for lists and pairs.
 *
 *     idf = ln((rows + 1) / rows with the item)          weight in a row = (1 + ln tf) idf
 *
 * Source: Salton, Buckley, "Term-weighting approaches in automatic text retrieval", 1988 (ltc weights).
 * Logarithms are rounded to float32, so that engines whose `Math.log` differs in the last bit agree.
 */

/** @example idfAmong(3, 1).toFixed(4) // => '1.3863' */
export function idfAmong(rows: number, frequency: number): number {
  return Math.fround(Math.log((rows + 1) / frequency))
}

/** The weight of an item that occurs `tf` times in a row, before the row is normalised to length 1. */
export function weightOf(tf: number, idf: number): number {
  return tf === 1 ? idf : Math.fround(1 + Math.log(tf)) * idf
}
