/** Texts without their markup, as Lucene's HTMLStripCharFilter 9.12 left them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { entities } from '../../texts/text/html-entities.ts'
import { stripHtml } from './html-strip.ts'

const recorded: readonly (readonly [html: string, text: string])[] = [
  ['plain & < > text', 'plain & < > text'],
  ['<em>one</em>word', 'oneword'],
  ['<h1>Title</h1>text', '\nTitle\ntext'],
  ['a<br>b<br/>c</br>d', 'a\nb\nc\nd'],
  ['x <y', 'x '],
  ['x <y>', 'x \n'],
  ['<a href="p>q">link</a>', 'link'],
  ['<a href="p>q>rest', 'q>rest'],
  ["<a href='it\\'s>'>t", 't'],
  ['< td >cell</ td >', '\ncell\n'],
  ['<p;>no tag', '<p;>no tag'],
  ['<p/ >no tag', '<p/ >no tag'],
  ["<?php echo '>' ?>z", "<?php echo '>' ?>z"],
  ['<!DOCTYPE html>d', 'd'],
  ['<!-- a > b -->c', 'c'],
  ['<!--> still a comment', ''],
  ['<!-- <!--#inc file="-->" --> -->d', 'd'],
  ["<script>if (a < b) '</script>' </script>e", "\n' \ne"],
  ["<script><!-- '--></script>' --></script>f", '\nf'],
  ['<style>p { }</STYLE >g', '\ng'],
  ['<script src=x>never ends', ''],
  ['<scripts>h', '\nh'],
  ['<![CDATA[<b>]]>i', '<b>i'],
  ['caf&eacute; &amp &amp; &AMP; &Amp;', 'café &amp & & &Amp;'],
  ['&#233;&#xe9;&#xE9 &#233', 'éé&#xE9 é'],
  ['&#xD83D;&#xDE00; &#55357;&#xDE00; &#xD83D;', '😀 😀 �'],
  ['&#x10FFFF; &#1114111; &#1114112;', '&#x10FFFF; 􏿿 &#1114112;'],
  ['&notin;&notit; &not', '∉&notit; ¬'],
  ['&', '&'],
  ['&#', '&#'],
  ['&#x', '&#x'],
  ['<', '<'],
  ['</', '</'],
  ['</b', ''],
  ['<b', ''],
  ['<p <!--# " > --> " -->>j', '\nj'],
  ['</b >k</b x>l', 'k</b x>l'],
  ['< \nb>m', 'm'],
]

test('leaves what Lucene leaves', () => {
  for (const [html, text] of recorded) assert.equal(stripHtml(html), text, html)
})

test('knows the 253 names of HTML 4, and six of them in capitals', () => {
  assert.equal(entities().size, 259)
  const characters = ['thetasym', 'yuml', 'Yuml', 'hearts', 'QUOT'].map(name => entities().get(name))
  assert.deepEqual(characters, ['\u03d1', '\u00ff', '\u0178', '\u2665', '"'])
})

test('a text without brackets and ampersands stays', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      const plain = text.replace(/[<&]/g, '')
      assert.equal(stripHtml(plain), plain)
    }),
    { numRuns: runs(100), seed: 4 },
  )
})

test('takes linear time for unfinished markup', () => {
  const starts = [
    '<',
    '<?',
    '<!',
    '<!--',
    '<b <!--#',
    '<p a="',
    '&',
    '<script>',
    '<br',
    '</ ',
    '&aaaaaaaaaaaa',
  ]
  for (const start of starts) {
    const began = process.cpuUsage()
    stripHtml(start.repeat(50_000))
    assert.ok(process.cpuUsage(began).user < 5e6, start)
  }
})
