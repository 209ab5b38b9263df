/** The ways of clustering, by the names that the option `cluster` has for them. */
import { complete } from './complete.ts'
import { components } from './components.ts'
import { star } from './star/star.ts'

export const clusterings = { star, components, complete }
