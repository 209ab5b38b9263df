/**
 * Shown number: a number of a cell as its format shows it.
 *
 *     00000       42        ─▶ 00042          dd.mm.yyyy     45658      ─▶ 2025-01-01
 *     #,##0.00    1234.5    ─▶ 1,234.50       d.m.yy h:mm    45658.75   ─▶ 2025-01-01T18:00:00
 *     0%          0.25      ─▶ 25%            [h]:mm         1.5        ─▶ 36:00
 *
 * Source: ECMA-376, part 1, 18.8.31. Ours: dates and times are ISO 8601, whatever their format, so that two files
 * agree; a number without a format has all of its 15 digits; fractions are decimal.
 */

/** Longer ones are no format of Excel. */
const longestCode = 255

/** @param code of the format @param is1904 whether day 0 is 1904-01-01 */
export function shownNumber(value: number, code: string, is1904: boolean): string {
  if (code.length > longestCode) return generalNumber(value)
  const sections = sectionsOf(code)
  const section = sections[sectionFor(value, sections.length)] ?? ''
  const plain = withoutLiterals(section)
  if (/^\s*$/.test(section) && sections.length > 1) return ''
  if (/general|@/i.test(plain)) return generalNumber(value)
  if (/\[(?:h+|m+|s+)\]/i.test(section)) return duration(value, section)
  if (/[ymdhs]/i.test(plain.replace(/E[+-]/gi, ''))) return instant(value, plain, is1904)
  if (plain.includes('/')) return generalNumber(value)
  return digits(sections.length > 1 && value < 0 ? -value : value, section)
}

/** A number with its 15 digits, as cells hold no more. */
export function generalNumber(value: number): string {
  return String(Number(value.toPrecision(15)))
}

/** Sections between semicolons that are no text. */
function sectionsOf(code: string): string[] {
  const sections = ['']
  for (const [token] of code.matchAll(/"[^"]*"?|\\.|_.|\*.|\[[^\]]*\]|[\s\S]/g)) {
    if (token === ';') sections.push('')
    else sections[sections.length - 1] += token
  }
  return sections
}

function sectionFor(value: number, count: number): number {
  if (count === 1 || value > 0) return 0
  if (value < 0) return 1
  return count > 2 ? 2 : 0
}

function withoutLiterals(section: string): string {
  return section.replace(/"[^"]*"?|\\.|_.|\*.|\[[^\]]*\]/g, '').replace(/AM\/PM|A\/P/gi, 'h')
}

const dayMs = 86_400_000
const days1904 = 1462
/** Day 60 is 1900-02-29, which was none. */
const missingDay = 60

function instant(value: number, plain: string, is1904: boolean): string {
  if (value < 0 || value >= 2_958_466) return generalNumber(value)
  const hasTime = /[hs]/i.test(plain)
  const hasDate = /[yd]/i.test(plain) || (/m/i.test(plain) && !hasTime)
  const days = is1904 ? value + days1904 : value
  const whole = Math.floor(days)
  const ms = Math.round((days - whole) * dayMs)
  const time = new Date(ms).toISOString().slice(11, ms % 1000 === 0 ? 19 : 23)
  if (!hasDate) return time
  if (!is1904 && whole === missingDay) return '1900-02-29'
  const since1970 = whole - 25_569 + (whole < missingDay && !is1904 ? 1 : 0)
  const at = new Date(since1970 * dayMs + (hasTime ? ms : 0)).toISOString()
  return hasTime && ms > 0
    ? `${at.slice(0, 11)}${at.slice(11, ms % 1000 === 0 ? 19 : 23)}`
    : at.slice(0, 10)
}

function duration(value: number, section: string): string {
  const seconds = Math.round(Math.abs(value) * 86_400)
  const sign = value < 0 ? '-' : ''
  const two = (part: number) => String(part).padStart(2, '0')
  const [minutes, rest] = [Math.floor(seconds / 60), two(seconds % 60)]
  if (/\[s+\]/i.test(section)) return `${sign}${seconds}`
  if (/\[m+\]/i.test(section)) return `${sign}${minutes}:${rest}`
  const hours = `${sign}${Math.floor(minutes / 60)}:${two(minutes % 60)}`
  return /s/i.test(withoutLiterals(section)) ? `${hours}:${rest}` : hours
}

