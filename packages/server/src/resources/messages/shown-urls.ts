/** Where embeds and components hold what they show. */
const MEDIA: ReadonlySet<string> = new Set(['image', 'thumbnail', 'media', 'file'])

/** The addresses of all that embeds and components show; links are not among them. */
export function shownUrls(value: unknown, urls = new Set<unknown>()): ReadonlySet<unknown> {
  if (typeof value !== 'object' || value === null) return urls
  for (const [key, entry] of Object.entries(value)) {
    if (key === 'icon_url') urls.add(entry)
    else if (MEDIA.has(key)) urls.add((entry as { url?: unknown } | null)?.url)
    else shownUrls(entry, urls)
  }
  return urls
}
