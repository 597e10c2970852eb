import { typeOfName } from '../../media/content-type.ts'

/** Types that a browser may show by itself: none of them can run a script. */
const INLINE: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'video/mp4',
  'video/webm',
  'video/quicktime',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/flac',
  'audio/mp4',
  'text/plain; charset=utf-8',
])
/** Sent with their type, but only for saving: on this origin a page could act with the session of its viewer. */
const SAVED: ReadonlySet<string> = new Set([
  'application/json; charset=utf-8',
  'application/pdf',
  'application/zip',
  'image/svg+xml',
  'text/csv; charset=utf-8',
  'text/markdown; charset=utf-8',
])

/** Returns how a file of this name is sent: its content type, and whether a browser may show it. */
export function delivery(filename: string): { contentType: string; inline: boolean } {
  const type = typeOfName(filename) ?? ''
  if (INLINE.has(type)) return { contentType: type, inline: true }
  return { contentType: SAVED.has(type) ? type : 'application/octet-stream', inline: false }
}
