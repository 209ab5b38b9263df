/** Passage index: what of a text stands in stored documents. */
import { resolve } from '../../../ground/options/resolve.ts'
import type { CheckPassagesOptions } from '../calls/check.ts'
import { noPassages, passagesOptions } from '../calls/check.ts'
import { checkGiven, nameOf, textOf } from '../documents/given-document.ts'
import type { AnyIndexDocument } from '../documents/index-types.ts'
import type { CheckedPassages } from '../documents/passage-types.ts'
import { ReviewedIndex } from '../review/reviewed-index.ts'
import { storedPassages } from './stored-passages.ts'

export abstract class PassageIndex extends ReviewedIndex {
  /**
   * The spans of a text, or of a document with the collection's fields, that stand in stored documents, and the share
   * that stands in none. The collection must be made with `passages`; stores nothing.
   *
   * @throws NearsameError OPTION_VALUE, OPTION_UNKNOWN, TEXT_MISSING, TEXT_NOT_STRING
   */
  async checkPassages(
    given: string | AnyIndexDocument,
    options: CheckPassagesOptions = {},
  ): Promise<CheckedPassages> {
    const { maxPlaces, except } = resolve(passagesOptions, options)
    const { store, matching } = this.opened()
    const { passages: texts, settings } = matching
    if (texts === undefined) throw noPassages()
    const text =
      typeof given === 'string' ? given : textOf(checkGiven(given), settings.text, settings.hasColumns)
    const [own] = except === undefined ? [] : await store.numbersOf([nameOf(except)])
    return storedPassages({ store, matching, texts, text, maxPlaces, except: own })
  }
}
