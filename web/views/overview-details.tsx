/** The lower half of the overview: what was skipped, inputs, stages, options. */
import type { RunReport } from '../../src/files/requests.ts'
import { bytes, count } from '../parts/figures.tsx'
import { OptionTable } from '../parts/option-table.tsx'
import { number, Table } from '../parts/table.tsx'

export function Skipped({
  report: { badRecords, counts, ignoredFiles = [], textless = {}, hints },
}: {
  readonly report: RunReport
}) {
  const isNothing =
    badRecords.length + ignoredFiles.length + Object.keys(textless).length + hints.length === 0
  return (
    <section class="panel" aria-label="Skipped">
      <h2>Skipped, and what to look at</h2>
      {isNothing ? <p class="muted">Nothing was skipped.</p> : null}
      {hints.map(hint => (
        <p key={hint} class="notice">
          {hint}
        </p>
      ))}
      {badRecords.length === 0 ? null : (
        <Table label="Skipped records" heads={['Where', `Why (${count(counts.bad)} in all)`]}>
          {badRecords.map(({ at, code, message }) => (
            <tr key={at}>
              <th scope="row">
                <code>{at}</code>
              </th>
              <td>
                {message} <code>{code}</code>
              </td>
            </tr>
          ))}
        </Table>
      )}
      <ul class="small">
        {ignoredFiles.map(({ path, reason }) => (
          <li key={path}>
            <code>{path}</code>: {{ binary: 'binary', other: 'of another format', empty: 'empty' }[reason]}
          </li>
        ))}
        {Object.entries(textless).map(([kind, records]) => (
          <li key={kind}>
            {count(records)} records of the kind {kind} hold no text
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Stages({ report: { stages, peakMemoryBytes, inputs } }: { readonly report: RunReport }) {
  return (
    <div class="columns">
      <section class="panel" aria-label="Inputs">
        <h2>Inputs</h2>
        <Table label="Table of inputs" heads={['File', 'Format', number('Size'), number('Records')]}>
          {inputs.slice(0, 200).map(({ path, format, bytes: size, records }) => (
            <tr key={path}>
              <th scope="row">
                <code>{path}</code>
              </th>
              <td>{format}</td>
              <td class="number">{bytes(size)}</td>
              <td class="number">{count(records)}</td>
            </tr>
          ))}
        </Table>
        {inputs.length > 200 ? <p class="small muted">The first 200 of {count(inputs.length)}.</p> : null}
      </section>
      <section class="panel" aria-label="Stages">
        <h2>Stages</h2>
        <Table label="Table of stages" heads={['Stage', number('Time'), number('Bytes')]}>
          {stages.map(({ name, seconds, bytes: size }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="number">{seconds.toFixed(2)} s</td>
              <td class="number">{bytes(size)}</td>
            </tr>
          ))}
        </Table>
        <p class="small muted">At most {bytes(peakMemoryBytes)} of memory.</p>
      </section>
    </div>
  )
}

export function Options({ report }: { readonly report: RunReport & { readonly digest?: string } }) {
  return (
    <section class="panel" aria-label="Options">
      <h2>Options</h2>
      <OptionTable options={report.options} />
      {report.digest ? (
        <p class="small">
          Digest <code>{report.digest}</code>: the same for the same input and options, whatever the
          machine.
        </p>
      ) : null}
    </section>
  )
}
