/** Offers a file to the person. @param content a Blob, or the address that has it */
export function download(name: string, content: Blob | string): void {
  const link = document.createElement('a')
  link.download = name
  link.href = typeof content === 'string' ? content : URL.createObjectURL(content)
  link.click()
  if (typeof content !== 'string') setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
