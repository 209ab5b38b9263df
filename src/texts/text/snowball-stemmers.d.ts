/** What nearsame uses of the package, which comes without types. */
declare module 'snowball-stemmers' {
  export function algorithms(): string[]
  export function newStemmer(language: string): { stem(word: string): string }
}
