/** Solr's XML messages to commands, whole and in pieces, and refusals. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { commandToJson } from '../json/json-writer.ts'
import { solrErrorOf } from '../messages/messages.ts'
import { XmlReader } from './xml-reader.ts'

/** Commands as JSON, and the answer or the message of a refusal. */
function read(...pieces: readonly string[]): string[] {
  const reader = new XmlReader()
  const found: string[] = []
  try {
    for (const piece of pieces) for (const command of reader.push(piece)) found.push(commandToJson(command))
    for (const command of reader.end()) found.push(commandToJson(command))
  } catch (error) {
    const answer = solrErrorOf(error)
    found.push(answer ? `${answer.code} ${answer.message}` : (error as Error).message)
  }
  return found
}

test('documents of strings, with the options of the add', () => {
  const message = `<?xml version="1.0" encoding="UTF-8"?>
    <add overwrite="false" commitWithin="100" zz="1"><doc boost="2">
      <field name="id" boost="3">1</field><field name="a"> x &lt;&#65; </field>
      <field name="a"><![CDATA[<y>]]>z<!-- no --></field><field name="n" null="true">w</field>
    </doc><doc/></add>`
  assert.deepEqual(read(message), [
    '"add":{"doc":{"id":"1","a":[" x <A ","<y>z"],"n":null},"overwrite":false,"commitWithin":100}',
    '"add":{"doc":{},"overwrite":false,"commitWithin":100}',
  ])
})

test('modifiers of a field become one atomic update after the other fields', () => {
  const fields = [
    '<field name="a" update="add">1</field><field name="b">2</field><field name="a" update="add">3</field>',
    '<field name="a" update="remove">4</field><field name="c" update="set" null="1"/>',
  ]
  assert.deepEqual(read(`<add><doc>${fields.join('')}</doc></add>`), [
    '"add":{"doc":{"b":"2","a":{"add":["1","3"],"remove":"4"},"c":{"set":null}}}',
  ])
})

test('child documents stand alone, in a field, or under their own name', () => {
  const message = `<add><doc><field name="id">1</field><doc><field name="id">2</field></doc>
    <field name="f"> <doc><field name="id">3</field></doc><doc><field name="id">4</field></doc> </field>
    <doc name="g"><field name="id">5</field></doc></doc></add>`
  assert.deepEqual(read(message), [
    '"add":{"doc":{"id":"1","f":[{"id":"3"},{"id":"4"}],"g":{"id":"5"},"_childDocuments_":[{"id":"2"}]}}',
  ])
})

test('several commands in one element', () => {
  const message = `<update><delete commitWithin="5"><id>1</id><query>a:b &amp;&amp; c</query>
    <id version="12" _route_="r">2</id><id>3</id></delete><delete/><commit softCommit="true"/>
    <optimize maxSegments="2"/><rollback/></update>`
  assert.deepEqual(read(message), [
    '"delete":{"id":"1","commitWithin":5}',
    '"delete":{"query":"a:b && c","commitWithin":5}',
    '"delete":{"id":"2","_version_":12,"_route_":"r","commitWithin":5}',
    // As in Solr, a route also applies to the ids after it.
    '"delete":{"id":"3","_route_":"r","commitWithin":5}',
    '"commit":{"softCommit":"true"}',
    '"optimize":{"maxSegments":"2"}',
    '"rollback":{}',
  ])
})

test("refuses wrong messages with Solr's answers", () => {
  const refusals: Readonly<Record<string, string>> = {
    '<doc/>': '400 Unexpected <doc> tag without an <add> tag surrounding it.',
    '<add><doc><zz/></doc></add>': '400 XML element <doc> has invalid XML child element: zz',
    '<delete><zz/></delete>': '400 XML element <delete> has invalid XML child element: zz',
    '<commit zz="1"/>': "400 Unknown commit parameter 'zz'",
    '<add commitWithin="x"/>': '500 For input string: "x"',
    '<delete><id version="x">1</id></delete>': '500 For input string: "x"',
    '<add><doc><field>x</field></doc></add>': "400 unknown field 'null'",
  }
  for (const [message, refusal] of Object.entries(refusals)) assert.deepEqual(read(message), [refusal])
})

