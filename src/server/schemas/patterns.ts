/**
 * Patterns of texts in requests, as strict as the code that reads them.
 *
 * They spell out digits, because `\d` means other digits, too, to some readers of the description.
 */
import { clusterSorts } from '../../online/index/documents/index-types.ts'
import { collectionName } from '../../online/store/catalogue.ts'

const digits = '[0-9]{1,15}'

/** Orders of clusters whose cursors name them: all but `number`. */
const orders = clusterSorts.slice(1).join('|')

/** Where a cluster is in an order. */
const place = '-?[0-9]{1,20}([.][0-9]{1,20})?(e[+-][0-9]{1,3})?'

/** Cursors of lists. Members of cluster 7 after the first 1,000 are behind `7.1000`. */
export const cursors = {
  clusters: `^(${digits}([.]${digits})?|(${orders}):${place}:${digits})$`,
  pairs: `^${digits}[.]${digits}$`,
  changes: `^${digits}$`,
  replay: `^${digits}[.]${digits}[.]${digits}$`,
} as const

const size = '([1-9]|[1-5][0-9]|6[0-4])'

export const shinglePattern = `^((words|chars|stopword):${size}|stopword:${size}:${size})$`

const leapYear = '([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)'
const monthAndDay = [
  '(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])',
  '(0[13-9]|1[0-2])-(29|30)',
  '(0[13578]|1[02])-31',
].join('|')
const day = `([0-9]{4}-(${monthAndDay})|${leapYear}-02-29)`
const timeOfDay = '([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]+)?)?'
const zone = '([Zz]|[+-]([01][0-9]|2[0-3]):?[0-5][0-9])'

/** A day in the calendar, or a time with its zone. */
export const timePattern = `^${day}([Tt]${timeOfDay}${zone})?$`

/** Milliseconds since 1970 that a `Date` can hold. */
export const timeBounds = { minimum: -8.64e15, maximum: 8.64e15 } as const

export const namePattern = collectionName.source
