/** Take away: the files that a run wrote, those that nearly everybody wants as big buttons that stay in sight. */

import { downloadOutput, outputNames, type Run } from '../data/runs.ts'
import { useAttempt } from '../parts/attempt.ts'
import { bytes } from '../parts/figures.tsx'
import { Failure } from '../parts/loaded.tsx'

const titles: Readonly<Record<(typeof outputNames)[number], string>> = {
  kept: 'Download kept',
  removed: 'Download removed',
  annotated: 'All, with a cluster column',
  golden: 'One merged row a cluster',
  bad: 'Rows that could not be read',
  decisions: 'Decisions',
  report: 'Report',
}

interface TakeAwayProps {
  readonly run: Run
  /** Whether decisions are still to be honoured, so that the files are those of before. */
  readonly isCounting: boolean
}

export function TakeAway({ run: { id, outputs, summary }, isCounting }: TakeAwayProps) {
  const { attempt, failure } = useAttempt()
  const shown = outputNames.flatMap(name => {
    const output = outputs.find(each => each.name === name)
    const isNothing = name === 'bad' && summary?.counts.bad === 0
    return output === undefined || isNothing ? [] : [{ ...output, name }]
  })
  const button = ({ name, file, bytes: size }: (typeof shown)[number]) => (
    <button
      key={name}
      type="button"
      class={name === 'kept' ? 'primary big' : name === 'removed' ? 'big' : ''}
      title={`${file}, ${bytes(size)}`}
      disabled={isCounting}
      onClick={() => attempt(() => downloadOutput(id, name, file))}
    >
      {titles[name]}
    </button>
  )
  const isMain = ({ name }: (typeof shown)[number]) => name === 'kept' || name === 'removed'
  return (
    <>
      <div class="take-away row">{shown.filter(isMain).map(button)}</div>
      <div class="row">{shown.filter(output => !isMain(output)).map(button)}</div>
      <Failure error={failure} />
    </>
  )
}
