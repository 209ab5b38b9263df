import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { encodeText } from '../../texts/text/text-bytes.ts'
import { loadHtmlFilter, loadHtmlToText } from './html.ts'

const toText = await loadHtmlToText()
const words = (html: string) => toText(html).split(/\s+/).filter(Boolean)

test('decodes entities and drops tags', () => {
  assert.equal(toText('a &amp; b &lt;c&gt; &eacute;&#233;&#xe9; <b>w</b>ord'), 'a & b <c> ééé word')
})

test('divides words at block-level tags and line breaks only', () => {
  assert.deepEqual(words('<p>one</p><p>two<br>three</p><td>four</td><td>five</td>'), [
    'one',
    'two',
    'three',
    'four',
    'five',
  ])
  assert.deepEqual(words('o<i>n</i>e<span>s</span>'), ['ones'])
})

test('drops scripts, styles and comments with their contents', () => {
  const html = '<script>if (a < b) "</p>"</script>x<style>p{}</style><!-- no --> y<template>z</template>'
  assert.deepEqual(words(html), ['x', 'y'])
})

test('accepts any input', () => {
  assert.deepEqual(words('</script></p>a < b <'), ['a', '<', 'b', '<'])
  assert.equal(toText(''), '')
})

test('filters bytes as it does texts, lone surrogates included', async () => {
  const filter = await loadHtmlFilter()
  const characters = fc.constantFrom(
    '<b>',
    '</p>',
    '&amp;',
    '<',
    '&',
    '>',
    ';',
    '\0',
    '\r\n',
    ' ',
    'a',
    'é',
    '\ud800',
    '\u{1f600}',
  )
  fc.assert(
    fc.property(fc.array(characters, { maxLength: 8 }), parts => {
      const html = parts.join('')
      assert.deepEqual(Buffer.from(filter(encodeText(html))), Buffer.from(encodeText(toText(html))))
    }),
    { numRuns: runs(500) },
  )
  assert.deepEqual(Buffer.from(filter(encodeText('<b>é\ud800</b>'))), Buffer.from(encodeText('é\ud800')))
})
