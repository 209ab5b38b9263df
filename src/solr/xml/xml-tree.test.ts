/** Configuration files as trees, with properties. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { solrErrorOf } from '../messages/messages.ts'
import { parseXmlTree } from './xml-tree.ts'

test('nodes have names, attributes, children and texts', () => {
  const root = parseXmlTree(
    '\ufeff<?xml version="1.0"?><a x="1"><!-- c -->t<b>u<![CDATA[<]]></b> <b/></a>',
    {},
  )
  assert.deepEqual([root.name, root.attribute('x'), root.attribute('y')], ['a', '1', undefined])
  assert.deepEqual(
    root.children.map(child => child.text()),
    ['u<', ''],
  )
  assert.equal(root.text(), 'tu< ')
  assert.equal(root.attribute('constructor'), undefined)
})

test('references are replaced by properties or defaults', () => {
  const text = (content: string) => parseXmlTree(`<a>${content}</a>`, { p: 'P', e: '' }).text()
  assert.equal(text(`x\${p}y\${q:Q:R}z\${r:}\${e:d}`), 'xPyQ:Rz')
  assert.equal(text(`$$x\${q:a}$y$`), '$xa$y$')
  assert.equal(text(`\${q:<b>d</b>}`), 'd')
})

test("a reference without value is Solr's error once its text is read", () => {
  const root = parseXmlTree(`<a b="\${nope}">\${open</a>`, {})
  const answer = (read: () => unknown) => {
    try {
      return read()
    } catch (error) {
      return solrErrorOf(error)
    }
  }
  assert.deepEqual(
    answer(() => root.attribute('b')),
    { code: 500, message: `No system property or default value specified for nope value:\${nope}` },
  )
  assert.deepEqual(
    answer(() => root.text()),
    { code: 500, message: `Syntax error in property: \${open` },
  )
})

test('refuses malformed XML, document types, and deep nesting', () => {
  assert.throws(() => parseXmlTree('<a><b></a>', {}), {
    message:
      'SOLR_CONFIG: expected well-formed XML without a document type declaration, got unexpected close tag, at line 1, column 11. To fix: correct the XML.',
  })
  assert.throws(() => parseXmlTree('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', {}), /got <!DOCTYPE/)
  assert.throws(() => parseXmlTree('<a>&b;</a>', {}), /got undefined entity/)
  assert.throws(() => parseXmlTree('<a>'.repeat(1001), {}), /nested more than 1000 levels deep/)
  assert.throws(() => parseXmlTree('', {}), /got document must contain a root element/)
})
