import { type EventType, userTopic } from '../../../../kernel/event.ts'
import type { Channel, User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { type DmForViewer, dmDelete, dmUpdate } from '../../../guild/channels/dm-events.ts'
import { deleteDmRecipient, insertDmRecipient } from '../../../guild/channels/dm-store.ts'
import { deleteChannelRows, openDmFor, updateChannel } from '../../../guild/channels/index.ts'
import { channelRecipientAdd, channelRecipientRemove } from '../events.ts'
import { insertGroupDm } from '../store.ts'

/** Stores a new group DM and opens it for its recipients. */
export async function saveNewGroupDm(
  work: Work,
  channel: Channel,
  creator: Pick<User, 'id'>,
  recipients: readonly User[],
): Promise<void> {
  await insertGroupDm(work, channel, creator.id)
  for (const { id } of recipients) await openDmFor(work, channel, id, recipients)
}

/** Stores the name, icon and owner of a group DM and emits CHANNEL_UPDATE. */
export async function saveGroupDm(work: Work, channel: Channel, recipients: readonly User[]): Promise<void> {
  await updateChannel(work, channel)
  emitToRecipients(work, dmUpdate, channel, recipients)
}

/** Stores a new recipient. The others receive CHANNEL_RECIPIENT_ADD; for the new one the group DM opens. */
export async function saveAddedRecipient(
  work: Work,
  { before, after }: { before: Channel; after: Channel },
  { user, nick }: { user: User; nick: string | null },
  recipients: readonly User[],
): Promise<void> {
  await insertDmRecipient(work, after.id, user.id)
  if (after.nicks !== before.nicks) await updateChannel(work, after)
  for (const id of before.recipient_ids)
    work.emit(channelRecipientAdd, userTopic(id), { channelId: after.id, user, nick })
  await openDmFor(work, after, user.id, recipients)
}

/**
 * Deletes a recipient, for whom the group DM closes. The others receive CHANNEL_RECIPIENT_REMOVE, and CHANNEL_UPDATE if
 * the owner changed. Deletes the group DM with its last recipient.
 */
export async function saveRemovedRecipient(
  work: Work,
  { before, after }: { before: Channel; after: Channel },
  user: User,
  recipients: readonly User[],
): Promise<void> {
  await deleteDmRecipient(work, after.id, user.id)
  work.emit(dmDelete, userTopic(user.id), { channel: before, viewerId: user.id, recipients })
  if (after.recipient_ids.length === 0) return deleteChannelRows(work, after.id)
  await updateChannel(work, after)
  for (const id of after.recipient_ids)
    work.emit(channelRecipientRemove, userTopic(id), { channelId: after.id, user, nick: null })
  if (after.owner_id !== before.owner_id) emitToRecipients(work, dmUpdate, after, recipients)
}

/** Deletes a group DM and closes it for its recipients. */
export async function deleteGroupDm(work: Work, channel: Channel, recipients: readonly User[]): Promise<void> {
  emitToRecipients(work, dmDelete, channel, recipients)
  await deleteChannelRows(work, channel.id)
}

function emitToRecipients(
  work: Work,
  type: EventType<DmForViewer>,
  channel: Channel,
  recipients: readonly User[],
): void {
  for (const viewerId of channel.recipient_ids) work.emit(type, userTopic(viewerId), { channel, viewerId, recipients })
}
