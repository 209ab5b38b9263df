/** A slider with its value beside its name. */
interface SliderProps {
  readonly name: string
  readonly unit: string
  readonly value: number
  readonly range: readonly [number, number]
  readonly step: number
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
