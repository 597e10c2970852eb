import type { AttachmentObject, EmbedObject } from '@guildhall/protocol'
import type { AttachmentSigner } from '../../../kernel/attachment-urls.ts'

/** The parts of a message or snapshot that can contain file addresses. */
export interface FileParts {
  attachments: AttachmentObject[]
  embeds: EmbedObject[]
  components: unknown[]
}

/** Keys of embeds and components whose value is a file address. */
const ADDRESS_KEYS: ReadonlySet<string> = new Set(['url', 'proxy_url', 'icon_url', 'proxy_icon_url'])

/** Keys of embeds and components whose value is displayed media. */
const MEDIA_KEYS: ReadonlySet<string> = new Set(['image', 'thumbnail', 'media', 'file'])

/** Returns the addresses of the media that embeds and components display. Links are not media. */
export function displayedUrls(value: unknown, urls = new Set<unknown>()): ReadonlySet<unknown> {
  if (typeof value !== 'object' || value === null) return urls
  for (const [key, entry] of Object.entries(value)) {
    if (key === 'icon_url') urls.add(entry)
    else if (MEDIA_KEYS.has(key)) urls.add((entry as { url?: unknown } | null)?.url)
    else displayedUrls(entry, urls)
  }
  return urls
}

/**
 * Signs the message's own attachments wherever its parts name them. The address of any other file stays as the caller
 * sent it: signing it would give access to files that the caller cannot see. Attachments that an embed or component
 * displays are not listed.
 */
export function presentFiles({ attachments, embeds, components }: FileParts, urls: AttachmentSigner): FileParts {
  if (attachments.length === 0) return { attachments, embeds, components }
  const signed = new Map<unknown, string>(attachments.map(({ url }) => [url, urls.sign(url)]))
  const present = (file: AttachmentObject) => {
    const url = signed.get(file.url) ?? file.url
    return { ...file, url, proxy_url: url }
  }
  if (embeds.length === 0 && components.length === 0)
    return { attachments: attachments.map(present), embeds, components }
  const displayed = displayedUrls([embeds, components])
  return {
    attachments: attachments.filter(({ url }) => !displayed.has(url)).map(present),
    embeds: embeds.map((embed) => withSigned(embed, signed)),
    components: components.map((component) => withSigned(component, signed)),
  }
}

/** Returns the signed form of an attachment outside a message, as interactions carry it. */
export function presentAttachment(file: AttachmentObject, urls: AttachmentSigner): AttachmentObject {
  return presentFiles({ attachments: [file], embeds: [], components: [] }, urls).attachments[0] ?? file
}

function withSigned<T>(value: T, signed: ReadonlyMap<unknown, string>): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((entry: unknown) => withSigned(entry, signed)) as T
  const entries = Object.entries(value).map(([key, entry]: [string, unknown]) => [
    key,
    ADDRESS_KEYS.has(key) ? (signed.get(entry) ?? entry) : withSigned(entry, signed),
  ])
  // The same keys with values of the same types.
  return Object.fromEntries(entries) as T
}
