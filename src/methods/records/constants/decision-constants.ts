/**
 * Decision constants: every number that was chosen, not measured or proved, of the two deciders, of their choice, of
 * patterns and of the estimate.
 *
 * Source: the labelled sets and small lists of development (`docs/methods/records.md`), but where a line names another.
 * "Without": what these lose if the rule is switched off; `docs/decisions/0020` has the table.
 */

/** Of both deciders: one copy or many. */
const manyRows = 0.3

/** The choice among decisions (`choose-decision.ts`). */
export const choiceConstants = Object.freeze({
  /** An estimate is clearly higher by this. */
  clearly: 0.1,
  /** A share of undecided pairs is much higher by this. */
  moreOpen: 0.25,
  /** Where nothing matches if values agree: the share of values that may have changed, as those of people who moved. */
  changedValues: 0.5,
  /** An estimate that is no higher is not better than to find nothing. */
  believable: 0.5,
  /** Patterns of the undecided pairs are looked for again without them, at most this often. */
  mostRounds: 4,
  /** Mean number of words up to which a text is read as one column. */
  shortText: 8,
})

/** The decision by the text (`decide.ts`). Shares of wedges are of the open ones. */
export const textConstants = Object.freeze({
  /** Depth of a valley that is a boundary; of one in a tilted curve, without which made-up lists of log lines flood. */
  clearDepth: 0.5,
  tiltedDepth: 0.3,
  manyRows,
  /** From this share of the rows of two lists on that match beyond chance, each gets its best. */
  mostRows: 0.35,
  /** If most rows match, each gets its best of at least this similarity. */
  leastSimilarity: 0.02,
  fewPairs: 200,
  /** Number of wedges that tell, and the share from which on they speak against a boundary. */
  leastWedges: 20,
  mostOpenIfClear: 0.25,
  /** Where nearly all wedges are closed. Without: `plagiarised_answers` F1 0.974 to 0.860. */
  mostOpen: 0.1,
  mostRaised: 0.72,
  /** To which the threshold rises without a boundary, of many copies and of one; then the precision by contrast. */
  openOfMany: 0.2,
  openOfOne: 0.4,
  standingOut: 0.75,
})

/** The decision by columns (`decide-by-columns.ts`). */
export const columnConstants = Object.freeze({
  manyRows,
  mostOpen: 0.2,
  /** If some columns say nothing, least number of the others. */
  leastTelling: 3,
  /** One list has copies if this share of the records of the other has several, and nearly none of its own. */
  dirtyRows: 0.2,
  cleanRows: 0.05,
  even: 0.5,
  /** How many times the expected matches the matched records must be to decide instead of them. */
  undercalled: 1.1,
  /**
   * There the weights tell little of which pairs are right, and the share of right ones hardly falls with more pairs.
   * So more are accepted than match, up to where F1 no longer rises.
   */
  bestOfUndercalled: 2,
  /** A pair of a lower probability is none even so. */
  unlikely: 0.0001,
  /** Contrasts are measured on weights of about this size. */
  weightUnit: 40,
})

/** The weights of levels (`match-weights.ts`). Source of EM: Winkler 1988. */
export const weightConstants = Object.freeze({
  mostRounds: 80,
  settled: 1e-4,
  /** A level of fewer pairs has a weight between those of its neighbours. Without: 2 lists more with wrong removals. */
  fewPairs: 5,
  /** Random pairs count as this many candidates. */
  strength: 20,
  /** Expected shares count as this many matches: few copies among look-alikes must not teach to overlook a column. */
  believed: 5,
  firstRowsThatMatch: 0.3,
  /**
   * From this round on columns lose what they repeat; it is measured again every few rounds. Without: macro-F1 of
   * three groups of made-up lists -0.025, +0.003 and +0.008.
   */
  firstCounted: 3,
  countedEvery: 3,
  /** In levels. */
  leastGain: 0.02,
})

/** Patterns of disagreement (`patterns.ts`, `pattern-counts.ts`). */
export const patternConstants = Object.freeze({
  /** A pattern is doubtful if as many pairs are less likely than this, and this many times as many as expected. */
  unlikely: 0.05,
  timesExpected: 3,
  /** Least share of the pairs that differ in one column; in several, which chance makes less often. */
  leastShare: 0.05,
  leastOfSeveral: 0.003,
  /** A record with more partners is not looked at. */
  mostPartners: 16,
  /**
   * Where chance makes fewer pairs of a pattern, one of strangers is doubtful alone. Without: 4 made-up lists more with
   * wrong removals.
   */
  fewByChance: 2,
  /** Number of agreeing decisions that decide all pairs of a pattern. */
  leastDecisions: 3,
  /** A number or time that agrees in a smaller share of the pairs, or in about as many as by chance, names rows. */
  leastAgreeing: 0.1,
  /**
   * A code or an address that agrees in pairs of which more differ in what tells is shared, and vouches for nothing.
   * Without: macro-F1 of made-up lists 0.936 to 0.905.
   */
  mostDisputed: 1 / 3,
  /** Where no other column shows it. */
  usualNoise: 0.05,
})

/** What estimates are made with; all in [0, 1] but factors and numbers of pairs. */
export const estimateConstants = Object.freeze({
  mostSure: 0.95,
  /** Right pairs for each row that is seen to match beyond chance. */
  rightOfMatched: 1.6,
  vouching: 2 / 3,
  leastContrast: 0.7,
  contrastScale: 3,
  manyAcross: 0.2,
  leastContained: 0.02,
  /** Matched beyond chance stands for contained. */
  containedOfOne: 0.3,
  containedOfMany: 0.13,
  containedOfReplaced: 0.85,
  leastSimilarity: 0.3,
  usualSimilarity: 0.4,
  /** From the first contrast on columns speak for copies, from the second beyond doubt. */
  clearContrast: 0.5,
  sureContrast: 0.9,
  /** Shares of the pairs that differ in a telling column: usual, and of look-alikes. */
  usualTelling: 0.2,
  mostTelling: 0.8,
  fewRows: 0.06,
  fewPairs: 4,
})

export type EstimateConstants = { readonly [name in keyof typeof estimateConstants]: number }

/** When an estimate is known, and how far off it may be. */
export const intervalConstants = Object.freeze({
  /** Rows that match for each one seen to match beyond chance: half of the counterparts are the best of both. */
  hidden: 2,
  /** Shares of pairs below this are chance. */
  slack: 0.03,
  /** Look-alikes: at most this share of an estimate is left by their differences. */
  alike: 0.3,
  /** An estimate that is no higher is one of a flood, and known. */
  mostFlooded: 0.5,
  /** Estimates below this are unknown where they may be. */
  known: 0.8,
  /** Most estimates of a kind are at most this far off, on the sets of development. */
  margins: Object.freeze({ columns: 0.12, clear: 0.1, unclear: 0.25 }),
  /** Decisions that make an estimate, and the chance that the share is beyond either of their bounds. */
  leastSampled: 5,
  beyondBound: 0.1,
})
