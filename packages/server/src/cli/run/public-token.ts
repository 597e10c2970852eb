/**
 * Three parts: an id in base64, a time in four bytes, a signature. Tokens of this platform have a longer time, or one
 * that begins with an underscore, which means a date of the next century.
 */
const SHAPE = /^([\w-]{22,28})\.[A-Za-z0-9][\w-]{5}\.[\w-]{27,64}$/
const ID = /^\d{17,20}$/

/**
 * Returns the user id of a token that looks like one of the public platform; null for any other text. Such a token is
 * somebody's key to a real account: it must not reach this platform, its records or another machine. Pure.
 */
export function ownerOfPublicToken(text: string): string | null {
  const first = SHAPE.exec(text.trim())?.[1]
  if (first === undefined) return null
  const id = Buffer.from(first, 'base64').toString('latin1')
  return ID.test(id) ? id : null
}

/** Returns the token of an `Authorization` header of a bot or a person. Pure. */
export function tokenOfHeader(header: string | undefined): string {
  return (header ?? '').replace(/^(?:Bot|Bearer) +/i, '').trim()
}
