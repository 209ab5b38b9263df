/** Level names: the levels of agreement of each kind of column in words, from none to equality. */
import type { ColumnKind } from './column-kinds.ts'

const ofWords = [
  'different',
  'hardly a word',
  'few words',
  'some words',
  'many words',
  'most words',
  'only more words in one',
  'typing errors or initials',
  'other order or company form',
  'equal',
] as const
const ofCodes = [
  'different',
  'the same beginning',
  'two edits',
  'an edit, or one in the other',
  'equal',
] as const
const ofCategories = ['different', 'equal'] as const

/** REQUIRES: as many names as `levelCount` says. */
export const levelNames: Readonly<Record<ColumnKind, readonly string[]>> = {
  words: ofWords,
  text: ofWords,
  code: ofCodes,
  phone: ofCodes,
  postcode: ofCodes,
  email: ofCodes,
  number: ['different', 'within 25 %', 'within 5 %', 'a digit apart', 'equal'],
  date: ['different', 'one part equal', 'two parts equal', 'a digit, or day and month', 'equal'],
  category: ofCategories,
  constant: ofCategories,
}
