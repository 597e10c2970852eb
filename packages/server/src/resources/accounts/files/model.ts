import type { Snowflake } from '@guildhall/protocol'

/** Returns the key of an emoji's image, where the CDN looks for it. */
export const emojiKey = (id: Snowflake): string => `images/emojis/${id}`

/** Returns the key of a sticker's file, where the CDN looks for it. */
export const stickerKey = (id: Snowflake | string): string => `images/stickers/${id}`

const ATTACHMENTS = '/cdn/attachments/'

/** Returns the key of the file at the address of an attachment; undefined for any other address. */
export function attachmentKey(url: string): string | undefined {
  const start = url.indexOf(ATTACHMENTS)
  if (start < 0) return undefined
  const [path = ''] = url.slice(start + '/cdn/'.length).split('?')
  return path.split('/').map(decodeURIComponent).join('/')
}

/** Returns the name of the lock that a unit of work holds to make a file referenced, or to remove it. */
export const fileLock = (key: string): string => `file.${key}`

/** Kinds of files whose bytes are summed apart. */
export const FILE_KINDS = ['attachments', 'images', 'other'] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** Rows of one sum, so that uploads at the same time seldom wait for each other. */
const SHARDS = 8

/** Returns the name of the sum that a file counts in besides its person and guild. */
export function kindHolder(key: string): string {
  const folder = key.slice(0, key.indexOf('/'))
  const kind = FILE_KINDS.find((one) => one === folder) ?? 'other'
  let hash = 0
  for (let index = 0; index < key.length; index += 1) hash = (hash * 31 + key.charCodeAt(index)) % SHARDS
  return `kind ${kind} ${hash}`
}
