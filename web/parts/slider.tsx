/** Sliders, each with its value beside its name. */
import { changeQuery, type Route } from '../app/route.ts'

export interface Scale {
  readonly name: string
  readonly unit: string
  readonly range: readonly [number, number]
  readonly step: number
}

interface SliderProps extends Scale {
  readonly value: number
  readonly onInput: (value: number) => void
}

export function Slider({ name, unit, value, range: [from, to], step, onInput }: SliderProps) {
  return (
    <label class="field">
      <span>
        {name} <b class="value">{value}</b> {unit}
      </span>
      <input
        type="range"
        min={from}
        max={to}
        step={step}
        value={value}
        onInput={event => onInput(Number(event.currentTarget.value))}
      />
    </label>
  )
}

/** The number that the query has for a scale, within its range. */
export function numberIn(
  { query }: Route,
  name: string,
  { range: [from, to] }: Scale,
  start: number,
): number {
  const given = query.get(name)
  const value = given === null ? start : Number(given)
  return Number.isFinite(value) ? Math.min(to, Math.max(from, value)) : start
}

interface SlidersProps<Name extends string> {
  readonly route: Route
  /** By their names in the query. */
  readonly scales: Readonly<Record<Name, Scale>>
  readonly values: Readonly<Record<Name, number>>
}

export function Sliders<Name extends string>({ route, scales, values }: SlidersProps<Name>) {
  return Object.entries<Scale>(scales).map(([name, scale]) => (
    <Slider
      key={name}
      {...scale}
      value={values[name as Name]}
      onInput={value => changeQuery(route, { [name]: value })}
    />
  ))
}
