/**
 * Plan: the settings that `describe` and `shinglesOf` read from memory, eleven u32 in this order.
 *
 *     unit  size  stops  stopBits  signatureLength  seed  bands  rows  sketches  sequence  rule
 */
import { rarestScratchBytes, setTableBytes } from './memory-layout.ts'

/** Bits of an odd sketch. */
export const oddSketchBits = 640
/** u32 of an odd sketch: those of its bits, then the one of the size. */
export const oddSketchWords = oddSketchBits / 32 + 1
/** Maximum number of shingles, with repeats, for a sketch: beyond, its bits would say nothing. */
export const mostSketched = 16384
/** The size value of a missing sketch. */
export const notSketched = 0xffffffff

const shingleUnits = { words: 0, chars: 1, stopword: 2 } as const

export const folds = ['none', 'marks', 'letters', 'both'] as const
export type Fold = (typeof folds)[number]

/** Options of the text rule. */
export interface TextRule {
  /**
   * `marks`: accents, points and other nonspacing marks of Latin, Greek, Cyrillic, Hebrew and Arabic are dropped.
   * `letters`: those that one language types in two ways have one spelling (`reference/fold-letters.ts`).
   */
  readonly fold?: Fold
  /** `keep`: each symbol and punctuation mark is a token. */
  readonly symbols?: 'drop' | 'keep'
}

/** Bits of a rule: what kernels get of a `TextRule`. */
export const foldsMarks = 1
export const keepsSymbols = 2
export const foldsLetters = 4

const foldBits = {
  none: 0,
  marks: foldsMarks,
  letters: foldsLetters,
  both: foldsMarks | foldsLetters,
} as const

/** The bits of the options. @example ruleOf({ symbols: 'keep' }) // => 2 */
export const ruleOf = ({ fold = 'none', symbols }: TextRule): number =>
  foldBits[fold] | (symbols === 'keep' ? keepsSymbols : 0)

/** The options of the bits. @example textRule(1) // => { fold: 'marks', symbols: 'drop' } */
export const textRule = (rule: number): Required<TextRule> => ({
  fold: folds.find(fold => foldBits[fold] === (rule & foldBits.both)) as Fold,
  symbols: rule & keepsSymbols ? 'keep' : 'drop',
})

export interface KernelPlan extends TextRule {
  readonly unit: keyof typeof shingleUnits
  readonly size: number
  /** Pointer and log2 size of the stop-word table; read only for the unit `stopword`. */
  readonly stops: number
  readonly stopBits: number
  readonly signatureLength: number
  readonly seed: number
  /** 0 makes `describe` compute only the hash of the raw text; the rest of a row is zero. */
  readonly bands: number
  readonly rows: number
  /** Whether `describe` adds an odd sketch to each row. */
  readonly sketches?: boolean
  /** Number of consecutive runs in a shingle of the unit `stopword`. Default: one. */
  readonly sequence?: number
}

export const planBytes = 64

/** Fields stored unchanged; the unit precedes them, the optional ones follow. */
const numbers = ['size', 'stops', 'stopBits', 'signatureLength', 'seed', 'bands', 'rows'] as const

export function writePlan(memory: ArrayBuffer, at: number, plan: KernelPlan): void {
  const { unit, sketches = false, sequence = 1 } = plan
  const values = [
    shingleUnits[unit],
    ...numbers.map(name => plan[name]),
    Number(sketches),
    sequence,
    ruleOf(plan),
  ]
  new Uint32Array(memory, at, values.length).set(values)
}

export function readPlan(memory: ArrayBuffer, at: number): Required<KernelPlan> {
  const [unit, ...values] = new Uint32Array(memory, at, 4 + numbers.length)
  const units = Object.keys(shingleUnits) as KernelPlan['unit'][]
  const named = Object.fromEntries(numbers.map((name, i) => [name, values[i]]))
  const [sketches, sequence, rule] = values.slice(numbers.length)
  return {
    unit: units[unit],
    ...(named as Record<(typeof numbers)[number], number>),
    sketches: sketches === 1,
    sequence,
    ...textRule(rule),
  }
}

/**
 * Positions of the values (u32) in a row, which `describe` writes for a text:
 *
 *     0          4          8           9             9 + bands
 *     │ raw text │ tokens   │ number of │ band keys ... │ the odd sketch, if wanted
 *     │ hashed   │ hashed   │ tokens    │
 */
export const tokenHashWord = 4
export const tokenCountWord = 8
export const bandKeysWord = 9

/** Number of values in a row. */
export const describeStride = (bands: number, sketches = false): number =>
  bandKeysWord + bands + (sketches ? oddSketchWords : 0)

/** Bytes of canonical text, tokens and shingles for a byte of text: one-letter words take (1 + 4 + 4), (1 + 4 + 8). */
const usualRoom = { words: 10, stopword: 10, chars: 14 } as const
/** The same with symbols as tokens: ⁗ is four. */
const symbolRoom = 27
/** The same for characters that `Kernels.expanding` counts, of three bytes: U+FDFA is 18 characters in 4 tokens. */
const largestRoom = 70

/** Bytes for work on the shingles of a text that is sketched. */
const sketchRoom = Math.max(setTableBytes(mostSketched), rarestScratchBytes(mostSketched))

/** Texts up to this length may consist of such characters; in longer ones they must be counted. */
export const uncountedBytes = 1 << 16

/**
 * Scratch bytes for a text of `textBytes`: canonical text, token hashes, shingle hashes and signature, concatenated,
 * then the table of the shingles to sketch, or what finds the rarest of them.
 *
 * @param expanding number of its characters that `Kernels.expanding` counts
 */
export function scratchBytes(textBytes: number, plan: KernelPlan, expanding = textBytes / 3): number {
  return (
    (plan.symbols === 'keep' ? symbolRoom : usualRoom[plan.unit]) * textBytes +
    3 * largestRoom * Math.ceil(expanding) +
    (plan.sketches ? sketchRoom : 0) +
    16 * (plan.size + (plan.sequence ?? 1)) +
    4 * plan.signatureLength +
    1024
  )
}
