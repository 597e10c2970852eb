/** Returns the query of a request target, which may be no valid address. */
export function queryOf(target: string): URLSearchParams {
  const start = target.indexOf('?')
  return new URLSearchParams(start === -1 ? '' : target.slice(start + 1))
}
