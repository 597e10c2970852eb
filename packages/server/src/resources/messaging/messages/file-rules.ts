import { MessageFlag } from '@guildhall/protocol'
import { attachmentKey, stickerKey } from '../../accounts/files/index.ts'
import type { StoredMessage } from './model.ts'

type FileSource = Pick<StoredMessage, 'attachments' | 'sticker_items' | 'snapshots' | 'webhook' | 'author_id' | 'flags'>

/** Keys of the files that a message refers to. `shared` are those of another message. */
export interface FilesOfMessage {
  readonly own: readonly string[]
  readonly shared: readonly string[]
}

/**
 * Returns the files that a message refers to: attachments, stickers, its webhook's avatar, and the same of its
 * snapshots.
 */
export function filesOf(message: FileSource): FilesOfMessage {
  const attachments = attachmentKeys(message.attachments)
  const copied = (message.flags & MessageFlag.IS_CROSSPOST) !== 0
  const own = [...(copied ? [] : attachments), ...stickerKeys(message.sticker_items)]
  // Messages of a webhook have the webhook as their author.
  if (message.webhook?.avatar) own.push(`images/avatars/${message.author_id}/${message.webhook.avatar}`)
  const shared = copied ? [...attachments] : []
  for (const { message: snapshot } of message.snapshots) {
    shared.push(...attachmentKeys(snapshot.attachments ?? []))
    own.push(...stickerKeys(snapshot.sticker_items ?? []))
  }
  return { own: [...new Set(own)], shared: [...new Set(shared)] }
}

function attachmentKeys(attachments: FileSource['attachments']): string[] {
  return attachments.flatMap(({ url }) => attachmentKey(url) ?? [])
}

function stickerKeys(stickers: FileSource['sticker_items']): string[] {
  return stickers.map(({ id }) => stickerKey(id))
}
