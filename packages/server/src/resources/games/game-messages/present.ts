import {
  type ChannelObject,
  ChannelType,
  type GameDirectMessageObject,
  type LobbyMessageObject,
  MessageFlag,
  type Snowflake,
  snowflakeTime,
  type UserObject,
  wireTime,
  wireTimeOrNull,
} from '@guildhall/protocol'
import type { AttachmentSigner } from '../../../kernel/attachment-urls.ts'
import { presentBasicApplication } from '../../accounts/applications/present.ts'
import { presentDeletedUser, presentUser } from '../../accounts/users/present.ts'
import { presentFiles } from '../../messaging/messages/attachment-present.ts'
import { presentWebhookAuthor } from '../../messaging/messages/present.ts'
import { type GameDm, type HydratedGameMessage, type LoadedGameDm, otherUserOf } from './model.ts'

function presentAuthor({ message, author }: HydratedGameMessage): UserObject {
  const webhook = message.parts?.webhook
  if (webhook) return presentWebhookAuthor(BigInt(webhook.id), webhook)
  return author ? presentUser(author) : presentDeletedUser(message.author_id)
}

/**
 * Returns the channel object of a DM that exists only in a game. Its id is that of the other user, as the public
 * platform has it; no other operation knows it.
 */
export function presentGameDm({ dm, users, lastMessageId }: LoadedGameDm, viewerId: Snowflake): ChannelObject {
  return {
    id: otherUserOf(dm, viewerId).toString(),
    type: ChannelType.EPHEMERAL_DM,
    last_message_id: lastMessageId?.toString() ?? null,
    flags: 0,
    recipients: users.map(presentUser),
  }
}

/** Returns a direct message that exists only in a game, for one of its two users. */
export function presentGameDirectMessage(
  hydrated: HydratedGameMessage,
  loaded: LoadedGameDm,
  viewerId: Snowflake,
): GameDirectMessageObject {
  const { message, application } = hydrated
  const { activity, metadata, moderation_metadata, nonce } = message
  const otherId = otherUserOf(loaded.dm, viewerId).toString()
  return {
    id: message.id.toString(),
    channel_id: otherId,
    recipient_id: otherId,
    type: message.type,
    content: message.content,
    author: presentAuthor(hydrated),
    timestamp: wireTime(snowflakeTime(message.id)),
    edited_timestamp: wireTimeOrNull(message.edited_at),
    tts: false,
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: [],
    components: [],
    pinned: false,
    flags: message.flags,
    application_id: message.application_id.toString(),
    channel_type: ChannelType.EPHEMERAL_DM,
    channel: presentGameDm(loaded, viewerId),
    ...(nonce !== null && { nonce }),
    ...(activity && { activity: presentActivity(activity) }),
    ...(application && { application: presentBasicApplication(application) }),
    ...(metadata && { metadata }),
    ...(moderation_metadata && { moderation_metadata }),
  }
}

function presentActivity({ type, party_id, session_id }: NonNullable<HydratedGameMessage['message']['activity']>) {
  return { type, ...(party_id !== null && { party_id }), ...(session_id !== null && { session_id }) }
}

/** Returns the `data` of a webhook event about a message between two provisional accounts. (Part 2, section 15) */
export function presentSdkDirectMessage(hydrated: HydratedGameMessage, loaded: LoadedGameDm) {
  const { message } = hydrated
  const whole = presentGameDirectMessage(hydrated, loaded, message.author_id)
  const { id, type, content, author, flags, application_id, channel, activity, application } = whole
  return {
    id,
    type,
    content,
    author,
    flags,
    application_id,
    channel,
    ...(activity && { activity }),
    ...(application === undefined ? {} : { application }),
  }
}

/** Returns the payload of MESSAGE_DELETE for one of the two users. */
export function presentGameDmDeletion(id: Snowflake, dm: GameDm, viewerId: Snowflake) {
  return { id: id.toString(), channel_id: otherUserOf(dm, viewerId).toString() }
}

/** Returns the lobby message object. The parts of a channel's message come with it. [LOB-1] [LOB-4] */
export function presentLobbyMessage(hydrated: HydratedGameMessage, urls: AttachmentSigner): LobbyMessageObject {
  const { message } = hydrated
  const { additional_name, metadata, moderation_metadata } = message
  const fromGame = (message.flags & MessageFlag.SENT_BY_SOCIAL_LAYER_INTEGRATION) !== 0
  return {
    id: message.id.toString(),
    type: message.type,
    content: message.content,
    lobby_id: message.channel_id.toString(),
    channel_id: message.channel_id.toString(),
    author: presentAuthor(hydrated),
    ...(additional_name !== null && { lobby_member: { additional_name } }),
    ...(metadata && { metadata }),
    ...(moderation_metadata && { moderation_metadata }),
    flags: message.flags,
    ...(fromGame ? { application_id: message.application_id.toString() } : {}),
    ...(message.edited_at !== null && {
      timestamp: wireTime(snowflakeTime(message.id)),
      edited_timestamp: wireTime(message.edited_at),
    }),
    ...presentParts(hydrated, urls),
  }
}

/** Returns what else a message of the linked channel contains, so that games can show that there is more. */
function presentParts(
  { message: { parts }, mentioned }: HydratedGameMessage,
  urls: AttachmentSigner,
): Partial<LobbyMessageObject> {
  if (!parts) return {}
  const { attachments, embeds } = presentFiles({ ...parts, components: [] }, urls)
  return {
    ...(mentioned.length > 0 && { mentions: mentioned.map(presentUser) }),
    ...(attachments.length > 0 && { attachments }),
    ...(embeds.length > 0 && { embeds }),
    ...(parts.sticker_items.length > 0 && { sticker_items: parts.sticker_items }),
    ...(parts.poll !== null && { poll: { question: { text: parts.poll } } }),
  }
}
