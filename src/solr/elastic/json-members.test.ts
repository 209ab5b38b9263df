import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { withMember } from './json-members.ts'

test('a member is set where it stands, or at the end; other bytes stay', () => {
  const set = (text: string, path: string) => withMember(text, path.split('.'), '"x"')
  assert.equal(set('{ }', 'f'), '{ "f":"x"}')
  assert.equal(set(' {"a" : [1,{"}":"]"}] } \r', 'f'), ' {"a" : [1,{"}":"]"}] ,"f":"x"} \r')
  assert.equal(set('{"f": 1.50 ,"a":"\\\\"}', 'f'), '{"f": "x" ,"a":"\\\\"}')
  assert.equal(set('{"a":"\\"f\\":1","\\u0066":{"b":[]}}', 'f'), '{"a":"\\"f\\":1","\\u0066":"x"}')
  assert.equal(set('{"f":{"a":1}, "b":2}', 'f.g.h'), '{"f":{"a":1,"g":{"h":"x"}}, "b":2}')
  assert.equal(set('{"f":{"g": null}}', 'f.g'), '{"f":{"g": "x"}}')
})

test('a value on the way that is not an object is refused', () => {
  for (const value of ['1', 'null', '"a"', '[{}]'])
    assert.throws(() => withMember(`{"f":${value}}`, ['f', 'g'], '1'), {
      message: `BULK_UNSIGNED: expected an object as \`f\`, in which the fingerprint is set, got ${value}. To fix: correct the document, or choose another \`targetField\`.`,
    })
})

test('the result reads as the object with the member, for any object in any layout', () => {
  const objects = fc.dictionary(fc.string(), fc.jsonValue({ noUnicodeString: false }), { maxKeys: 5 })
  fc.assert(
    fc.property(objects, fc.string(), fc.constantFrom(undefined, 1, '\t'), (object, name, layout) => {
      const text = JSON.stringify(object, null, layout)
      const expected = JSON.parse(text)
      Object.defineProperty(expected, name, {
        value: 'x',
        enumerable: true,
        writable: true,
        configurable: true,
      })
      assert.deepEqual(JSON.parse(withMember(text, [name], '"x"')), expected)
    }),
  )
})
