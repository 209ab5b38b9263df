/**
 * Memory guard: refuses a long text whose shingles would take a run beyond its budget, before they are made.
 *
 *     resident now + what other threads are about to write + tokens and shingles of the text <= peak of the budget
 *
 * Ours: all of it. Cost: one look at the bytes of each text above `longBytes`, in runs with a budget.
 */
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { type KernelPlan, scratchBytes } from '../../../texts/kernels/layout/plan-layout.ts'
import type { Workspace } from '../../../texts/workspace/workspace.ts'
import { leastBudget, mostPeak } from './budget-peak.ts'
import type { TextRange } from './text-range.ts'

/** Shorter texts have room in what a budget counts for each thread. */
const longBytes = 2 ** 20

export interface GuardSettings {
  /** Bytes. */
  readonly budget: number
  /** Shared: KiB that all threads are about to write. */
  readonly announced: Int32Array
}

/** @param budget in bytes; Infinity for none */
export function guardWithin(budget: number): GuardSettings | undefined {
  if (budget === Number.POSITIVE_INFINITY) return undefined
  return { budget, announced: new Int32Array(new SharedArrayBuffer(4)) }
}

export class MemoryGuard {
  readonly #settings: GuardSettings
  readonly #space: Workspace
  /** Address up to which this thread has written, and KiB that it is about to write. */
  #written = 0
  #own = 0

  constructor(settings: GuardSettings, space: Workspace) {
    this.#settings = settings
    this.#space = space
  }

  /**
   * Call before a text is cut.
   *
   * @param text with the first address behind it, where the work on it begins
   * @param path of its source, in which its record begins at a byte
   * @throws NearsameError MEMORY_EXHAUSTED, with the least budget
   */
  check({ from, to, free }: TextRange, path: string, byte: number): void {
    if (to - from < longBytes || this.#space.plan.bands === 0) return
    this.settle()
    const end = free + cutBytes(this.#space, from, to)
    const growth = Math.max(0, end - Math.max(free, this.#written))
    const { announced, budget } = this.#settings
    const peak = process.memoryUsage.rss() + 1024 * Atomics.load(announced, 0) + growth
    if (peak > mostPeak(budget)) throw tooLong(to - from, peak, budget, `${path}, byte ${byte}`)
    this.#written = Math.max(this.#written, end)
    this.#own = Math.ceil(growth / 1024)
    Atomics.add(announced, 0, this.#own)
  }

  /** Call when the text is cut: what was announced is resident. */
  settle(): void {
    if (this.#own > 0) Atomics.sub(this.#settings.announced, 0, this.#own)
    this.#own = 0
  }
}

/** Bytes that kernels write to cut a text into shingles: canonical text, tokens and shingles. */
function cutBytes(space: Workspace, from: number, to: number): number {
  const { kernels, plan } = space
  const { isAscii, tokens } = countTokens(space.bytes, { from, to }, plan)
  const isChars = plan.unit === 'chars'
  const canonical = isAscii && !isChars && plan.symbols !== 'keep' ? 0 : to - from + tokens
  const rest = scratchBytes(0, plan, isAscii ? 0 : kernels.expanding(from, to))
  return canonical + (plan.unit === 'words' ? 8 : 16) * tokens + (isChars ? 8 * canonical : 0) + rest
}

/** At most as many tokens as a text has, without characters that become several. */
function countTokens(
  bytes: Uint8Array,
  { from, to }: { readonly from: number; readonly to: number },
  plan: KernelPlan,
): { readonly isAscii: boolean; readonly tokens: number } {
  let tokens = 0
  let isWord = false
  let isAscii = true
  for (let at = from; at < to; at++) {
    const byte = bytes[at]
    if (byte >= 0x80) {
      isAscii = false
      // Behind the first byte of a character.
      if (byte >= 0xc0) tokens++
      isWord = true
      continue
    }
    const kind = kinds[byte]
    if (kind === 2 ? !isWord : kind === 1 && plan.symbols === 'keep') tokens++
    isWord = kind === 2
  }
  return { isAscii, tokens }
}

/** Of each ASCII byte: 2 for letters and digits, 1 for other visible ones. */
const kinds = Uint8Array.from({ length: 0x80 }, (_, byte) =>
  /[0-9A-Za-z]/.test(String.fromCharCode(byte)) ? 2 : Number(byte > 0x20 && byte < 0x7f),
)

function tooLong(textBytes: number, peak: number, budget: number, where: string): NearsameError {
  const least = Math.ceil(leastBudget(peak) / 1e6)
  return new NearsameError('MEMORY_EXHAUSTED', {
    expected: `\`memory\` of at least ${least}MB for a text of ${Math.ceil(textBytes / 1e6)} MB`,
    got: `${Math.floor(budget / 1e6)}MB`,
    where,
    fix: 'raise it, or lower `maxRecord`, so that such a record is skipped',
  })
}
