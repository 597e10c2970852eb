import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import type { Players } from '../../../accounts/applications/consequences.ts'
import type { AccountMove } from '../../../accounts/users/consequences.ts'
import { findUser } from '../../../accounts/users/index.ts'
import { createDm, findDm, openDm } from '../../../guild/channels/index.ts'
import { MESSAGE_DEFAULTS, type StoredMessage } from '../../../messaging/messages/model.ts'
import { insertMessage } from '../../../messaging/messages/store.ts'
import { type GameDm, isGameOnly, otherUserOf, type StoredGameMessage } from '../model.ts'
import * as store from '../store.ts'

/**
 * Gives the messages of a provisional account to the full account that it becomes part of. DMs with other full
 * accounts become ordinary ones. An unmerge moves no messages.
 */
export async function moveGameMessages(work: Work, { kind, from, to, application }: AccountMove): Promise<void> {
  if (kind !== 'merge') return
  await store.updateAuthorOfGameMessages(work, { from: from.id, to: to.id, applicationId: application.id })
  for (const dm of await store.listGameDms(work, from.id, application.id)) {
    const other = await findUser(work, otherUserOf(dm, from.id))
    if (other && other.id !== to.id) await moveDm(work, dm, to, other)
    await store.deleteGameDm(work, dm.id)
  }
}

async function moveDm(work: Work, dm: GameDm, to: User, other: User): Promise<void> {
  const applicationId = dm.application_id
  if (isGameOnly(to, other)) {
    const existing = await store.findGameDm(work, applicationId, to.id, other.id)
    const target = existing ?? (await store.insertGameDm(work, { id: work.nextId(), applicationId }, to.id, other.id))
    return store.moveMessagesOf(work, dm.id, target.id)
  }
  const channel = (await findDm(work, to.id, other.id)) ?? (await createDm(work, to.id, other.id))
  for (const message of await store.listGameMessages(work, dm.id, 0n, MESSAGES_MAX))
    await insertMessage(work, platformMessage(message, channel.id))
  await openDm(work, channel, [to.id, other.id])
}

/** Newest messages of a DM that move to an ordinary one. Games read no more. */
const MESSAGES_MAX = 200

/** Returns a game's message as a message of an ordinary DM. */
function platformMessage(message: StoredGameMessage, channelId: bigint): StoredMessage {
  const { id, author_id, type, flags, content, edited_at, application_id, activity } = message
  return {
    ...MESSAGE_DEFAULTS,
    ...{ id, author_id, type, flags, content, edited_at, application_id, activity },
    channel_id: channelId,
    guild_id: null,
    webhook_id: null,
    pinned_at: null,
    metadata: Object.entries(message.metadata ?? {}),
    moderation_metadata: Object.entries(message.moderation_metadata ?? {}),
  }
}

/** Deletes the messages of an application that becomes the child of a publisher. Lobbies take theirs with them. */
export async function purgeGameMessages(work: Work, { application: { id } }: Players): Promise<void> {
  await store.deleteGameDmsOfApplication(work, id)
}
