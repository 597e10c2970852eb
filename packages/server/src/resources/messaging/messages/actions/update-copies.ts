import { ChannelType, MessageFlag, type Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { listCrosspostedAmong } from '../crosspost-store.ts'
import { type CrosspostChanged, crosspostChanges } from '../jobs.ts'
import type { ChannelLocation, StoredMessage } from '../model.ts'

/** Fields of a published message that its copies share. */
export const COPIED_FIELDS = ['content', 'embeds', 'attachments', 'components', 'sticker_items'] as const

/** Schedules the job that updates the copies of a message, from `after` on. */
export async function scheduleCopyUpdate(work: Work, changed: CrosspostChanged): Promise<void> {
  await work.schedule(crosspostChanges, changed.messageId.toString(), work.now, changed)
}

/** Schedules the update of copies after an edit, when the edit changes a field that they share. */
export async function updateCopiesAfterEdit(work: Work, before: StoredMessage, after: StoredMessage): Promise<void> {
  if ((before.flags & MessageFlag.CROSSPOSTED) === 0) return
  const suppression = (before.flags ^ after.flags) & MessageFlag.SUPPRESS_EMBEDS
  if (suppression === 0 && COPIED_FIELDS.every((field) => before[field] === after[field])) return
  await scheduleCopyUpdate(work, { channelId: after.channel_id, messageId: after.id, after: 0n })
}

/** Schedules the jobs that mark the copies of deleted messages. */
export async function updateCopiesAfterDeletion(
  work: Work,
  { channel }: ChannelLocation,
  ids: readonly Snowflake[],
): Promise<void> {
  if (channel.type !== ChannelType.GUILD_ANNOUNCEMENT) return
  for (const messageId of await listCrosspostedAmong(work, ids))
    await scheduleCopyUpdate(work, { channelId: channel.id, messageId, after: 0n })
}
