/**
 * Surveyed store: the documents and clusters of a collection on a connection of its own, for a thread that reads all of
 * them. It has no index in memory, and moves on to the latest state with each page of clusters, so that the WAL can be
 * checkpointed meanwhile.
 */
import type { SurveyedStore } from '../../store/store.ts'
import { connect } from '../file/connection.ts'
import { databaseFile } from '../file/schema.ts'
import { SqliteReader } from './reader.ts'

/** The caller closes it. @throws NearsameError STORE_CORRUPT, STORE_UNAVAILABLE */
export async function openSurveyed(
  folder: string,
): Promise<{ readonly store: SurveyedStore; close(): void }> {
  const file = databaseFile(folder)
  const database = await connect(file, 'reader')
  const close = () => database.close()
  try {
    const reader = new SqliteReader(database, file)
    return {
      close,
      store: {
        documents: reader.documents.bind(reader),
        async clusters(after, limit, least) {
          reader.refresh()
          return reader.clusters(after, limit, least)
        },
        async members(clusters) {
          return clusters.map(cluster => reader.members(cluster))
        },
        async numbersOf(names) {
          const numbers = names.length === 0 ? undefined : reader.numbersByName(new Set(names))
          return names.map(name => numbers?.get(name))
        },
        async value(name) {
          return reader.value(name)
        },
      },
    }
  } catch (error) {
    close()
    throw error
  }
}
