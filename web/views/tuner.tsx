/** Tuner: the curve of the bands against measured points, the odds of repeated trials, and what a choice costs. */

import type { MeasuredBand } from '../../src/files/report-page/report-data.ts'
import { agreeingProbability, chooseAgreeingBands } from '../../src/texts/lsh/agreeing-bands.ts'
import { duplicateProbability } from '../../src/texts/lsh/trials.ts'
import { changeQuery, type Route } from '../app/route.ts'
import { Heading } from '../app/shell.tsx'
import { Curves } from '../parts/chart.tsx'
import { count, Figures, percent, share } from '../parts/figures.tsx'
import { Slider } from '../parts/slider.tsx'
import { Wide } from '../parts/wide.tsx'

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

/** A number of the query within its range. */
function numberOf(
  route: Route,
  name: string,
  start: number,
  [from, to]: readonly [number, number],
): number {
  const given = route.query.get(name)
  const value = given === null ? start : Number(given)
  return Number.isFinite(value) ? Math.min(to, Math.max(from, value)) : start
}

export function Tuner({ route, measured, histogram, start = defaults }: TunerProps) {
  const of = (name: string, from: number, range: readonly [number, number]) =>
    numberOf(route, name, from, range)
  const threshold = of('threshold', start.threshold, [0.05, 1])
  const recall = of('recall', start.recall, [0.5, 0.999])
  const length = of('length', start.signatureLength, [16, 512])
  const proposed = proposal(length, threshold, recall)
  const rows = of('rows', proposed.rows, [1, 30])
  const bands = of('bands', proposed.bands, [1, 256])
  const agree = Math.min(bands, of('agree', proposed.agree, [1, 10]))
  const shape = { bands, rows, agree }
  const isOwn = ['rows', 'bands', 'agree'].some(name => route.query.has(name))
  const set = (name: string) => (value: number) => changeQuery(route, { [name]: value })
  const found = agreeingProbability(shape, threshold)
  return (
    <>
      <Heading lead="Bands decide which pairs are measured. A pair that no band proposes is never seen, whatever its similarity; one that is proposed and is no match costs a measurement.">
        Tuner
      </Heading>
      <div class="columns">
        <section class="panel" aria-label="Settings">
          <h2>Bands</h2>
          <Slider
            name="Threshold"
            unit="minimum similarity of a match"
            value={threshold}
            range={[0.05, 1]}
            step={0.01}
            onInput={set('threshold')}
          />
          <Slider
            name="Recall"
            unit="share of the pairs at the threshold to find"
            value={recall}
            range={[0.5, 0.999]}
            step={0.001}
            onInput={set('recall')}
          />
          <Slider
            name="Signature"
            unit="values"
            value={length}
            range={[16, 512]}
            step={16}
            onInput={set('length')}
          />
          <Slider
            name="Rows"
            unit="values in a band"
            value={rows}
            range={[1, 30]}
            step={1}
            onInput={set('rows')}
          />
          <Slider name="Bands" unit="" value={bands} range={[1, 256]} step={1} onInput={set('bands')} />
          <Slider
            name="Agreement"
            unit="bands that must be equal"
            value={agree}
            range={[1, 10]}
            step={1}
            onInput={set('agree')}
          />
          <div class="row">
            <button
              type="button"
              disabled={!isOwn}
              onClick={() =>
                changeQuery(route, { rows: undefined, bands: undefined, agree: undefined }, true)
              }
            >
              Take the proposed bands
            </button>
            <span class="small muted">
              Proposed: {proposed.bands} bands of {proposed.rows} rows, {proposed.agree} must agree
            </span>
          </div>
          {bands * rows > length ? (
            <p class="notice">
              {bands} bands of {rows} rows need {bands * rows} values; the signature has {length}.
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
            points={(measured ?? [])
              .filter(({ pairs }) => pairs > 0)
              .map(({ from, to, pairs, found }) => ({
                x: (from + to) / 2,
                y: found / pairs,
                label: `${found} of ${pairs} pairs in [${from}, ${to}) found`,
              }))}
          />
          <Costs shape={shape} threshold={threshold} found={found} histogram={histogram} />
        </section>
      </div>
      <Trials route={route} />
    </>
  )
}

function proposal(length: number, threshold: number, recall: number) {
  try {
    return chooseAgreeingBands(length, { jaccard: threshold, recall })
  } catch {
    // No shape of so few values reaches the goal; one row per band comes nearest.
    return { bands: length, rows: 1, agree: 1 }
  }
}

interface CostsProps {
  readonly shape: { readonly bands: number; readonly rows: number; readonly agree: number }
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

/** The probability table of repeated trials, live. */
function Trials({ route }: { readonly route: Route }) {
  const trials = numberOf(route, 'trials', 6, [1, 40])
  const hashes = numberOf(route, 'hashes', 14, [1, 40])
  const least = Math.min(trials, numberOf(route, 'least', 2, [1, 40]))
  const set = (name: string) => (value: number) => changeQuery(route, { [name]: value })
  const agreements = Array.from({ length: Math.min(trials, 6) }, (_, at) => at + 1)
  if (!agreements.includes(least)) agreements.push(least)
  const cell = (agree: number, s: number) => percent(duplicateProbability({ trials, agree, hashes }, s))
  return (
    <section class="panel" aria-label="Repeated trials">
      <h2>Repeated trials</h2>
      <p class="small muted">
        A trial agrees if all of its hashes are equal, with probability s to the power of their number. The
        table shows how likely at least so many trials agree, at each similarity s.
      </p>
      <div class="columns">
        <Slider name="Trials" unit="" value={trials} range={[1, 40]} step={1} onInput={set('trials')} />
        <Slider
          name="Hashes"
          unit="in a trial"
          value={hashes}
          range={[1, 40]}
          step={1}
          onInput={set('hashes')}
        />
        <Slider
          name="Agreement"
          unit="trials that must agree"
          value={least}
          range={[1, 40]}
          step={1}
          onInput={set('least')}
        />
      </div>
      <Wide label="Odds of repeated trials">
        <table>
          <thead>
            <tr>
              <th>at least</th>
              {similarities.map(s => (
                <th key={s} class="number">
                  {s}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
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
          </tbody>
        </table>
      </Wide>
    </section>
  )
}
