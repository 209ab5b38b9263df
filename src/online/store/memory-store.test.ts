import { storeContract } from '../../../test/conformance/store-contract.ts'
import { memoryStore } from './memory-store.ts'

const open = async () => ({ store: () => memoryStore(), end: async () => {} })

storeContract('memory', open, { isShared: false, isKept: false })
