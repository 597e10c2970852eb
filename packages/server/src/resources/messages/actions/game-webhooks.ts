import { ChannelType, type Snowflake, type WebhookEventType } from '@guildhall/protocol'
import type { Work } from '../../../kernel/work.ts'
import { presentDm } from '../../channels/index.ts'
import { listUsers } from '../../users/index.ts'
import { queueWebhookEvent } from '../../webhook-events/index.ts'
import { presentMessageForGame } from '../game-present.ts'
import type { ChannelLocation, HydratedMessage } from '../model.ts'
import { listMessagesById } from '../store.ts'
import { hydrateMessages } from './hydrate.ts'

type GameDirectMessageType = Extract<WebhookEventType, `GAME_DIRECT_MESSAGE_${string}`>

/**
 * Queues the webhook event of a direct message for each game that one of its two users is playing. Games without the
 * scope of messages learn only of those that they sent. [EVT-16]
 */
export async function queueGameDirectMessage(
  work: Work,
  type: GameDirectMessageType,
  { channel }: ChannelLocation,
  hydrated: HydratedMessage,
): Promise<void> {
  if (channel.type !== ChannelType.DM) return
  const { message } = hydrated
  const games = new Set(
    channel.recipient_ids
      .flatMap((id) => work.players.gamesOf(id))
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

/** Queues the webhook events of direct messages that are about to be deleted. */
export async function queueGameDirectMessageDeletions(
  work: Work,
  location: ChannelLocation,
  ids: readonly Snowflake[],
): Promise<void> {
  const { type, recipient_ids } = location.channel
  if (type !== ChannelType.DM || recipient_ids.every((id) => work.players.gamesOf(id).length === 0)) return
  for (const hydrated of await hydrateMessages(work, await listMessagesById(work, ids), 0n))
    await queueGameDirectMessage(work, 'GAME_DIRECT_MESSAGE_DELETE', location, hydrated)
}
