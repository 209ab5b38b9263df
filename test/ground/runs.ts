/**
 * How many random inputs a property gets: a fifth of what it names, all with NEARSAME_RUNS=all (`.ci/run`). A property
 * with a seed then sees the first fifth of the same inputs.
 */
const isAll = process.env.NEARSAME_RUNS === 'all'

/** @param all the runs of a whole check */
export function runs(all: number): number {
  return isAll ? all : Math.ceil(all / 5)
}

/** The cases of a list that a test takes: every fifth, all with NEARSAME_RUNS=all. */
export function casesOf<T>(all: readonly T[]): readonly T[] {
  return isAll ? all : all.filter((_, at) => at % 5 === 0)
}
