/** Lists the groups of some documents from the numbers that `groupBand` left in the chunks, in any thread. */
import { type Cells, copyBand } from './group-band.ts'

/** Documents whose groups to list, as plain data. */
export interface ListTask extends Cells {
  readonly kind: 'list'
  /** Number of these documents. */
  readonly count: number
  /** [bands] what is added to the numbers of each band. */
  readonly before: Uint32Array
}

/** Groups of some documents, one after the other. */
export interface GroupList {
  /** [documents] where those of each document end. */
  readonly ends: Uint32Array<ArrayBuffer>
  readonly numbers: Uint32Array<ArrayBuffer>
}

export function groupListOf(task: ListTask): GroupList {
  const { before, count } = task
  const cells = new Uint32Array(before.length * count)
  for (let band = 0; band < before.length; band++)
    copyBand(task, band, (row, at) => cells.set(row, band * count + at))
  const ends = new Uint32Array(count)
  let total = 0
  const numbers = new Uint32Array(cells.length)
  for (let document = 0; document < count; document++) {
    for (let band = 0; band < before.length; band++) {
      const group = cells[band * count + document]
      if (group !== 0) numbers[total++] = before[band] + group
    }
    ends[document] = total
  }
  return { ends, numbers: numbers.slice(0, total) }
}
