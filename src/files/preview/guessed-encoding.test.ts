import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { guessedEncoding } from './guessed-encoding.ts'

const folder = mkdtempSync(join(tmpdir(), 'nearsame-encoding-'))
after(() => rmSync(folder, { recursive: true }))

function guessOf(bytes: Uint8Array): string | undefined {
  const path = join(folder, 'list.csv')
  writeFileSync(path, bytes)
  return guessedEncoding(path)
}

/** Each text in the encoding of its row, as another program wrote it. */
const texts = [
  [
    'gb18030',
    '编号,姓名,地址\n1,王伟,北京市中山路3号\n2,李芳,上海市人民路15号\n',
    'seC6xSzQ1cP7LLXY1rcKMSzN9c6wLLGxvqnK0NbQyb3CtzO6xQoyLMDut7wsyc+6o8rQyMvD8cK3MTW6xQo=',
  ],
  ['gb18030', '今天的天气很好，我们一起去公园散步。', 'vfHM7LXEzOzG+LrcusOjrM7Sw8fSu8bwyKW5q9SwyaKyvaGj'],
  [
    'shift_jis',
    '番号,氏名,住所\n1,田中太郎,東京都渋谷区1-2\n2,佐藤花子,大阪市北区梅田3\n',
    'lNSNhiyOgZa8LI9aj4oKMSyTY5KGkb6YWSyTjIuek3OPYZJKi+YxLTIKMiyNspOhidSOcSyR5Y3jjnOWa4vmlH6TYzMK',
  ],
  [
    'shift_jis',
    '今日は天気がいいから、散歩しましょう。コーヒーを飲みます。',
    'jaGT+oLNk1aLQ4KqgqKCooKpgueBQY5VleCCtYLcgrWC5YKkgUKDUoFbg3GBW4LwiPmC3YLcgreBQg==',
  ],
  [
    'windows-1251',
    'номер;имя;город\n1;Анна Петрова;Москва\n2;Иван Смирнов;Казань\n',
    '7e7s5fA76Oz/O+Pu8O7kCjE7wO3t4CDP5fLw7uLgO8zu8eri4AoyO8ji4O0g0ezo8O3u4jvK4Ofg7fwK',
  ],
  [
    'windows-1251',
    'ИМЯ;ГОРОД\nАННА;МОСКВА\nРУСЛАН;ТУЛА\n',
    'yMzfO8PO0M7ECsDNzcA7zM7RysLACtDT0cvAzTvS08vACg==',
  ],
  [
    'windows-1256',
    'رقم,الاسم,المدينة\n1,محمد العلي,القاهرة\n2,فاطمة الحسن,دمشق\n',
    '0d7jLMfhx9PjLMfh48/t5MkKMSzjzePPIMfh2uHtLMfh3sfl0ckKMizdx9jjySDH4c3T5CzP49TeCg==',
  ],
  [
    'windows-1252',
    'name;ort\nJörg Müller;Köln\nZoë Weiß;Güstrow\n',
    'bmFtZTtvcnQKSvZyZyBN/GxsZXI7S/Zsbgpab+sgV2Vp3ztH/HN0cm93Cg==',
  ],
  ['windows-1252', 'He said “no” – and left', 'SGUgc2FpZCCTbm+UIJYgYW5kIGxlZnQ='],
  ['windows-1252', 'Été à Évry, où naître', 'yXTpIOAgyXZyeSwgb/kgbmHudHJl'],
] as const

for (const [encoding, text, bytes] of texts) {
  test(`${encoding}: ${text.slice(0, 12).replace(/\n/g, ' ')}`, () => {
    const given = Buffer.from(bytes, 'base64')
    assert.equal(new TextDecoder(encoding).decode(given), text)
    assert.equal(guessOf(given), encoding)
    assert.equal(guessOf(Buffer.from(text)), undefined)
  })
}

test('any bytes get a guess that can be read, or none', () => {
  for (let seed = 1; seed < 200; seed++) {
    const bytes = Uint8Array.from(
      { length: seed },
      (_, at) => (at * seed * 37 + (at >> 2) * 101) & 255 || 1,
    )
    const guess = guessOf(bytes)
    if (guess !== undefined) assert.equal(typeof new TextDecoder(guess).decode(bytes), 'string')
  }
})
