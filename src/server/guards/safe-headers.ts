/**
 * Headers of every answer that forbid a browser to cache, sniff, frame, load or run anything.
 *
 * These are helmet's headers that matter for JSON over HTTP, spelled out because they never change. There is no
 * Strict-Transport-Security: the server speaks plain HTTP, so that header belongs to the TLS proxy before it.
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

/** Headers common to all answers to a request. */
export function headersFor(requestId: string): Readonly<Record<string, string>> {
  return { ...safeHeaders, 'x-request-id': requestId }
}

/** Further headers of the page. */
export const pageHeaders: Readonly<Record<string, string>> = Object.freeze({
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-permitted-cross-domain-policies': 'none',
})
