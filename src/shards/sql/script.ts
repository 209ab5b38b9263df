/**
 * Script: all statements of a job as text, for another engine. Rounds are unrolled; where pairs must be measured,
 * the script stops with the command that does it. Crowds are not divided. If texts are undecided in the end, the last
 * statement fails.
 *
 *     groups │ heads 1 │ measure │ turns │ survivors 2 │ measure │ heads 3 │ ... │ copies │ measure │ decisions
 */
import { decisionsQuery } from './decisions.ts'
import { groupStatements, type SqlJob } from './groups.ts'
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
} from './rounds.ts'

/** Statements to run one after the other, then a table of pairs to measure. */
export interface ScriptSection {
  readonly title: string
  readonly statements: readonly string[]
  /** Where the pairs are, and where the measures must be before the next section. */
  readonly measure?: { readonly pairs: string; readonly measures: string }
}

interface ScriptShape {
  /** The directory of the job, with `keys`. */
  readonly directory: string
  /** Heads, each followed by survivors. */
  readonly rounds: number
  /** Turns after each heads. */
  readonly turns: number
}

/** The sections of a job. */
export function scriptSections(job: SqlJob, shape: ScriptShape): ScriptSection[] {
  return new Script(job, shape).sections()
}

class Script {
  readonly #job: SqlJob
  readonly #shape: ScriptShape
  #round = 0
  #undecided = 'undecided_0'
  #survivors = 'survivors_0'
  /** Texts that a group shows. */
  #shown: number

  constructor(job: SqlJob, shape: ScriptShape) {
    this.#job = job
    this.#shape = shape
    this.#shown = job.smallGroup
  }

  sections(): ScriptSection[] {
    const { dialect, bands } = this.#job
    const groups = { title: 'Groups', statements: this.#groups() }
    if (bands === 0) return [groups, this.#decisions([])]
    const sections: ScriptSection[] = [groups]
    for (let count = 0; count < this.#shape.rounds; count++) {
      sections.push(
        this.#asked('heads', headStatements(this.#job, this.#round + 1, this.#tables, this.#shown)),
      )
      this.#shown *= 2
      const turns = this.#turns()
      const survivors = survivorStatements(this.#job, this.#round + 1, `fresh_${this.#round}`, this.#tables)
      sections.push(this.#asked('turns, then survivors', [...turns, ...survivors]))
      sections.push({ title: `Round ${this.#round}: what they remove`, statements: this.#removal() })
    }
    sections.push(this.#asked('copies', copyStatements(this.#job, this.#round + 1, this.#tables)))
    const text = 'texts are undecided: print the script with more rounds'
    return [...sections, this.#decisions([dialect.refuse('count(*) = 0', this.#undecided, text)])]
  }

  get #tables() {
    const [undecided, survivors, hasMeasures] = [this.#undecided, this.#survivors, this.#round > 0]
    return { undecided, survivors, hasMeasures, bands: 'bands', isDivided: false }
  }

  #groups(): string[] {
    const { dialect, bands } = this.#job
    const opened = [...dialect.open('keys', `${this.#shape.directory}/keys`), ...groupStatements(this.#job)]
    if (bands === 0) return opened
    return [
      ...opened,
      dialect.refuse('count(*) > 0', 'classes', 'no documents: check the keys'),
      ...startStatements(this.#job),
    ]
  }

  /** A round up to its pairs, which are saved. */
  #asked(phase: string, statements: readonly string[]): ScriptSection {
    const { dialect } = this.#job
    const opened = this.#round > 0 ? dialect.open('measures', `${this.#shape.directory}/measures`) : []
    const asked = pairStatements(this.#job, this.#round + 1, this.#tables)
    this.#round++
    const name = String(this.#round).padStart(4, '0')
    const pairs = `${this.#shape.directory}/pairs/${name}.parquet`
    return {
      title: `Round ${this.#round}: ${phase}`,
      statements: [
        ...opened,
        ...statements,
        ...asked,
        ...dialect.save(pairs, `SELECT * FROM pairs_${this.#round} ORDER BY a, b`),
      ],
      measure: { pairs, measures: `${this.#shape.directory}/measures/${name}.parquet` },
    }
  }

  #turns(): string[] {
    const { dialect } = this.#job
    const round = this.#round
    const before = this.#survivors
    const found: string[] = []
    const statements = [
      ...dialect.open('measures', `${this.#shape.directory}/measures`),
      ...linkStatements(this.#job, round, this.#tables),
    ]
    for (let turn = 1; turn <= this.#shape.turns; turn++) {
      const tables = turnTables(round, turn, this.#undecided)
      statements.push(...turnStatements(this.#job, tables))
      found.push(tables.survivors)
      this.#undecided = tables.undecidedAfter
    }
    this.#survivors = `survivors_${round}`
    return [...statements, ...foundStatements(this.#job, round, found, before)]
  }

  #removal(): string[] {
    const { dialect } = this.#job
    const opened = dialect.open('measures', `${this.#shape.directory}/measures`)
    const removal = removalStatements(this.#job, this.#round, this.#tables)
    this.#undecided = `undecided_${this.#round}`
    return [...opened, ...removal]
  }

  #decisions(before: readonly string[]): ScriptSection {
    const { dialect, bands } = this.#job
    const { directory } = this.#shape
    const query = decisionsQuery(this.#job, bands === 0 ? undefined : this.#survivors, bands > 0)
    const opened = bands === 0 ? [] : dialect.open('measures', `${directory}/measures`)
    const saved = dialect.save(`${directory}/decisions.parquet`, query)
    return { title: 'Decisions', statements: [...opened, ...before, ...saved] }
  }
}
