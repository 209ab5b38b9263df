/** Tuner: the curve of the bands against measured points, the odds of repeated trials, and what a choice costs. */

import type { MeasuredBand } from '../../src/files/report-page/report-data.ts'
import {
  type AgreeingBands,
  agreeingProbability,
  chooseAgreeingBands,
} from '../../src/texts/lsh/agreeing-bands.ts'
import { duplicateProbability } from '../../src/texts/lsh/trials.ts'
import { changeQuery, type Route } from '../app/route.ts'
import { Heading } from '../app/shell.tsx'
import { Curves, measuredPoints } from '../parts/chart.tsx'
import { count, Figures, percent, share } from '../parts/figures.tsx'
import { numberIn, type Scale, Sliders } from '../parts/slider.tsx'
import { number, Table } from '../parts/table.tsx'

interface TunerProps {
  readonly route: Route
  /** Measured shares of pairs that the bands of a run propose. */
  readonly measured?: readonly MeasuredBand[] | undefined
  /** Pairs by similarity of a run, 20 bins, for the expected number of candidates. */
  readonly histogram?: readonly number[] | undefined
  /** Of a run; else the defaults. */
  readonly start?: { readonly threshold: number; readonly recall: number; readonly signatureLength: number }
}

const defaults = { threshold: 0.8, recall: 0.99, signatureLength: 128 } as const

const bandScales = {
  threshold: { name: 'Threshold', unit: 'minimum similarity of a match', range: [0.05, 1], step: 0.01 },
  recall: {
    name: 'Recall',
    unit: 'share of the pairs at the threshold to find',
    range: [0.5, 0.999],
    step: 0.001,
  },
  length: { name: 'Signature', unit: 'values', range: [16, 512], step: 16 },
  rows: { name: 'Rows', unit: 'values in a band', range: [1, 30], step: 1 },
  bands: { name: 'Bands', unit: '', range: [1, 256], step: 1 },
  agree: { name: 'Agreement', unit: 'bands that must be equal', range: [1, 10], step: 1 },
} as const satisfies Record<string, Scale>

export function Tuner({ route, measured, histogram, start = defaults }: TunerProps) {
  const of = (name: keyof typeof bandScales, from: number) => numberIn(route, name, bandScales[name], from)
  const threshold = of('threshold', start.threshold)
  const recall = of('recall', start.recall)
  const length = of('length', start.signatureLength)
  const proposed = proposal(length, threshold, recall)
  const bands = of('bands', proposed.bands)
  const shape = {
    bands,
    rows: of('rows', proposed.rows),
    agree: Math.min(bands, of('agree', proposed.agree)),
  }
  const isOwn = ['rows', 'bands', 'agree'].some(name => route.query.has(name))
  const found = agreeingProbability(shape, threshold)
  return (
    <>
      <Heading lead="Bands decide which pairs are measured. A pair that no band proposes is never seen, whatever its similarity; one that is proposed and is no match costs a measurement.">
        Tuner
      </Heading>
      <div class="columns">
        <section class="panel" aria-label="Settings">
          <h2>Bands</h2>
          <Sliders route={route} scales={bandScales} values={{ threshold, recall, length, ...shape }} />
          <Proposed route={route} proposed={proposed} isOwn={isOwn} />
          {bands * shape.rows > length ? (
            <p class="notice">
              {bands} bands of {shape.rows} rows need {bands * shape.rows} values; the signature has{' '}
              {length}.
            </p>
          ) : null}
        </section>
        <section class="panel" aria-label="Curve">
          <h2>Which pairs are measured</h2>
          <Curves
            title={`Probability that a pair is measured, by its similarity: ${share(found)} at the threshold ${threshold}`}
            curves={[
              { name: 'these bands', at: s => agreeingProbability(shape, s) },
              ...(isOwn
                ? [{ name: 'proposed bands', at: (s: number) => agreeingProbability(proposed, s) }]
                : []),
            ]}
            mark={threshold}
            points={measuredPoints(measured)}
          />
          <Costs shape={shape} threshold={threshold} found={found} histogram={histogram} />
        </section>
      </div>
      <Trials route={route} />
    </>
  )
}

