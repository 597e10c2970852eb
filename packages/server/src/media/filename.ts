/** File systems hold 255 bytes in a name. */
const FILENAME_BYTES_MAX = 240
const EXTENSION_MAX = 20

/**
 * A name for a file by what somebody calls it: its last part, harmless characters, not too long for a disk, its extension
 * kept. Null when nothing is left.
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

/** As many whole characters as fit. */
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
