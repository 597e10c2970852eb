/** Bytes that file systems allow in a name. */
const FILENAME_BYTES_MAX = 240
const EXTENSION_MAX = 20

/**
 * Makes a safe file name of a caller's name for it: its last part, harmless characters,
 * short enough for a disk, with its extension. Returns null if nothing is left.
 */
export function cleanFilename(name: string): string | null {
  const base = name.split(/[/\\]/).at(-1) ?? ''
  const clean = base.replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, '_')
  if (clean === '' || clean === '.' || clean === '..') return null
  if (Buffer.byteLength(clean) <= FILENAME_BYTES_MAX) return clean
  const dot = clean.lastIndexOf('.')
  const kept = dot > 0 && clean.length - dot <= EXTENSION_MAX ? clean.slice(dot) : ''
  const room = FILENAME_BYTES_MAX - Buffer.byteLength(kept)
  return truncate(clean, room) + kept
}

/** Returns as many whole characters as fit. */
function truncate(text: string, bytesMax: number): string {
  let bytes = 0
  let end = 0
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > bytesMax) break
    end += character.length
  }
  return text.slice(0, end)
}
