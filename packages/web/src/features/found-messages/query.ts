/** Filters of Guild Search that a person writes before a colon. */
const FILTERS: ReadonlyMap<string, string> = new Map([
  ['from', 'author_id'],
  ['mentions', 'mentions'],
  ['in', 'channel_id'],
  ['has', 'has'],
  ['pinned', 'pinned'],
])

/** Names of users and channels, for filters that take ids. */
export interface Names {
  userId(name: string): string | undefined
  channelId(name: string): string | undefined
}

/**
 * Returns the parameters of a search as a person writes it: words, and filters such as `from:bob` or `has:image`. A
 * filter whose user or channel is unknown stays a word.
 */
export function searchParameters(text: string, names: Names): [string, string][] {
  const words: string[] = []
  const parameters: [string, string][] = []
  for (const part of text.split(/\s+/).filter(Boolean)) {
    const [, key = '', value = ''] = /^(\w+):(.+)$/.exec(part) ?? []
    const filter = FILTERS.get(key.toLowerCase())
    const resolved = filter && filterValue(filter, value, names)
    if (filter && resolved) parameters.push([filter, resolved])
    else words.push(part)
  }
  if (words.length > 0) parameters.unshift(['content', words.join(' ')])
  return parameters
}

function filterValue(filter: string, value: string, names: Names): string | undefined {
  if (filter === 'author_id' || filter === 'mentions') return names.userId(value.replace(/^@/, ''))
  if (filter === 'channel_id') return names.channelId(value.replace(/^#/, ''))
  return value.toLowerCase()
}
