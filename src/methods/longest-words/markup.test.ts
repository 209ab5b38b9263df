/** Markup: each rule on a table, and hostile texts in linear time. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { withoutMarkup } from './markup.ts'

const cases: Readonly<Record<string, readonly [html: string, text: string][]>> = {
  'inline tags leave nothing, others a blank': [
    ['<b>w</b>ord', 'word'],
    ['one<br>two<BR/>three', 'one two three'],
    ['<p class="x">one</p><P>two', ' one  two'],
    ['<x-y>a</x-y>', ' a '],
    ['<!DOCTYPE html>a<?php b ?>c', ' a c'],
  ],
  'text that only resembles a tag stays': [
    ['3 < 4 > 2', '3 < 4 > 2'],
    ['<3 you <', '<3 you <'],
    ['</ b>', '</ b>'],
    ['a <b', 'a <b'],
    ['a <b c <i', 'a <b c <i'],
  ],
  'a quoted value may contain the end of a tag': [
    ['<p title="a > b">c', ' c'],
    ["<p title = 'a > b' >c", ' c'],
    ["<p it's>c", ' c'],
    ['<p ">c', ' c'],
    ['<p title="a>c', ' c'],
  ],
  'removes comments, also empty ones; an unfinished one is a tag': [
    ['w<!-- <b> -- > "x -->ord', 'word'],
    ['a<!-->b', 'ab'],
    ['a<!--->b', 'ab'],
    ['a<!-- b>c', 'a c'],
  ],
  'removes scripts and styles with their content': [
    ['a<script>if (1 < 2) x = "</b>"</script>b', 'a  b'],
    ['a<STYLE type="text/css">p {}</style >b', 'a  b'],
    ['a<style>p<script>q</script>r</style>b', 'a  b'],
    ['a<script>b', 'a b'],
    ['a</script>b', 'a b'],
    ['a<scripts>b</scripts>', 'a b '],
  ],
  'entities of letters are decoded once, others become blanks': [
    ['caf&eacute; &#233;&#xE9;&#XE9; &Omega;&sigmaf;', 'café ééé Ως'],
    ['a&nbsp;b&hellip;c&unknown;d', 'a b c d'],
    ['&lt;b&gt;&amp;eacute;', ' b  eacute;'],
    ['&#0; &#xd800;&#1114112;&#x10ffff;', '\u0000   \u{10ffff}'],
    ['fish & chips &; &eacute R&D', 'fish & chips &; &eacute R&D'],
    ['&times;&divide;', '  '],
  ],
}

for (const [rule, table] of Object.entries(cases)) {
  test(rule, () => {
    for (const [html, text] of table) assert.equal(withoutMarkup(html), text, html)
  })
}

test('a text with neither sign is unchanged', () => {
  const property = fc.property(
    fc.array(fc.nat(0x10ffff), { maxLength: 50 }).map(points => String.fromCodePoint(...points)),
    text => {
      const plain = text.replaceAll(/[<&]/g, '')
      assert.equal(withoutMarkup(plain), plain)
    },
  )
  fc.assert(property, { numRuns: runs(200), seed: 5 })
})

test('takes any text, and keeps no complete tag', () => {
  const part = fc.constantFrom(
    '<',
    '>',
    '/',
    'b',
    'script',
    '"',
    "'",
    '=',
    '!--',
    '-->',
    ' ',
    '&',
    ';',
    'eacute',
    '#9',
  )
  const property = fc.property(fc.array(part, { maxLength: 30 }), parts => {
    const text = withoutMarkup(parts.join(''))
    assert.ok(!/<(?:\/?[a-z]|!)[^<>"'=]*>/.test(text), text)
  })
  fc.assert(property, { numRuns: runs(2000), seed: 6 })
})

test('hostile texts of a megabyte take linear time; quadratic time would be hours', () => {
  const parts = [
    '<',
    '<b',
    '<b =',
    '<b ="',
    `<b ='>`,
    '<!--',
    '<!-->',
    '<script>',
    '<style></script>',
    '&',
    '&#',
    '&a',
  ]
  for (const part of parts) {
    const repeated = part.repeat(Math.floor(1e6 / part.length))
    assert.ok(withoutMarkup(repeated).length <= repeated.length, part)
  }
})
