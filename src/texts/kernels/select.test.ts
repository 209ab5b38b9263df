import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { deduplicate, jaccard, openSketcher } from '../../doors/index.ts'

test('named kernels that the engine does not run are refused; without a name those that run are taken', async () => {
  // As under a policy of a page without `wasm-unsafe-eval`.
  const cause = new WebAssembly.CompileError('blocked by the policy')
  const compile = mock.method(WebAssembly, 'compile', () => Promise.reject(cause))
  const kernels = 'wasm' as const
  const refused = {
    code: 'OPTION_VALUE',
    message:
      'OPTION_VALUE: expected kernels to be ones that this engine runs, got "wasm": blocked by the policy. ' +
      'To fix: leave it out, or NEARSAME_KERNELS where that names them: the fastest that run here are taken.',
    cause,
  }
  await assert.rejects(deduplicate(['a'], { kernels }), refused)
  await assert.rejects(jaccard('a', 'a', { kernels }), refused)
  await assert.rejects(openSketcher({ kernels }), refused)
  assert.equal((await deduplicate(['a'])).kernels, 'reference')
  compile.mock.restore()
})
