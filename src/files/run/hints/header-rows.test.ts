/** Header rows: tables without a header are seen, headers of any kind are not taken for rows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLikeRows } from './header-rows.ts'

/** Of a table as text: whether its first row looks like the others. */
function isLike(table: string): boolean {
  const [header, ...rows] = table.split('\n').map(row => row.split('|'))
  return isLikeRows(header, rows)
}

test('a row of values is no header', () => {
  for (const table of [
    '1|Ann\n2|Bo\n3|Cy\n4|Di',
    '17|Anna Lee|1985-04-12\n18|Bo Ek|1990-01-02\n19|Cy Oz|\n20||1971-11-30',
    'Ann|ann@a.example\nBo|bo@b.example\nCy|cy@c.example',
    'the cat sat on the mat\nthe dog lay on the rug\na bird was in the tree\nthe end of it all came',
    'en|Ann\nde|Bo\nen|Cy\nfr|Di',
    '$9.50|tea\n$11.00|milk\n$4.10|jam',
  ]) {
    assert.equal(isLike(table), true, table)
  }
})

test('names of columns are a header, whatever is below', () => {
  for (const table of [
    'id|name\n1|Ann\n2|Bo\n3|Cy',
    'name|city\nAnn|Oslo\nBo|Rome\nCy|Bonn',
    'text\nthe cat sat on the mat\nthe dog lay on the rug\na bird was in the tree',
    'country|2019|2020\nNorway|1|2\nItaly|3|4\nSpain|5|6',
    'What did you like about the course?\nthe cat sat on the mat\nthe dog lay on the rug\na bird was in the tree',
    '1|2|3\nthe cat|a|b\nthe dog|c|d\na bird|e|f',
    'lang|n\nlang|n\nen|a\nde|b',
    '1|Ann\n2|Bo',
    '\nx\ny\nz',
  ]) {
    assert.equal(isLike(table), false, table)
  }
})
