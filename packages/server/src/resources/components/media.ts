import { AttachmentFlag, ComponentType, type FieldPath, type Snowflake } from '@guildhall/protocol'
import { withoutSignature } from '../../kernel/attachment-urls.ts'
import { cleanFilename } from '../../media/filename.ts'
import { isObject, note, type Walk, type Wire } from './fields.ts'

const REFERENCE = 'attachment://'
const ADDRESS = /^https?:\/\/[^\s/]\S*$/i
const IS_ANIMATED = 1 << 0

/** The name of the file that an address stands for, as files are named here; null for any other address. */
export function attachmentName(url: string): string | null {
  return url.startsWith(REFERENCE) ? (cleanFilename(url.slice(REFERENCE.length)) ?? '') : null
}

/** A medium is a file of the message or, unless only those will do, an address of the web. */
export function checkMedia(url: string, walk: Walk, path: FieldPath, filesOnly = false): void {
  const name = attachmentName(url)
  if (name !== null ? !walk.filenames.has(name) : filesOnly) {
    note(
      walk,
      [...path, 'url'],
      'UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
      'The referenced attachment was not found',
    )
  } else if (name === null && !ADDRESS.test(url)) {
    note(walk, [...path, 'url'], 'URL_TYPE_INVALID_URL', 'Not a well formed URL.')
  }
}

/** Returns the file that an address names: by `attachment://name`, or by the address that the platform returned, signed or not. */
export function attachmentAt(url: string, attachments: readonly Wire[]): Wire | undefined {
  const name = attachmentName(url)
  if (name !== null) return attachments.find((file) => file.filename === name)
  const stored = withoutSignature(url)
  return attachments.find((file) => file.url === stored)
}

/** What is told of a file wherever it is shown, but its address. */
export function mediaFields(file: Wire): Wire {
  const { width, height, content_type, placeholder, placeholder_version } = file
  return {
    width: width ?? null,
    height: height ?? null,
    content_type,
    ...(placeholder === undefined ? {} : { placeholder, placeholder_version }),
  }
}

/**
 * Puts the whole media item wherever components name one by its address. Files of the message are known; what lies
 * elsewhere is not fetched, so of it there is the address alone.
 */
export function unfurlMedia(components: readonly Wire[], files: readonly Wire[], nextId: () => Snowflake): Wire[] {
  const unfurl = (media: unknown): Wire => mediaItem(String((media as Wire).url), files, nextId())
  const visit = (component: Wire): Wire => {
    const whole = { ...component }
    if (component.type === ComponentType.THUMBNAIL) whole.media = unfurl(component.media)
    if (component.type === ComponentType.MEDIA_GALLERY)
      whole.items = (component.items as Wire[]).map((item) => ({ ...item, media: unfurl(item.media) }))
    if (component.type === ComponentType.FILE) Object.assign(whole, fileFields(component, files, unfurl))
    if (Array.isArray(component.components)) whole.components = (component.components as Wire[]).map(visit)
    if (isObject(component.accessory)) whole.accessory = visit(component.accessory)
    return whole
  }
  return components.map(visit)
}

function fileFields({ file }: Wire, files: readonly Wire[], unfurl: (media: unknown) => Wire): Wire {
  const shown = attachmentAt(String((file as Wire).url), files)
  return { file: unfurl(file), name: shown?.filename ?? null, size: shown?.size ?? null }
}

function mediaItem(url: string, files: readonly Wire[], id: Snowflake): Wire {
  const file = attachmentAt(url, files)
  if (!file) return { id: id.toString(), url, proxy_url: url, width: null, height: null, content_type: null }
  const animated = (Number(file.flags ?? 0) & AttachmentFlag.IS_ANIMATED) !== 0
  return {
    id: id.toString(),
    url: file.url,
    proxy_url: file.proxy_url,
    ...mediaFields(file),
    flags: animated ? IS_ANIMATED : 0,
    attachment_id: file.id,
  }
}