/** Digits, with the texts around and between them. */
function digits(value: number, section: string): string {
  const tokens = Array.from(
    section.matchAll(/"([^"]*)"?|\\(.)|_.|\*.|\[([^\]]*)\]|E[+-]0+|[#0?][#0?,]*|[\s\S]/gi),
  )
  const mask = withoutLiterals(section)
  const percents = mask.split('%').length - 1
  const scaled = (Math.abs(value) * 100 ** percents) / 1000 ** thousandsCut(mask)
  const [whole = '', decimal = ''] = mask
    .replace(/E.*$/i, '')
    .replace(/[^#0?.]/g, '')
    .split('.')
  const exponent = /E([+-])(0+)/i.exec(mask)
  const least = whole.replace(/[^0]/g, '').length
  const text = exponent ? scientific(scaled, decimal, exponent) : rounded(scaled, decimal, least)
  const number =
    /[#0?],[#0?]/.test(mask) && !exponent ? text.replace(/\B(?=(?:\d{3})+(?!\d))(?<!\.\d*)/g, ',') : text
  const sign = value < 0 && /[1-9]/.test(text) ? '-' : ''
  let [shown, isPlaced] = [sign, false]
  const places = whole.length
  // A mask with texts between its digits, such as 000-000, takes its digits from the right.
  if (decimal === '' && !exponent && places > 1 && /[#0?]\D*["\\\-\s/()][^#0?]*[#0?]/.test(section.trim()))
    return sign + masked(number, tokens)
  for (const [token, quoted, escaped, bracket] of tokens) {
    if (quoted !== undefined) shown += quoted
    else if (escaped !== undefined) shown += escaped
    else if (bracket !== undefined) shown += /^\$([^-]*)/.exec(bracket)?.[1] ?? ''
    else if (/^[_*]/.test(token)) continue
    else if (/^[#0?.E]/i.test(token)) {
      if (!isPlaced) shown += number
      isPlaced = true
    } else shown += token
  }
  return shown.trim()
}

/** Commas at the end of the digits divide by 1000 each. */
function thousandsCut(mask: string): number {
  return /[#0?](,+)(?:[^#0?,]|$)/.exec(mask.replace(/\.[#0?]*/, ''))?.[1].length ?? 0
}

function rounded(value: number, decimal: string, least: number): string {
  const [whole, part = ''] = fixed(value, decimal.length).split('.')
  const optional = /[#?]*$/.exec(decimal)?.[0].length ?? 0
  let kept = part
  for (let i = 0; i < optional && kept.endsWith('0'); i++) kept = kept.slice(0, -1)
  const padded = (whole === '0' && least === 0 ? '' : whole).padStart(least, '0')
  return kept === '' ? padded : `${padded}.${kept}`
}

/** Rounds half up by the 15 digits of a cell, as Excel does. */
function fixed(value: number, places: number): string {
  if (value >= 1e21) return generalNumber(value)
  const shifted = Number(`${Number(value.toPrecision(15))}e${places}`)
  if (!Number.isFinite(shifted)) return value.toFixed(Math.min(100, places))
  const whole = Math.floor(shifted + 0.5)
  return whole < 2 ** 53
    ? Number(`${whole}e-${places}`).toFixed(places)
    : value.toFixed(Math.min(100, places))
}

function scientific(value: number, decimal: string, [, sign, zeros]: RegExpExecArray): string {
  const [mantissa, power] = value.toExponential(Math.min(20, decimal.length)).split('e')
  const number = Number(power)
  const exponent = String(Math.abs(number)).padStart(zeros.length, '0')
  return `${mantissa}E${number < 0 ? '-' : sign === '+' ? '+' : ''}${exponent}`
}

function masked(number: string, tokens: readonly RegExpExecArray[]): string {
  const left = [...number.replace(/\D/g, '')]
  const parts = tokens.map(
    ([token, quoted, escaped, bracket]) => quoted ?? escaped ?? (bracket === undefined ? token : ''),
  )
  let shown = ''
  const firstMask = tokens.findIndex(([token]) => /^[#0?]/.test(token))
  for (let i = tokens.length - 1; i >= 0; i--) {
    const [token] = tokens[i]
    if (!/^[#0?]/.test(token)) {
      shown = (/^[_*]/.test(token) ? '' : parts[i]) + shown
      continue
    }
    for (let at = token.length - 1; at >= 0; at--) {
      if (token[at] === ',') continue
      const digit = left.pop() ?? (token[at] === '0' ? '0' : '')
      shown = digit + shown
    }
    if (i === firstMask) shown = left.splice(0).join('') + shown
  }
  return shown
}
