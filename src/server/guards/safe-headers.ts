/**
 * Headers of every answer, for the browsers that may see one: nothing is kept, guessed, framed, loaded or run.
 *
 * They are those of helmet that mean something for JSON over HTTP, written out because they never change. There is no
 * Strict-Transport-Security: the server speaks plain HTTP, and whatever puts TLS before it says how long that holds.
 */
const safeHeaders: Readonly<Record<string, string>> = Object.freeze({
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
})

/** All that the answer to a request has, whatever it says. */
export function headersFor(requestId: string): Readonly<Record<string, string>> {
  return { ...safeHeaders, 'x-request-id': requestId }
}

/** Beside these, of the page. */
export const pageHeaders: Readonly<Record<string, string>> = Object.freeze({
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-permitted-cross-domain-policies': 'none',
})
