import { typeOfName } from '../../media/content-type.ts'

/** Types that a browser may display: none of them can run a script. */
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
/** Types sent for download only: displayed on this origin, a page could use its viewer's session. */
const DOWNLOADED: ReadonlySet<string> = new Set([
  'application/json; charset=utf-8',
  'application/pdf',
  'application/zip',
  'image/svg+xml',
  'text/csv; charset=utf-8',
  'text/markdown; charset=utf-8',
])

/** Returns the content type of a file by its name, and whether a browser may display it. */
export function delivery(filename: string): { contentType: string; inline: boolean } {
  const type = typeOfName(filename) ?? ''
  if (INLINE.has(type)) return { contentType: type, inline: true }
  return { contentType: DOWNLOADED.has(type) ? type : 'application/octet-stream', inline: false }
}
