/** Hints of a search for passages: items that are common, and an output that is larger than what was read. */

import { printByteSize } from '../../ground/options/byte-size.ts'
import type { PassageLines } from './passage-lines.ts'
import type { CommonPassageItem } from './passage-requests.ts'

/** Common items that a hint names. */
const mostNamed = 5

interface HintedPassages {
  readonly common: readonly CommonPassageItem[]
  readonly lines: Pick<PassageLines, 'bytes' | 'lines'>
  /** Bytes read. */
  readonly bytes: number
}

export function passagesHints({ common, lines, bytes }: HintedPassages): string[] {
  return [commonHint(common), sizeHint(lines, bytes)].filter(hint => hint !== undefined)
}

/** Those in most documents first. */
function commonHint(common: readonly CommonPassageItem[]): string | undefined {
  if (common.length === 0) return undefined
  const most = common.toSorted((a, b) => b.documents - a.documents)
  const names = most.slice(0, mostNamed).map(({ id, documents }) => `${id} (in ${documents} documents)`)
  const more = common.length > mostNamed ? ` and ${common.length - mostNamed} more` : ''
  const what =
    common.length === 1
      ? '1 item is common and contaminates'
      : `${common.length} items are common and contaminate`
  return `${what} nothing: ${names.join(', ')}${more}; \`common\` 1% sets from which share of the documents on`
}

/** Many short passages take more bytes as lines than in the text. */
function sizeHint({ lines, bytes: written }: HintedPassages['lines'], bytes: number): string | undefined {
  if (written <= bytes) return undefined
  const [output, input] = [written, bytes].map(printByteSize)
  return `the ${lines} lines of passages take ${output}, more than the ${input} read: a larger \`least\` finds fewer`
}
