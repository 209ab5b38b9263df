/**
 * Bytes of a base64 text (RFC 4648, section 4). Browsers, workers and Node all have `atob`.
 *
 * @example decodeBase64('AQI=') // => new Uint8Array([1, 2])
 */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}
