import { MessageFlag } from '@guildhall/protocol'
import { attachmentKey, stickerKey } from '../files/index.ts'
import type { Message } from './message.ts'

type Shown = Pick<Message, 'attachments' | 'sticker_items' | 'snapshots' | 'webhook' | 'author_id' | 'flags'>

/** Keys of the files that a message shows. `shared` are those that came from another message. */
export interface FilesOfMessage {
  readonly own: readonly string[]
  readonly shared: readonly string[]
}

/** Returns the files that a message shows: attachments, stickers, its webhook's avatar, and the same of its snapshots. */
export function filesOf(message: Shown): FilesOfMessage {
  const attachments = attachmentsOf(message.attachments)
  const copied = (message.flags & MessageFlag.IS_CROSSPOST) !== 0
  const own = [...(copied ? [] : attachments), ...stickersOf(message.sticker_items)]
  // A webhook's messages have the webhook as their author.
  if (message.webhook?.avatar) own.push(`images/avatars/${message.author_id}/${message.webhook.avatar}`)
  const shared = copied ? [...attachments] : []
  for (const { message: snapshot } of message.snapshots as { message?: Partial<Shown> }[]) {
    shared.push(...attachmentsOf(snapshot?.attachments ?? []))
    own.push(...stickersOf(snapshot?.sticker_items ?? []))
  }
  return { own: [...new Set(own)], shared: [...new Set(shared)] }
}

function attachmentsOf(attachments: Shown['attachments']): string[] {
  return attachments.flatMap(({ url }) => attachmentKey(String(url)) ?? [])
}

function stickersOf(stickers: Shown['sticker_items']): string[] {
  return stickers.map(({ id }) => stickerKey(String(id)))
}
