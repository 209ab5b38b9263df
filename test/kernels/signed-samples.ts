/** Texts that are hard to sign: for property tests of the kernels of whole-text signatures. */
import fc from 'fast-check'
import { anyText } from './text-samples.ts'

export const lone = fc.constantFrom(
  '',
  '\ud800',
  '\udc00',
  '\ud83d\ud83d\ude00',
  '\udbff x',
  'a\udfff\ud800',
  '\ud800é',
)
export const hardText = fc.tuple(anyText, lone, anyText, lone).map(parts => parts.join(''))

// Four units that differ by one and by 31: words of two of them have few hashes.
export const colliding = Array.from({ length: 16 }, (_, i) =>
  String.fromCharCode(0x4e00 + (i & 3), 0x5100 - 31 * (i & 3), 0x4e00 + (i >> 2), 0x5100 - 31 * (i >> 2)),
)
export const word = fc.oneof(
  fc.constantFrom('the', 'The', 'of', 'fox', 'x'.repeat(16), 'X'.repeat(17), 'é'.repeat(8), 'Ⱥ'.repeat(9)),
  fc.constantFrom(
    'İst',
    '\u212aelvin',
    'cafe\u0301',
    '日本語',
    'слово',
    'СЛОВО',
    'a'.repeat(8),
    'A1b2C3d4',
  ),
  fc.tuple(fc.constantFrom(...colliding), fc.constantFrom('', ...colliding)).map(parts => parts.join('')),
  fc.string({ unit: fc.constantFrom(...'abCD19'), minLength: 1, maxLength: 40 }),
)
const wordyText = fc.array(fc.tuple(word, fc.constantFrom(' ', '\n', '-', '', '\u{1f600}', '_')), {
  maxLength: 300,
  size: 'max',
})
export const prose = wordyText.map(pairs => pairs.flat().join(''))
