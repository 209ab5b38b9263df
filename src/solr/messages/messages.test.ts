/** Refusals with Solr's answer in them, and the options of commits. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isJavaException, JavaException, newSolrException } from '../../methods/java/java-exception.ts'
import { checkCommitParams, refuseConfigAs, refuseUpdate, refuseUpdateAs, solrErrorOf } from './messages.ts'

test("a refusal has Solr's message and the place", () => {
  const error = refuseUpdateAs(500, " Error loading class 'x'", 'update 3')
  assert.equal(
    error.message,
    "SOLR_UPDATE: expected an update that Solr accepts, got Error loading class 'x', at update 3. To fix: correct the class in the configuration.",
  )
  assert.deepEqual(solrErrorOf(error), { code: 500, message: " Error loading class 'x'" })
  assert.equal(
    refuseConfigAs(400, 'invalid boolean value: 1').message,
    'SOLR_CONFIG: expected a configuration with which Solr starts, got invalid boolean value: 1. To fix: correct the configuration.',
  )
})

test('any exception but a SolrException is an internal error', () => {
  const error = refuseUpdate(new JavaException('java.lang.ClassCastException', 'class java.lang.String'))
  assert.deepEqual(solrErrorOf(error), { code: 500, message: 'class java.lang.String' })
  assert.deepEqual(solrErrorOf(newSolrException(400, 'x')), { code: 400, message: 'x' })
})

test('commit options are checked by name, then by value', () => {
  const refusal = (params: Record<string, string | undefined>) => {
    try {
      checkCommitParams(new Map(Object.entries(params)))
      return undefined
    } catch (error) {
      return isJavaException(error) ? error.message : error
    }
  }
  assert.equal(refusal({ softCommit: 'true', maxSegments: '2', openSearcher: undefined }), undefined)
  assert.equal(refusal({ softCommit: '1', zz: 'x' }), "Unknown commit parameter 'zz'")
  assert.equal(refusal({ waitSearcher: 'maybe' }), 'invalid boolean value: maybe')
  assert.equal(refusal({ maxSegments: 'two' }), 'For input string: "two"')
})
