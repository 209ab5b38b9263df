/** Header meanings: what the names of columns say of them, in eight languages. */

/** Of a header of two meanings the first counts: `mail address`. */
const words = {
  mail: 'e-?mail mail',
  web: 'web url',
  phone: 'phone tel mobile fax 電話 телефон',
  birth: 'born birth dob geb nasc naiss nac(?!h) 生年 рожд',
  family: 'last surname family lname nach maiden apellido cognome фамилия',
  given: 'first fore?name given fname vor ruf pr[eé]nom primer имя',
  postcode: 'zip post plz cp(?!\\p{L}) cap(?!\\p{L}) c[oó](?:digo|dice|de)[\\s.]postal 郵便 индекс',
  street:
    'street stra(?:ss|ß)e str road address addr rue adresse calle direcci via indirizzo 住所 адрес улица',
  town: 'city town village ort suburb ville ciudad citt[aà] 市 город',
  region: 'state county country land region district',
  title: 'title titel titre t[ií]tulo titolo 題名 название',
  price: 'price preis prix precio prezzo 価格 цена',
  year: 'year jahr ann[eé]e a[nñ]o anno 年 год',
} as const

type HeaderMeaning = keyof typeof words

/** Headers with one of the given words, or words that begin so: `birth_date`, `Geburtsdatum`, `lastName`. */
export function headed(beginnings: string): (name: string) => boolean {
  const begins = new RegExp(`(?:^|[^\\p{L}])(?:${beginnings.trim().split(/\s+/).join('|')})`, 'iu')
  return name => begins.test(name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll('_', ' '))
}

/** Headers of one of some meanings. */
export function headedBy(...meanings: readonly HeaderMeaning[]): (name: string) => boolean {
  return headed(meanings.map(meaning => words[meaning]).join(' '))
}

const tests = (Object.keys(words) as HeaderMeaning[]).map(meaning => [meaning, headedBy(meaning)] as const)

/** The meaning of a header, if it has one. */
export function meaningOfHeader(name: string): HeaderMeaning | undefined {
  return tests.find(([, isMeant]) => isMeant(name))?.[0]
}
