import { type Static, Type } from 'typebox'
import { AttachmentObject } from './attachment.ts'
import { ThreadObject } from './channel.ts'
import { EmbedObject } from './embed.ts'
import { PartialEmojiObject, StickerItemObject, StickerObject } from './emoji.ts'
import { MemberObject, PartialMemberObject } from './member.ts'
import { PollObject } from './poll.ts'
import { RoleObject } from './role.ts'
import { UserObject } from './user.ts'
import { Flag, Id, Int, mapOf, nullable, optional, optionalNullable, Text, Time } from './wire.ts'

export const ReactionObject = Type.Object(
  {
    emoji: PartialEmojiObject,
    count: Int,
    count_details: Type.Object({ burst: Int, normal: Int }),
    me: Flag,
    me_burst: Flag,
    burst_colors: Type.Array(Text),
    burst_me: optional(Flag),
    burst_count: optional(Int),
  },
  { title: 'Reaction' },
)
export type ReactionObject = Static<typeof ReactionObject>

export const MessageReferenceObject = Type.Object(
  { type: optional(Int), message_id: optional(Id), channel_id: optional(Id), guild_id: optional(Id) },
  { title: 'MessageReference' },
)
export type MessageReferenceObject = Static<typeof MessageReferenceObject>

const contentFields = {
  type: Int,
  content: Text,
  mentions: Type.Array(UserObject),
  mention_roles: Type.Array(Id),
  attachments: Type.Array(AttachmentObject),
  embeds: Type.Array(EmbedObject),
  timestamp: Time,
  edited_timestamp: nullable(Time),
  flags: Int,
  components: Type.Array(Type.Unknown()),
  stickers: optional(Type.Array(StickerObject)),
  sticker_items: optional(Type.Array(StickerItemObject)),
}

export const MessageSnapshotObject = Type.Object(
  { message: Type.Object(contentFields) },
  { title: 'MessageSnapshot', description: 'A forwarded message as it was then' },
)
export type MessageSnapshotObject = Static<typeof MessageSnapshotObject>

const metadataFields = {
  id: Id,
  type: Int,
  user: UserObject,
  authorizing_integration_owners: mapOf(Id),
  original_response_message_id: optional(Id),
  target_user: optional(UserObject),
  target_message_id: optional(Id),
  interacted_message_id: optional(Id),
  /** Name and type of the command. */
  name: optional(Text),
  command_type: optional(Int),
}

export const MessageInteractionMetadataObject = Type.Object(
  {
    ...metadataFields,
    /** Interaction that opened the modal. */
    triggering_interaction_metadata: optional(Type.Object(metadataFields)),
  },
  { title: 'MessageInteractionMetadata' },
)
export type MessageInteractionMetadataObject = Static<typeof MessageInteractionMetadataObject>

export const ResolvedInMessageObject = Type.Object(
  {
    users: optional(mapOf(UserObject)),
    members: optional(mapOf(PartialMemberObject)),
    roles: optional(mapOf(RoleObject)),
    channels: optional(mapOf(Type.Unknown())),
  },
  { title: 'ResolvedInMessage' },
)
export type ResolvedInMessageObject = Static<typeof ResolvedInMessageObject>

const messageFields = {
  ...contentFields,
  id: Id,
  channel_id: Id,
  author: UserObject,
  pinned: Flag,
  mention_everyone: Flag,
  tts: Flag,
  mention_channels: optional(Type.Array(Type.Object({ id: Id, guild_id: Id, type: Int, name: Text }))),
  reactions: optional(Type.Array(ReactionObject)),
  nonce: optional(Type.Union([Text, Int])),
  webhook_id: optional(Id),
  activity: optional(Type.Object({ type: Int, party_id: optional(Text), session_id: optional(Text) })),
  application: optional(Type.Unknown()),
  application_id: optional(Id),
  message_reference: optional(MessageReferenceObject),
  message_snapshots: optional(Type.Array(MessageSnapshotObject)),
  interaction_metadata: optional(MessageInteractionMetadataObject),
  interaction: optional(
    Type.Object({ id: Id, type: Int, name: Text, user: UserObject, member: optional(PartialMemberObject) }),
  ),
  thread: optional(ThreadObject),
  position: optional(Int),
  role_subscription_data: optional(
    Type.Object({
      role_subscription_listing_id: Id,
      tier_name: Text,
      total_months_subscribed: Int,
      is_renewal: Flag,
    }),
  ),
  resolved: optional(ResolvedInMessageObject),
  poll: optional(PollObject),
  call: optional(Type.Object({ participants: Type.Array(Id), ended_timestamp: optionalNullable(Time) })),
  purchase_notification: optional(Type.Object({ type: Int, guild_product_purchase: optional(Type.Unknown()) })),
  shared_client_theme: optional(
    Type.Object({ colors: Type.Array(Text), gradient_angle: Int, base_mix: Int, base_theme: Int }),
  ),
  lobby_member: optional(Type.Object({ additional_name: Text })),
}

/** Target of a reply, without the message that it replies to itself. */
export const BasicMessageObject = Type.Object(messageFields, { title: 'BasicMessage' })
export type BasicMessageObject = Static<typeof BasicMessageObject>

export const MessageObject = Type.Object(
  { ...messageFields, referenced_message: optionalNullable(BasicMessageObject) },
  { title: 'Message' },
)
export type MessageObject = Static<typeof MessageObject>

/** Message of MESSAGE_CREATE and MESSAGE_UPDATE. */
export const MessageEventObject = Type.Object(
  {
    ...MessageObject.properties,
    guild_id: optional(Id),
    channel_type: optional(Int),
    member: optional(PartialMemberObject),
    /** For games: what the sending game attached, and what its server wrote about the message. */
    metadata: optional(mapOf(Text)),
    moderation_metadata: optional(mapOf(Text)),
    mentions: Type.Array(Type.Object({ ...UserObject.properties, member: optional(Type.Partial(MemberObject)) })),
  },
  { title: 'MessageEvent' },
)
export type MessageEventObject = Static<typeof MessageEventObject>

export const MessagePinsObject = Type.Object(
  { items: Type.Array(Type.Object({ pinned_at: Time, message: MessageObject })), has_more: Flag },
  { title: 'MessagePins' },
)
export type MessagePinsObject = Static<typeof MessagePinsObject>
