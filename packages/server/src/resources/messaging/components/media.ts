import {
  AttachmentFlag,
  type AttachmentObject,
  ComponentType,
  type FieldPath,
  type FileComponentObject,
  type MessageComponentObject,
  type SectionObject,
  type Snowflake,
  type UnfurledMediaObject,
} from '@guildhall/protocol'
import { withoutSignature } from '../../../kernel/attachment-urls.ts'
import { cleanFilename } from '../../../media/filename.ts'
import { addFault, type Walk } from './walk.ts'

const REFERENCE = 'attachment://'
const WEB_ADDRESS = /^https?:\/\/[^\s/]\S*$/i
const IS_ANIMATED = 1 << 0

/** Returns the stored name of the file that an `attachment://` address refers to, or null for any other address. */
export function attachmentName(url: string): string | null {
  return url.startsWith(REFERENCE) ? (cleanFilename(url.slice(REFERENCE.length)) ?? '') : null
}

/** Checks an address of media: a file of the message or, unless `filesOnly`, a web address. */
export function checkMedia(url: string, walk: Walk, path: FieldPath, filesOnly = false): void {
  const name = attachmentName(url)
  if (name !== null ? !walk.filenames.has(name) : filesOnly) {
    addFault(
      walk,
      [...path, 'url'],
      'UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
      'The referenced attachment was not found',
    )
  } else if (name === null && !WEB_ADDRESS.test(url)) {
    addFault(walk, [...path, 'url'], 'URL_TYPE_INVALID_URL', 'Not a well formed URL.')
  }
}

/** Returns the file of an address: `attachment://name`, or the address that the platform returned, signed or not. */
export function attachmentAt(url: string, attachments: readonly AttachmentObject[]): AttachmentObject | undefined {
  const name = attachmentName(url)
  if (name !== null) return attachments.find((file) => file.filename === name)
  const unsigned = withoutSignature(url)
  return attachments.find((file) => file.url === unsigned)
}

/** Returns the facts about a file that embeds and components show beside its address. */
export function mediaFields(
  file: AttachmentObject,
): Pick<UnfurledMediaObject, 'content_type' | 'placeholder' | 'placeholder_version'> &
  Record<'width' | 'height', number | null> {
  const { width, height, content_type, placeholder, placeholder_version } = file
  return {
    width: width ?? null,
    height: height ?? null,
    ...(content_type !== undefined && { content_type }),
    ...(placeholder !== undefined && { placeholder }),
    ...(placeholder_version !== undefined && { placeholder_version }),
  }
}

/**
 * Returns message components with complete media objects. Files of the message are known. Media elsewhere is not
 * fetched, so only its address is known.
 */
export function unfurlMedia(
  components: readonly MessageComponentObject[],
  files: readonly AttachmentObject[],
  nextId: () => Snowflake,
): MessageComponentObject[] {
  const unfurl = ({ url }: UnfurledMediaObject) => unfurledMedia(url, files, nextId())
  function visit<T extends MessageComponentObject>(component: T): T
  function visit(component: MessageComponentObject): MessageComponentObject {
    switch (component.type) {
      case ComponentType.MEDIA_GALLERY:
        return { ...component, items: component.items.map((item) => ({ ...item, media: unfurl(item.media) })) }
      case ComponentType.FILE:
        return { ...component, ...fileFields(component, files, unfurl) }
      case ComponentType.SECTION:
        return { ...component, accessory: accessoryOf(component, unfurl) }
      case ComponentType.CONTAINER:
        return { ...component, components: component.components.map((child) => visit(child)) }
      default:
        return component
    }
  }
  return components.map((component) => visit(component))
}

type Unfurl = (media: UnfurledMediaObject) => UnfurledMediaObject

function accessoryOf({ accessory }: SectionObject, unfurl: Unfurl): SectionObject['accessory'] {
  return accessory.type === ComponentType.THUMBNAIL ? { ...accessory, media: unfurl(accessory.media) } : accessory
}

function fileFields(
  { file }: FileComponentObject,
  files: readonly AttachmentObject[],
  unfurl: Unfurl,
): Pick<FileComponentObject, 'file' | 'name' | 'size'> {
  const attachment = attachmentAt(file.url, files)
  return { file: unfurl(file), name: attachment?.filename ?? null, size: attachment?.size ?? null }
}

function unfurledMedia(url: string, files: readonly AttachmentObject[], id: Snowflake): UnfurledMediaObject {
  const file = attachmentAt(url, files)
  if (!file) return { id: id.toString(), url, proxy_url: url, width: null, height: null, content_type: null }
  const animated = ((file.flags ?? 0) & AttachmentFlag.IS_ANIMATED) !== 0
  return {
    id: id.toString(),
    url: file.url,
    proxy_url: file.proxy_url,
    ...mediaFields(file),
    flags: animated ? IS_ANIMATED : 0,
    attachment_id: file.id,
  }
}
