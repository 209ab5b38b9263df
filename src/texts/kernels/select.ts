/**
 * Choice of the kernels, made once: the fastest that this engine runs, unless one is named.
 *
 * `NEARSAME_KERNELS=reference|wasm|wasm-simd` is read by the callers that have an environment and passed in here.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { checkJavaScript } from '../../ground/lists/release.ts'
import { decodeBase64 } from './layout/base64.ts'
import type { KernelName, Kernels } from './layout/kernels.ts'
import { wasmKernels } from './wasm.ts'

export const kernelNames: readonly KernelName[] = ['wasm-simd', 'wasm', 'reference']

const compiled = new Map<KernelName, Promise<WebAssembly.Module>>()

/**
 * The compiled module of a WebAssembly kernel, which may be sent to threads; undefined for `reference`.
 *
 * @throws NearsameError OPTION_VALUE where this engine does not run it: without WebAssembly, without its instructions,
 * or under a policy of the page that allows none
 */
export async function kernelModule(name: KernelName): Promise<WebAssembly.Module | undefined> {
  if (name === 'reference') return undefined
  let module = compiled.get(name)
  if (module === undefined) {
    const source =
      name === 'wasm-simd'
        ? await import('./generated/wasm-simd.ts')
        : await import('./generated/wasm-scalar.ts')
    module = compiledHere(name, source.bytes)
    compiled.set(name, module)
  }
  return module
}

async function compiledHere(name: KernelName, bytes: string): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(decodeBase64(bytes))
  } catch (cause) {
    throw new NearsameError('OPTION_VALUE', {
      expected: 'kernels to be ones that this engine runs',
      got: `"${name}": ${cause instanceof Error ? cause.message : cause}`,
      fix: 'leave it out, or NEARSAME_KERNELS where that names them: the fastest that run here are taken',
      cause,
    })
  }
}

/** New kernels of a name. @throws NearsameError ENGINE_TOO_OLD; OPTION_VALUE where this engine does not run them */
export async function kernelsNamed(name: KernelName, module?: WebAssembly.Module): Promise<Kernels> {
  checkJavaScript()
  // Loaded when they are asked for: every thread would pay for them, which nearly none uses.
  if (name === 'reference') return (await import('./reference/reference-kernels.ts')).referenceKernels()
  return wasmKernels(name, module ?? ((await kernelModule(name)) as WebAssembly.Module))
}

/** The name of the fastest kernels that run here. */
export async function fastestKernels(): Promise<KernelName> {
  for (const name of kernelNames) {
    try {
      await kernelModule(name)
      return name
    } catch {
      // No SIMD, or no WebAssembly at all: the next one has the same results.
    }
  }
  return 'reference'
}
