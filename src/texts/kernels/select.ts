/**
 * Choice of the kernels, made once: the fastest ones this engine can run, unless one is named.
 *
 * Callers that have an environment read `NEARSAME_KERNELS=reference|wasm|wasm-simd` and pass it in.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { checkJavaScript } from '../../ground/lists/release.ts'
import type { KernelName, Kernels } from './layout/kernels.ts'
import { wasmKernels } from './wasm.ts'

export const kernelNames: readonly KernelName[] = ['wasm-simd', 'wasm', 'reference']

const compiled = new Map<KernelName, Promise<WebAssembly.Module>>()

/**
 * The compiled module of a WebAssembly kernel, which can be sent to threads; undefined for `reference`.
 *
 * @throws NearsameError OPTION_VALUE if this engine cannot run it: without WebAssembly, without its instructions,
 * or under a page policy that forbids it
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

/** Bytes of a base64 text (RFC 4648, section 4). Browsers, workers and Node all have `atob`. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}

async function compiledHere(name: KernelName, bytes: string): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(decodeBase64(bytes))
  } catch (cause) {
    throw new NearsameError('OPTION_VALUE', {
      expected: 'kernels that this engine can run',
      got: `"${name}": ${cause instanceof Error ? cause.message : cause}`,
      fix: 'leave it out, or unset NEARSAME_KERNELS: the fastest ones available are then used',
      cause,
    })
  }
}

/** New kernels by name. @throws NearsameError ENGINE_TOO_OLD; OPTION_VALUE if this engine cannot run them */
export async function kernelsNamed(name: KernelName, module?: WebAssembly.Module): Promise<Kernels> {
  checkJavaScript()
  // Loaded on demand: rarely used, but every thread would pay for loading them.
  if (name === 'reference') return (await import('./reference/reference-kernels.ts')).referenceKernels()
  return wasmKernels(name, module ?? ((await kernelModule(name)) as WebAssembly.Module))
}

/** The name of the fastest kernels this engine can run. */
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