test('refuses malformed XML, after the commands before it', () => {
  assert.deepEqual(read('<add><doc><field name="id">1</field></doc>\n<doc></add>'), [
    '"add":{"doc":{"id":"1"}}',
    'SOLR_UPDATE: expected well-formed XML without a document type declaration, got unexpected close tag, at line 2, column 12. To fix: correct the XML.',
  ])
  assert.match(read('')[0], /got document must contain a root element/)
  assert.match(read('<commit/>x')[1], /got text data outside of root node/)
  assert.deepEqual(read(`${'<a>'.repeat(1001)}`), ['400 Nested more than 1000 levels deep'])
})

test('refuses a document type, and entities other than those of XML', () => {
  const laughs =
    '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><add><doc><field name="x">&b;</field></doc></add>'
  assert.match(
    read(laughs)[0],
    /got <!DOCTYPE a \[…\]>, at line 1, column \d+\. To fix: .*xmllint --noent --xinclude/,
  )
  assert.match(read('<add><doc><field name="x">&b;</field></doc></add>')[0], /got undefined entity/)
  assert.match(read('<add><xi:include href="docs.xml"/></add>')[0], /xmllint/)
  assert.deepEqual(read('<!DOCTYPE commit><commit/>'), read('<commit/>'))
})

test('ignores a byte order mark and prefixes of names', () => {
  assert.deepEqual(
    read('', '\ufeff', '<s:add xmlns:s="u"><s:doc><field name="id">1</field></s:doc></s:add>'),
    ['"add":{"doc":{"id":"1"}}'],
  )
})

test('attributes are named without prefixes; declarations of prefixes are ignored', () => {
  const add =
    '<add xmlns:z="u" z:overwrite="false"><doc><field xmlns:z="u" z:name="a">v</field></doc></add>'
  assert.deepEqual(read(add), ['"add":{"doc":{"a":"v"},"overwrite":false}'])
  assert.deepEqual(read('<commit xmlns:softCommit="u"/>'), read('<commit/>'))
})

test('half a character becomes a question mark and leaves the markup intact', () => {
  const message = (value: string) =>
    `<add><doc><field name="a"><![CDATA[${value}]]></field><field name="b">${value}&amp;</field></doc></add>`
  assert.deepEqual(read(message('x\ud83d')), ['"add":{"doc":{"a":"x?","b":"x?&"}}'])
  assert.deepEqual(read(message('\ude00')), ['"add":{"doc":{"a":"?","b":"?&"}}'])
  assert.deepEqual(read(...message('\u{1f600}').split('')), [
    '"add":{"doc":{"a":"\u{1f600}","b":"\u{1f600}&"}}',
  ])
  assert.match(read(message('y'), '\ud83d')[1], /text data outside of root node/)
})

test('modifiers of a field are ordered as in a hash map of two slots', () => {
  const orderOf = (...names: string[]) => {
    const fields = names.map(name => `<field name="a" update="${name}">v</field>`).join('')
    return Object.keys(JSON.parse(`{${read(`<add><doc>${fields}</doc></add>`)[0]}}`).add.doc.a)
  }
  assert.deepEqual(orderOf('set', 'add'), ['add', 'set'])
  // Hashes 1 and 16: in the same slot of 2 to 16, so in insertion order.
  assert.deepEqual(orderOf('q', 'a'), ['q', 'a'])
})

const field = fc
  .tuple(
    fc.constantFrom('a', 'b'),
    fc.constantFrom('', ' update="set"', ' null="true"'),
    fc.constantFrom('', 'x', ' &#233; '),
  )
  .map(([name, attribute, text]) => `<field name="${name}"${attribute}>${text}</field>`)
const message = fc.array(fc.array(field, { maxLength: 4 }), { maxLength: 4 }).map(documents => {
  return `<add>${documents.map(fields => `<doc>${fields.join('')}</doc>`).join('\n')}</add>`
})

test('the result does not depend on the pieces', () => {
  const property = fc.property(message, fc.integer({ min: 1, max: 20 }), (text, size) => {
    assert.deepEqual(read(...(text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [])), read(text))
  })
  fc.assert(property, { numRuns: runs(300), seed: 9 })
})
