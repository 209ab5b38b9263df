/**
 * Rounds of a job: which pairs to measure next, and which texts survive then. `sql/rounds.ts` explains them.
 *
 *     begin ─▶ advance ─▶ pairs to measure ─▶ take ─▶ advance ─▶ ... ─▶ done
 *
 * The state is plain data, so an engine that keeps its tables can go on in another process.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { SqlEngine } from '../engines/engine.ts'
import { crowdCosts, crowdStatements, dividedStatements, rareCosts, rareStatements } from '../sql/crowds.ts'
import { groupStatements, type RoundTables, type SqlJob } from '../sql/groups.ts'
import {
  copyStatements,
  foundStatements,
  headStatements,
  linkStatements,
  pairStatements,
  removalStatements,
  startStatements,
  survivorStatements,
  turnStatements,
  turnTables,
} from '../sql/rounds.ts'
import type { RoundPhase, RoundReport } from '../tables/facts.ts'

/** Undecided texts that a group shows in the first round, and at most; each round doubles it. */
export const smallGroup = 64
const mostShown = 4096

/** A table of an engine whose rows are to be measured or read. */
export interface AskedTable {
  readonly kind: 'pairs' | 'texts'
  readonly table: string
}

export interface RoundsState {
  readonly phase: RoundPhase | 'done'
  /** Number of the last round begun. */
  readonly round: number
  /** Texts that a group shows next. */
  readonly shown: number
  /** Whether what the round asks for is still to be measured or read, and taken. */
  readonly isPending: boolean
  /** The table of groups. */
  readonly bands: string
  /** Whether crowds have been looked for. */
  readonly knowsCrowds: boolean
  /** Whether they are divided. */
  readonly isDivided: boolean
  readonly undecided: string
  readonly survivors: string
  /** Survivors of the last heads. */
  readonly fresh: string
  readonly hasMeasures: boolean
  readonly rounds: readonly RoundReport[]
}

/** Bytes of a row of a group, of a pair met, of a pair to measure, and of a shingle. */
const [groupBytes, metBytes, pairBytes, shingleBytes] = [32, 24, 48, 12]

/** Minimum reduction of candidate pairs that pays for dividing. */
const leastGain = 2

export class JobRounds {
  readonly #engine: SqlEngine
  readonly #job: SqlJob
  #state: RoundsState

  constructor(engine: SqlEngine, job: SqlJob, state: RoundsState = initialState) {
    this.#engine = engine
    this.#job = job
    this.#state = state
  }

  get state(): RoundsState {
    return this.#state
  }

  /** What a round asks for: the table of the pairs to measure, or of the texts to read. */
  get asked(): AskedTable {
    const { phase, round } = this.#state
    return phase === 'crowds'
      ? { kind: 'texts', table: `reads_${round}` }
      : { kind: 'pairs', table: `pairs_${round}` }
  }

  /**
   * Groups the documents. REQUIRES: `keys` is open.
   *
   * @param documents that were signed
   * @throws NearsameError SHARD_EMPTY if there is nothing to group, or the engine has other keys; SQL_ENGINE
   */
  async begin(documents: number): Promise<void> {
    await this.#engine.run(groupStatements(this.#job))
    const [found] = await this.#engine.numbers('SELECT count(*) FROM classes')
    if (found === 0 || found !== documents) throw otherKeys(documents, found)
    if (this.#job.bands === 0) return this.#become({ phase: 'done' })
    const [groups] = await this.#engine.numbers('SELECT count(*) FROM bands')
    await this.#engine.run(startStatements(this.#job))
    this.#become({ phase: groups === 0 ? 'done' : 'heads' })
  }

  /**
   * Goes on until pairs must be measured, or all is decided. REQUIRES: measured pairs have been taken.
   *
   * @throws NearsameError SQL_ENGINE
   */
  async advance(): Promise<'measure' | 'done'> {
    while (this.#state.phase !== 'done') {
      const { phase } = this.#state
      const asked = phase === 'crowds' ? await this.#findCrowds() : await this.#begin(phase)
      this.#become({ isPending: true })
      if (asked > 0) return 'measure'
      await this.take(false)
    }
    return 'done'
  }

  /**
   * Decides by what has been measured or read.
   *
   * @param isAnswered whether `measures`, or for crowds `shingles`, is open and has the answers
   */
  async take(isAnswered: boolean): Promise<void> {
    const { phase } = this.#state
    if (isAnswered && phase !== 'crowds') this.#become({ hasMeasures: true })
    if (phase === 'crowds') await this.#divide(isAnswered)
    else if (phase === 'heads') await this.#settle()
    else if (phase === 'survivors') await this.#remove()
    else this.#become({ phase: 'done' })
    this.#become({ isPending: false })
  }

  /** Starts a round. @returns the number of pairs to measure */
  async #begin(phase: Exclude<RoundPhase, 'crowds'>): Promise<number> {
    const round = this.#state.round + 1
    const { shown, fresh, undecided } = this.#state
    const tables: RoundTables = this.#state
    const statements = {
      heads: () => headStatements(this.#job, round, tables, shown),
      survivors: () => survivorStatements(this.#job, round, fresh, tables),
      copies: () => copyStatements(this.#job, round, tables),
    }
    await this.#engine.run(statements[phase]())
    const placed = `placed_${round}`
    const [groups] = await this.#engine.numbers(
      `SELECT count(*) FROM ${phase === 'heads' ? placed : this.#state.bands}`,
    )
    await this.#engine.run([
      ...this.#engine.dialect.drop(placed),
      ...pairStatements(this.#job, round, tables),
    ])
    const [open, met, pairs] = await this.#engine.numbers(
      `SELECT (SELECT count(*) FROM ${undecided}), (SELECT count(*) FROM met_${round}), ` +
        `(SELECT count(*) FROM pairs_${round})`,
    )
    const shuffledBytes = groups * groupBytes + met * metBytes + pairs * pairBytes
    const report = { round, phase, undecided: open, met, pairs, shuffledBytes }
    this.#become({ round, rounds: [...this.#state.rounds, report] })
    return pairs
  }

