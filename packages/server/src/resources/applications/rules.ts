const SCHEMES: readonly string[] = ['http:', 'https:']

/** Schemes that a browser executes, or reads from the person's machine. Apps on a phone have schemes of their own. */
const UNSAFE_SCHEMES: readonly string[] = [
  'about:',
  'blob:',
  'chrome:',
  'data:',
  'file:',
  'filesystem:',
  'intent:',
  'jar:',
  'javascript:',
  'livescript:',
  'mocha:',
  'resource:',
  'vbscript:',
  'view-source:',
]

/** What is wrong with a redirect address; null for nothing. Custom schemes are accepted. */
export function redirectFault(uri: string): { code: string; message: string } | null {
  const parsed = URL.parse(uri)
  if (!parsed) return { code: 'URL_TYPE_INVALID_URL', message: 'Not a well formed URL.' }
  if (!UNSAFE_SCHEMES.includes(parsed.protocol)) return null
  return { code: 'URL_TYPE_INVALID_SCHEME', message: `Scheme "${parsed.protocol.slice(0, -1)}" is not supported.` }
}

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
