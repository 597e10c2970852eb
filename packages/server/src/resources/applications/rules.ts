const SCHEMES: readonly string[] = ['http:', 'https:']

/** What is wrong with the address of a page or server; null for nothing. */
export function urlFault(url: string): { code: string; message: string } | null {
  const parsed = URL.parse(url)
  if (!parsed || parsed.hostname === '') return { code: 'URL_TYPE_INVALID_URL', message: 'Not a well formed URL.' }
  if (SCHEMES.includes(parsed.protocol)) return null
  const scheme = parsed.protocol.slice(0, -1)
  return {
    code: 'URL_TYPE_INVALID_SCHEME',
    message: `Scheme "${scheme}" is not supported. Scheme must be one of ('http', 'https').`,
  }
}