interface ProposedProps {
  readonly route: Route
  readonly proposed: AgreeingBands
  /** Whether other bands are set. */
  readonly isOwn: boolean
}

function Proposed({ route, proposed, isOwn }: ProposedProps) {
  return (
    <div class="row">
      <button
        type="button"
        disabled={!isOwn}
        onClick={() => changeQuery(route, { rows: undefined, bands: undefined, agree: undefined }, true)}
      >
        Take the proposed bands
      </button>
      <span class="small muted">
        Proposed: {proposed.bands} bands of {proposed.rows} rows, {proposed.agree} must agree
      </span>
    </div>
  )
}

function proposal(length: number, threshold: number, recall: number): AgreeingBands {
  try {
    return chooseAgreeingBands(length, { jaccard: threshold, recall })
  } catch {
    // No shape of so few values reaches the goal; one row per band comes nearest.
    return { bands: length, rows: 1, agree: 1 }
  }
}

interface CostsProps {
  readonly shape: AgreeingBands
  readonly threshold: number
  readonly found: number
  readonly histogram?: readonly number[] | undefined
}

function Costs({ shape, threshold, found, histogram }: CostsProps) {
  const steps = Array.from({ length: 100 }, (_, step) => (threshold * (step + 0.5)) / 100)
  const admitted = steps.reduce((sum, s) => sum + agreeingProbability(shape, s), 0) / 100
  const measured = histogram?.reduce(
    (sum, pairs, bin) => sum + pairs * agreeingProbability(shape, (bin + 0.5) / 20),
    0,
  )
  return (
    <Figures
      of={[
        {
          name: 'Found at the threshold',
          value: percent(found),
          title: 'probability that a pair exactly at the threshold is measured',
        },
        {
          name: 'Admitted below it',
          value: percent(admitted),
          title: 'mean probability over all similarities below the threshold',
        },
        {
          name: 'Memory for keys',
          value: count(4 * shape.bands),
          unit: 'B a document',
          title: '4 bytes for each band key',
        },
        {
          name: 'Hashing',
          value: count(shape.bands * shape.rows),
          unit: 'values a document',
          title: 'values of a signature that the bands use',
        },
        ...(measured === undefined
          ? []
          : [
              {
                name: 'Of this run’s pairs',
                value: count(Math.round(measured)),
                unit: 'measured',
                title: 'the pairs of the histogram times their probability',
              },
            ]),
      ]}
    />
  )
}

const similarities = [0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.97, 0.99] as const

const trialScales = {
  trials: { name: 'Trials', unit: '', range: [1, 40], step: 1 },
  hashes: { name: 'Hashes', unit: 'in a trial', range: [1, 40], step: 1 },
  least: { name: 'Agreement', unit: 'trials that must agree', range: [1, 40], step: 1 },
} as const satisfies Record<string, Scale>

/** The probability table of repeated trials, live. */
function Trials({ route }: { readonly route: Route }) {
  const trials = numberIn(route, 'trials', trialScales.trials, 6)
  const hashes = numberIn(route, 'hashes', trialScales.hashes, 14)
  const least = Math.min(trials, numberIn(route, 'least', trialScales.least, 2))
  const agreements = Array.from({ length: Math.min(trials, 6) }, (_, at) => at + 1)
  if (!agreements.includes(least)) agreements.push(least)
  const cell = (agree: number, s: number) => percent(duplicateProbability({ trials, agree, hashes }, s))
  return (
    <section class="panel" aria-label="Repeated trials">
      <h2>Repeated trials</h2>
      <p class="small muted">
        A trial agrees if all of its hashes are equal, with probability s to the power of their number. The
        table shows, for each similarity s, the probability that at least this many trials agree.
      </p>
      <div class="columns">
        <Sliders route={route} scales={trialScales} values={{ trials, hashes, least }} />
      </div>
      <Table
        label="Odds of repeated trials"
        heads={['at least', ...similarities.map(s => number(String(s)))]}
      >
        {agreements.map(agree => (
          <tr key={agree}>
            <th scope="row">
              {agree} of {trials} {agree === least ? <span class="tag kept">chosen</span> : null}
            </th>
            {similarities.map(s => (
              <td key={s} class="number">
                {cell(agree, s)}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </section>
  )
}
