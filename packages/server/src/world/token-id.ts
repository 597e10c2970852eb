/**
 * Returns the user id that a token names in its first dot-separated part, as base64; undefined for tokens of another
 * shape, which a world file may state too.
 */
export function idInToken(token: string): string | undefined {
  const [first, ...rest] = token.split('.')
  if (!first || rest.length === 0) return undefined
  const decoded = Buffer.from(first, 'base64').toString('latin1')
  return /^[1-9][0-9]{14,19}$/.test(decoded) ? decoded : undefined
}

/** Returns the first part of a token, without padding, as client libraries know it. */
export function idPart(id: string): string {
  return Buffer.from(id, 'latin1').toString('base64').replaceAll('=', '')
}
