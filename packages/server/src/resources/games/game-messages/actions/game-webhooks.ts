import { ChannelType, type Snowflake, type WebhookEventType } from '@guildhall/protocol'
import type { PlayedGame } from '../../../../kernel/players.ts'
import type { Work } from '../../../../kernel/work.ts'
import { listUsers } from '../../../accounts/users/index.ts'
import { queueWebhookEvent } from '../../../accounts/webhook-events/index.ts'
import { presentDm } from '../../../guild/channels/index.ts'
import type { MessageAt, MessageEdit, MessagesOfChannel } from '../../../messaging/messages/consequences.ts'
import { hydrateMessages, presentMessageForGame } from '../../../messaging/messages/index.ts'
import { listMessagesById } from '../../../messaging/messages/store.ts'

type GameDirectMessageType = Extract<WebhookEventType, `GAME_DIRECT_MESSAGE_${string}`>

/** Queues the webhook event of a new direct message. [EVT-16] */
export function announceDirectMessage(work: Work, created: MessageAt): Promise<void> {
  return queueGameDirectMessage(work, 'GAME_DIRECT_MESSAGE_CREATE', created)
}

/** Queues the webhook event of a rewritten direct message. [EVT-16] */
export async function announceDirectMessageEdit(work: Work, edit: MessageEdit): Promise<void> {
  if (edit.rewritten) await queueGameDirectMessage(work, 'GAME_DIRECT_MESSAGE_UPDATE', edit)
}

/** Queues the webhook events of direct messages that are about to be deleted. [EVT-16] */
export async function announceDirectMessageDeletions(work: Work, { location, ids }: MessagesOfChannel): Promise<void> {
  const { type, recipient_ids } = location.channel
  if (type !== ChannelType.DM || (await gamesOfAll(work, recipient_ids)).length === 0) return
  for (const hydrated of await hydrateMessages(work, await listMessagesById(work, ids), 0n))
    await queueGameDirectMessage(work, 'GAME_DIRECT_MESSAGE_DELETE', { location, hydrated })
}

/**
 * Queues the webhook event of a direct message for each game that one of its two users is playing. Games without the
 * scope of messages learn only of those that they sent.
 */
async function queueGameDirectMessage(
  work: Work,
  type: GameDirectMessageType,
  { location: { channel }, hydrated }: MessageAt,
): Promise<void> {
  if (channel.type !== ChannelType.DM) return
  const { message } = hydrated
  const games = new Set(
    (await gamesOfAll(work, channel.recipient_ids))
      .filter(
        ({ applicationId, scopes }) =>
          scopes.has('dm_channels.messages.read') || applicationId === message.application_id,
      )
      .map(({ applicationId }) => applicationId),
  )
  if (games.size === 0) return
  const recipients = [...(await listUsers(work, channel.recipient_ids)).values()]
  // Messages between a person and a bot are no messages of players.
  if (recipients.some(({ bot }) => bot)) return
  for (const applicationId of games) {
    const reader = { applicationId, channelType: channel.type }
    const object = presentMessageForGame(hydrated, reader, work.attachmentUrls)
    const data = { ...object, channel: presentDm(channel, 0n, recipients) }
    await queueWebhookEvent(work, { application: { id: applicationId }, type, userId: message.author_id, data })
  }
}

/** Returns the games that users play, once for each session. */
async function gamesOfAll(work: Work, userIds: readonly Snowflake[]): Promise<PlayedGame[]> {
  const games: PlayedGame[] = []
  for (const userId of userIds) games.push(...(await work.players.gamesOf(work, userId)))
  return games
}
