/** Columns: what a file is taken for, the first rows, and what decides; each guess can be changed before the run. */

import { useState } from 'preact/hooks'
import { changeQuery, go, hrefOf, type Route } from '../app/route.ts'
import { Heading } from '../app/shell.tsx'
import { type Preview, preview, readingNames, startRun } from '../data/runs.ts'
import { useAttempt } from '../parts/attempt.ts'
import { Failure, Show, useLoaded } from '../parts/loaded.tsx'
import { Wide } from '../parts/wide.tsx'
import { type Choice, choiceOf, kindNames, leftOut, optionsOf, textKind, ways } from './choices.ts'
import { Dialect, Format } from './dialect.tsx'

interface ColumnsProps {
  readonly route: Route
  /** Of the upload. */
  readonly id: string
}

export function Columns({ route, id }: ColumnsProps) {
  const reading = Object.fromEntries(readingNames.map(name => [name, route.query.get(name) ?? undefined]))
  const loaded = useLoaded(signal => preview(id, reading, signal), [id, route.query.toString()])
  const read = (change: Parameters<typeof changeQuery>[1]) => changeQuery(route, change, true)
  return (
    <>
      <Heading lead="Look at the first rows. What was guessed wrong can be changed here.">Columns</Heading>
      <Show of={loaded} what="the first rows">
        {shown => (
          <>
            <Dialect preview={shown} onChange={read} />
            <Compared key={JSON.stringify(shown.columns)} id={id} preview={shown} />
          </>
        )}
      </Show>
      {loaded.state === 'failed' ? (
        <div class="row end">
          <Format value={reading.inputFormat ?? ''} onChange={read} />
          {Object.values(reading).some(Boolean) ? (
            <button
              type="button"
              onClick={() => read(Object.fromEntries(readingNames.map(name => [name, undefined])))}
            >
              Read it as guessed
            </button>
          ) : null}
          <a href="#/">Another file</a>
        </div>
      ) : null}
    </>
  )
}

const noneChosen = 'Every column is left out: choose one that is compared.'

interface ComparedProps {
  readonly id: string
  readonly preview: Preview
}

function Compared({ id, preview: shown }: ComparedProps) {
  const [choice, setChoice] = useState(() => choiceOf(shown))
  const { attempt, isBusy, failure } = useAttempt()
  const start = () =>
    attempt(async () => {
      const run = await startRun({ uploads: [id], options: optionsOf(shown, choice) })
      go(hrefOf(['run', run.id]))
    })
  const { sentence, why } = shown.proposed
  const { columns } = shown
  const isNothing =
    columns.length > 0 &&
    columns.every(({ name }, at) => name === choice.id || choice.roles[at] === leftOut)
  const proposed = choice.way === choiceOf(shown).way ? sentence : ways[choice.way].said
  const said = isNothing && columns.some(({ isUsed }) => isUsed) ? noneChosen : proposed
  return (
    <>
      <section class="panel" aria-label="What decides">
        <p class="said">{said}</p>
        <details>
          <summary>Why, and how else</summary>
          <div class="stack">
            <p class="small muted">{why}.</p>
            <ChoiceFields preview={shown} choice={choice} onChange={setChoice} />
          </div>
        </details>
        <div class="row">
          <button type="button" class="primary big" disabled={isBusy || isNothing} onClick={start}>
            Continue
          </button>
          <a href="#/">Another file</a>
        </div>
        <Failure error={failure} />
      </section>
      <ColumnTable preview={shown} choice={choice} onChange={setChoice} />
    </>
  )
}

interface ChoiceProps {
  readonly preview: Preview
  readonly choice: Choice
  readonly onChange: (choice: Choice) => void
}

function ChoiceFields({ preview: { columns }, choice, onChange }: ChoiceProps) {
  return (
    <div class="row end">
      <label class="field">
        <span>Compare the rows</span>
        <select
          value={choice.way}
          onChange={event => onChange({ ...choice, way: event.currentTarget.value as Choice['way'] })}
        >
          {Object.entries(ways).map(([way, { name }]) => (
            <option key={way} value={way}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label class="field" title="the column whose values name the rows">
        <span>Rows are named by</span>
        <select
          value={choice.id ?? ''}
          onChange={event => onChange({ ...choice, id: event.currentTarget.value || null })}
        >
          <option value="">their number</option>
          {columns.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
    </div>
  )
}

/** Characters of a cell that are shown. */
const mostShown = 160

function ColumnTable({ preview: { columns, rows }, choice, onChange }: ChoiceProps) {
  return (
    <Wide label="The first rows">
      <table class="preview">
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={column.name} scope="col" class={choice.roles[at] === leftOut ? 'out' : ''}>
                <bdi>{column.name}</bdi>
                {column.name === choice.id ? (
                  <div class="small muted">names the rows</div>
                ) : (
                  <select
                    aria-label={`What ${column.name} is`}
                    title={column.why}
                    value={choice.roles[at]}
                    onChange={event =>
                      onChange({ ...choice, roles: choice.roles.with(at, event.currentTarget.value) })
                    }
                  >
                    {Object.entries(choice.way === 'records' ? kindNames : textKind).map(([kind, name]) => (
                      <option key={kind} value={kind}>
                        {name}
                      </option>
                    ))}
                  </select>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, number) => (
            <tr key={number}>
              {columns.map(({ name }, at) => (
                <td key={name} dir="auto" class={choice.roles[at] === leftOut ? 'out' : ''}>
                  {cut(row[at] ?? '')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  )
}

const cut = (text: string) => (text.length > mostShown ? `${text.slice(0, mostShown)} …` : text)
