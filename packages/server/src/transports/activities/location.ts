import type { Target } from './target.ts'

/**
 * Returns the `Location` of a redirect for the browser: a place of the request's own target becomes its place under the
 * proxy, other addresses stay. Null for an address that is not of the web.
 */
export function relayedLocation(value: string, target: Target): string | null {
  const base = new URL(target.path.replace(/^\/+/, '/'), target.origin).href
  const url = URL.parse(value, base)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return null
  const inside = url.host === target.origin.host && `${url.pathname}/`.startsWith(`${target.folder}/`)
  if (!inside) return url.href
  const rest = url.pathname.slice(target.folder.length)
  // Two slashes would name another host.
  const path = `${target.from}${rest}`.replace(/^\/+/, '/') || '/'
  return path + url.search + url.hash
}
