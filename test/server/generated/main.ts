/** The generated client: arguments are the URL of a server and names of methods. Prints what it saw, a line each. */
import {
  CollectionsApi,
  Configuration,
  DocumentsApi,
  ListsApi,
  MatchesApi,
  ReviewsApi,
  type CollectionOptionsMethodEnum,
} from './client'

const [url, ...methods] = process.argv.slice(2)

async function main(): Promise<void> {
  const configuration = new Configuration({ basePath: url })
  const collections = new CollectionsApi(configuration)
  for (const [i, method] of methods.entries()) {
    const name = `typescript-${i}`
    const collectionOptions = { method: method as CollectionOptionsMethodEnum }
    await collections.createCollection({ name, collectionOptions })
    console.log('method', (await collections.getCollection({ name })).options.method)
  }
  const name = 'typescript'
  await collections.createCollection({ name, collectionOptions: { threshold: 0.7 } })
  const documents = new DocumentsApi(configuration)
  const text = 'The old stone bridge across the river was closed for repairs on Monday'
  const one = await documents.addDocuments({ name, addRequest: { id: 'a', text: `${text} morning` } })
  console.log('added', one.results.length)
  const two = [{ id: 7, text: `${text} evening` }, { text: 'A new library opens in the town hall next week' }]
  const many = await documents.addDocuments({ name, addRequest: { documents: two } })
  console.log('added', many.results.length)
  const matches = new MatchesApi(configuration)
  const checked = await matches.check({ name, checkRequest: { text: `${text} morning` } })
  console.log('matches', checked.matches?.length)
  const each = await matches.check({ name, checkRequest: { documents: two } })
  console.log('results', each.results?.length)
  const clusters = await new ListsApi(configuration).listClusters({ name, minDocuments: 2 })
  console.log('documents', clusters.items[0].documents)
  const reviews = [{ id1: 'a', id2: 7, decision: 'same' as const }]
  const decided = await new ReviewsApi(configuration).decide({ name, decideRequest: { reviews } })
  console.log('reviews', decided.reviews.length)
}

void main()
