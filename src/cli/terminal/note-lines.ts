/** Note lines: how sure the method is of its pairs, and what it warns of. */
import type { RunReport } from '../../files/requests.ts'
import { printCounted } from './figures.ts'
import { printableLine } from './printable.ts'

/**
 * One line each; empty without notes.
 *
 * @example noteLines({ warnings: ['no clear boundary'] }) // => '  warning: no clear boundary\n'
 */
export function noteLines(notes: RunReport['notes'] = {}): string {
  const { warnings, ...figures } = notes
  const { estimatedPrecision, pairs, identicalPairs } = figures as Readonly<
    Record<string, number | undefined>
  >
  const different = (pairs ?? 0) - (identicalPairs ?? 0)
  const lines = Array.isArray(warnings) ? warnings.map(warning => `warning: ${String(warning)}`) : []
  if (estimatedPrecision !== undefined && different > 0) {
    const found = printCounted(different, 'pair')
    lines.unshift(`estimated precision ${estimatedPrecision.toFixed(2)}, of ${found} of different texts`)
  }
  return lines.map(line => `  ${printableLine(line)}\n`).join('')
}
