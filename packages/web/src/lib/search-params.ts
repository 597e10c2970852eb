/** Query of an address by name. A name that is repeated has all its values. */
export type SearchParams = Record<string, string | string[] | undefined>

/**
 * Returns the query of an address as texts. The router's own parser reads ids as numbers and rounds them, and then
 * writes the rounded ids into the address.
 */
export function parseSearch(search: string): SearchParams {
  const params: SearchParams = {}
  for (const [name, value] of new URLSearchParams(search)) {
    const former = params[name]
    params[name] = former === undefined ? value : [former, value].flat()
  }
  return params
}

/** Returns the query of an address, with its `?`; empty without parameters. */
export function stringifySearch(params: SearchParams): string {
  const search = new URLSearchParams()
  for (const [name, given] of Object.entries(params)) {
    for (const value of given === undefined ? [] : [given].flat()) search.append(name, value)
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
