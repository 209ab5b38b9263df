/** The library itself, loaded when a view needs it: the same kernels as on the server, in the browser. */
let loading: Promise<typeof import('../../src/doors/index.ts')> | undefined

export function engine() {
  loading ??= import('../../src/doors/index.ts')
  return loading
}
