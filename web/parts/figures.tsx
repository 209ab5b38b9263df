/** Numbers with their units, written in one way. */

import type { ComponentChildren } from 'preact'
import { ownValue } from '../../src/ground/json/field.ts'

const whole = new Intl.NumberFormat('en')

export const count = (value: number | bigint) => whole.format(value)

/** @example plural(1, 'pair') // => '1 pair' */
export const plural = (value: number, one: string, many = `${one}s`) =>
  `${count(value)} ${value === 1 ? one : many}`

/** A similarity or a probability; only the exact ends are written as 0 and 1. */
export function share(value: number): string {
  if (Number.isNaN(value)) return '–'
  if (value === 0 || value === 1) return String(value)
  return Math.min(0.9999, Math.max(0.0001, value)).toFixed(value > 0.999 || value < 0.01 ? 4 : 3)
}

/** A share in percent, as 12.3 %; the ends only if exact. */
export function percent(value: number): string {
  if (value === 0 || value === 1) return `${100 * value} %`
  return `${Math.min(99.99, Math.max(0.01, 100 * value)).toFixed(value > 0.995 || value < 0.005 ? 2 : 1)} %`
}

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** @example bytes(1536000) // => '1.54 MB' */
export function bytes(value: number): string {
  let at = 0
  let shown = value
  while (shown >= 1000 && at < units.length - 1) {
    shown /= 1000
    at++
  }
  return `${at === 0 ? shown : shown.toPrecision(3)} ${units[at]}`
}

export interface Figure {
  readonly name: string
  readonly value: ComponentChildren
  readonly unit?: string
  /** What the number counts. */
  readonly title?: string
}

export function Figures({ of }: { readonly of: readonly Figure[] }) {
  return (
    <dl class="figures">
      {of.map(({ name, value, unit, title }) => (
        <div key={name} title={title}>
          <dt>{name}</dt>
          <dd>
            {value} {unit ? <small>{unit}</small> : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const kindTitles: Readonly<Record<string, string>> = {
  kept: 'the survivor of its cluster',
  exact: 'the same text, byte for byte, as its survivor',
  normalised: 'the same words as its survivor; case, blanks or punctuation differ',
  near: 'as similar to its survivor as the threshold asks, or more',
  removed: 'goes; its survivor stays',
}

export function Tag({ kind }: { readonly kind: string }) {
  return (
    <span class={`tag ${kind}`} title={ownValue(kindTitles, kind)}>
      {kind}
    </span>
  )
}