  /** Turns until no text survives any more. */
  async #settle(): Promise<void> {
    const { round, shown, survivors: before } = this.#state
    const { dialect } = this.#engine
    const found: string[] = []
    let { undecided } = this.#state
    await this.#engine.run(linkStatements(this.#job, round, this.#state))
    for (let turn = 1; ; turn++) {
      const tables = turnTables(round, turn, undecided)
      const { links, survivors, removed, undecidedAfter } = tables
      await this.#engine.run(turnStatements(this.#job, tables))
      const [count, left] = await this.#engine.numbers(
        `SELECT (SELECT count(*) FROM ${survivors}), (SELECT count(*) FROM ${undecidedAfter})`,
      )
      await this.#engine.run([links, removed].flatMap(table => dialect.drop(table)))
      found.push(survivors)
      undecided = undecidedAfter
      if (count === 0 || left === 0) break
    }
    const fresh = `fresh_${round}`
    await this.#engine.run(foundStatements(this.#job, round, found, before))
    const [left, large] = await this.#engine.numbers(
      `SELECT (SELECT count(*) FROM ${undecided}), (SELECT count(*) FROM ${fresh} f JOIN ${this.#state.bands} b ` +
        `ON b.document = f.document AND b.crowd > ${this.#job.smallGroup})`,
    )
    const next = left === 0 ? 'copies' : 'heads'
    this.#become({
      phase: large > 0 ? 'survivors' : next,
      shown: Math.min(2 * shown, mostShown),
      undecided,
      survivors: `survivors_${round}`,
      fresh,
    })
  }

  /** Removes what the survivors match. */
  async #remove(): Promise<void> {
    const { round, hasMeasures, undecided } = this.#state
    if (hasMeasures) await this.#engine.run(removalStatements(this.#job, round, this.#state))
    const table = hasMeasures ? `undecided_${round}` : undecided
    const [left] = await this.#engine.numbers(`SELECT count(*) FROM ${table}`)
    const isSearched = !this.#state.knowsCrowds && this.#job.measure === 'jaccard'
    const next = isSearched ? 'crowds' : 'heads'
    this.#become({ phase: left === 0 ? 'copies' : next, undecided: table })
  }

  /** Looks for crowds, once. @returns the number of texts to read; 0 if rounds cost less than reading */
  async #findCrowds(): Promise<number> {
    const round = this.#state.round + 1
    const { bands, undecided, rounds } = this.#state
    await this.#engine.run(crowdStatements(this.#job, round, this.#state))
    const [met, shingles] = await this.#engine.numbers(crowdCosts(round))
    const [open, texts, groups] = await this.#engine.numbers(
      `SELECT (SELECT count(*) FROM ${undecided}), (SELECT count(*) FROM reads_${round}), ` +
        `(SELECT count(*) FROM ${bands})`,
    )
    this.#become({ knowsCrowds: true })
    if (met < shingles * leastGain) return 0
    const shuffledBytes = groups * groupBytes + shingles * shingleBytes
    const report = { round, phase: 'crowds', undecided: open, met, pairs: 0, texts, shuffledBytes } as const
    this.#become({ round, rounds: [...rounds, report] })
    return texts
  }

  /** Puts rare groups in the place of crowds, unless as many pairs meet there. @param isRead whether there are any */
  async #divide(isRead: boolean): Promise<void> {
    this.#become({ phase: 'heads' })
    if (!isRead) return
    const { round, rounds } = this.#state
    await this.#engine.run(rareStatements(this.#job, round))
    const [met] = await this.#engine.numbers(rareCosts(round))
    if (met * leastGain > rounds[rounds.length - 1].met) return
    await this.#engine.run(dividedStatements(this.#job, round, this.#state))
    this.#become({ bands: `bands_${round}`, isDivided: true })
  }

  #become(changes: Partial<RoundsState>): void {
    this.#state = { ...this.#state, ...changes }
  }
}

/** Before the first round. */
export const initialState: RoundsState = {
  phase: 'heads',
  round: 0,
  shown: smallGroup,
  isPending: false,
  bands: 'bands',
  knowsCrowds: false,
  isDivided: false,
  undecided: 'undecided_0',
  survivors: 'survivors_0',
  fresh: '',
  hasMeasures: false,
  rounds: [],
}

function otherKeys(documents: number, found: number): NearsameError {
  return new NearsameError('SHARD_EMPTY', {
    expected:
      documents === 0 ? 'documents in the shards' : `the keys of ${documents} documents in the engine`,
    got: found === 0 ? 'none' : `those of ${found}`,
    fix: 'check that all shards are signed and that the engine reads them',
  })
}
