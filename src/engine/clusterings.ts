/** The ways of clustering, by the names that the option `cluster` has for them. */
import { complete } from './batch/complete.ts'
import { components } from './batch/components.ts'
import { star } from './batch/star/star.ts'

export const clusterings = { star, components, complete }
