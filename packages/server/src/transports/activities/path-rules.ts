/** Rounds of decoding: servers behind other proxies decode more than once. */
const DECODE_ROUNDS = 3

/**
 * Returns whether a request's path must not be forwarded: it is no path (`http://…`, `*`), or a server could resolve it
 * to a folder above. Browsers resolve such parts before they send a request.
 */
export function pathFault(path: string): boolean {
  if (!path.startsWith('/') || path.includes('\\')) return true
  let text = path
  for (let round = 0; round <= DECODE_ROUNDS; round += 1) {
    if (text.split(/[/\\]/).some(isDots)) return true
    const next = decodedOnce(text)
    if (next === text) return false
    text = next
  }
  return false
}

/** Returns whether a segment is `.` or `..`, also with parameters (`..;a`), which some servers remove first. */
function isDots(segment: string): boolean {
  return /^\.{1,2}(?:;.*)?$/s.test(segment)
}

function decodedOnce(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
