import type { AttachmentObject, EmbedObject } from '@guildhall/protocol'
import type { AttachmentSigner } from '../../kernel/attachment-urls.ts'
import { shownUrls } from './shown-urls.ts'

/** The parts of a message or snapshot that hold files. */
export interface FileParts {
  attachments: AttachmentObject[]
  embeds: EmbedObject[]
  components: unknown[]
}

/** Keys under which embeds and components hold the address of a file. */
const ADDRESS_KEYS: ReadonlySet<string> = new Set(['url', 'proxy_url', 'icon_url', 'proxy_icon_url'])

/**
 * Signs the message's own attachments, wherever the message shows them. The address of any other file stays as the caller
 * sent it: signing it would give access to files that the caller cannot see.
 * Files that an embed or a component shows are not listed as attachments.
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
  const shown = shownUrls([embeds, components])
  return {
    attachments: attachments.filter(({ url }) => !shown.has(url)).map(present),
    embeds: embeds.map((embed) => withSigned(embed, signed)),
    components: components.map((component) => withSigned(component, signed)),
  }
}

/** Returns the signed form of an attachment that is no part of a message, as an interaction carries it. */
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
