import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { deduplicate, jaccard, openSketcher } from '../../doors/index.ts'

test('refuses named kernels that the engine cannot run; without a name, uses those it can', async () => {
  // As under a page's policy without `wasm-unsafe-eval`.
  const cause = new WebAssembly.CompileError('blocked by the policy')
  const compile = mock.method(WebAssembly, 'compile', () => Promise.reject(cause))
  const kernels = 'wasm' as const
  const refused = {
    code: 'OPTION_VALUE',
    message:
      'OPTION_VALUE: expected kernels that this engine can run, got "wasm": blocked by the policy. ' +
      'To fix: leave it out, or unset NEARSAME_KERNELS: the fastest ones available are then used.',
    cause,
  }
  await assert.rejects(deduplicate(['a'], { kernels }), refused)
  await assert.rejects(jaccard('a', 'a', { kernels }), refused)
  await assert.rejects(openSketcher({ kernels }), refused)
  assert.equal((await deduplicate(['a'])).kernels, 'reference')
  assert.equal((await openSketcher()).kernels, 'reference')
  compile.mock.restore()
})
