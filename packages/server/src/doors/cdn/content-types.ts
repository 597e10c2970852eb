/** Types that a browser may show by itself: none of them can run a script. */
const SHOWN: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  txt: 'text/plain; charset=utf-8',
}
/** Named for what reads them, but only ever saved: on this origin a page could act as whoever is logged in. */
const SAVED: Readonly<Record<string, string>> = {
  json: 'application/json',
  pdf: 'application/pdf',
  zip: 'application/zip',
  svg: 'image/svg+xml',
  csv: 'text/csv; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
}

/** How a file of this name is sent: its content type, and whether a browser is told to save it. */
export function delivery(filename: string): { contentType: string; inline: boolean } {
  const dot = filename.lastIndexOf('.')
  const extension = dot === -1 ? '' : filename.slice(dot + 1).toLowerCase()
  if (Object.hasOwn(SHOWN, extension)) return { contentType: SHOWN[extension] ?? '', inline: true }
  if (Object.hasOwn(SAVED, extension)) return { contentType: SAVED[extension] ?? '', inline: false }
  return { contentType: 'application/octet-stream', inline: false }
}
