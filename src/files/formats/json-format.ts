/** Arrays of JSON: read as lines, one for each element, which are coded as in `element-line.ts`. */
import { fromJson } from '../../ground/json/exact-json.ts'
import { decodedElement } from './element-line.ts'
import { defineFormat, type ObjectsFormat } from './format.ts'
import { jsonElements } from './json-elements.ts'
import { jsonFields, jsonReader } from './jsonl-format.ts'
import { convertToUtf8 } from './record-format.ts'

const elementWords = {
  expected: 'JSON objects in the array',
  fix: 'correct this element of the array',
  encodingFix: convertToUtf8,
}

/** Errors have the bytes of the element. */
export const jsonFormat = defineFormat<ObjectsFormat>({
  extensions: [],
  cut: { by: 'line' },
  hasIds: true,
  hasFields: true,
  showsFields: true,
  takesFields: true,
  keptNames: ['jsonl'],
  isConverted: true,
  lines: (open, { name }) => jsonElements(open(), name),
  reader({ choice }) {
    const elements = jsonReader(choice, elementWords)
    return {
      isBlank: elements.isBlank,
      parse: record => elements.parse(decodedElement(record)),
      fields: record => jsonFields(decodedElement(record), fromJson, elementWords),
      asGiven: decodedElement,
    }
  },
})
