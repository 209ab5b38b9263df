// Bits of the options of the text rule: `ruleOf` in src/texts/kernels/layout/plan-layout.ts.
export const FOLDS_MARKS: u32 = 1
export const KEEPS_SYMBOLS: u32 = 2
export const FOLDS_LETTERS: u32 = 4
