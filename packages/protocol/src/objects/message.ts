import { type Static, Type } from 'typebox'
import { AttachmentObject } from './attachment.ts'
import { ThreadObject } from './channel.ts'
import { EmbedObject } from './embed.ts'
import { PartialEmojiObject, StickerItemObject, StickerObject } from './emoji.ts'
import { MemberObject, PartialMemberObject } from './member.ts'
import { PollObject } from './poll.ts'
import { RoleObject } from './role.ts'
import { UserObject } from './user.ts'
import { Flag, Id, Int, mapOf, maybe, maybeNull, nullable, Text, Time } from './wire.ts'

export const ReactionObject = Type.Object(
  {
    emoji: PartialEmojiObject,
    count: Int,
    count_details: Type.Object({ burst: Int, normal: Int }),
    me: Flag,
    me_burst: Flag,
    burst_colors: Type.Array(Text),
    burst_me: maybe(Flag),
    burst_count: maybe(Int),
  },
  { title: 'Reaction' },
)
export type ReactionObject = Static<typeof ReactionObject>

export const MessageReferenceObject = Type.Object(
  { type: maybe(Int), message_id: maybe(Id), channel_id: maybe(Id), guild_id: maybe(Id) },
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
  stickers: maybe(Type.Array(StickerObject)),
  sticker_items: maybe(Type.Array(StickerItemObject)),
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
  original_response_message_id: maybe(Id),
  target_user: maybe(UserObject),
  target_message_id: maybe(Id),
  interacted_message_id: maybe(Id),
  /** Name and type of the command. */
  name: maybe(Text),
  command_type: maybe(Int),
}

export const MessageInteractionMetadataObject = Type.Object(
  {
    ...metadataFields,
    /** Of a modal: what opened it. */
    triggering_interaction_metadata: maybe(Type.Object(metadataFields)),
  },
  { title: 'MessageInteractionMetadata' },
)
export type MessageInteractionMetadataObject = Static<typeof MessageInteractionMetadataObject>

export const ResolvedInMessageObject = Type.Object(
  {
    users: maybe(mapOf(UserObject)),
    members: maybe(mapOf(PartialMemberObject)),
    roles: maybe(mapOf(RoleObject)),
    channels: maybe(mapOf(Type.Unknown())),
  },
  { title: 'ResolvedInMessage' },
)

const messageFields = {
  ...contentFields,
  id: Id,
  channel_id: Id,
  author: UserObject,
  pinned: Flag,
  mention_everyone: Flag,
  tts: Flag,
  mention_channels: maybe(Type.Array(Type.Object({ id: Id, guild_id: Id, type: Int, name: Text }))),
  reactions: maybe(Type.Array(ReactionObject)),
  nonce: maybe(Type.Union([Text, Int])),
  webhook_id: maybe(Id),
  activity: maybe(Type.Object({ type: Int, party_id: maybe(Text) })),
  application: maybe(Type.Unknown()),
  application_id: maybe(Id),
  message_reference: maybe(MessageReferenceObject),
  message_snapshots: maybe(Type.Array(MessageSnapshotObject)),
  interaction_metadata: maybe(MessageInteractionMetadataObject),
  interaction: maybe(
    Type.Object({ id: Id, type: Int, name: Text, user: UserObject, member: maybe(PartialMemberObject) }),
  ),
  thread: maybe(ThreadObject),
  position: maybe(Int),
  role_subscription_data: maybe(
    Type.Object({
      role_subscription_listing_id: Id,
      tier_name: Text,
      total_months_subscribed: Int,
      is_renewal: Flag,
    }),
  ),
  resolved: maybe(ResolvedInMessageObject),
  poll: maybe(PollObject),
  call: maybe(Type.Object({ participants: Type.Array(Id), ended_timestamp: maybeNull(Time) })),
  purchase_notification: maybe(Type.Object({ type: Int, guild_product_purchase: maybe(Type.Unknown()) })),
  shared_client_theme: maybe(
    Type.Object({ colors: Type.Array(Text), gradient_angle: Int, base_mix: Int, base_theme: Int }),
  ),
  lobby_member: maybe(Type.Object({ additional_name: Text })),
}

/** A message that another one refers to: a reply shows its target, but not what that one replied to. */
export const BasicMessageObject = Type.Object(messageFields, { title: 'BasicMessage' })
export type BasicMessageObject = Static<typeof BasicMessageObject>

export const MessageObject = Type.Object(
  { ...messageFields, referenced_message: maybeNull(BasicMessageObject) },
  { title: 'Message' },
)
export type MessageObject = Static<typeof MessageObject>

/** As MESSAGE_CREATE and MESSAGE_UPDATE carry it. */
export const MessageEventObject = Type.Object(
  {
    ...MessageObject.properties,
    guild_id: maybe(Id),
    channel_type: maybe(Int),
    member: maybe(PartialMemberObject),
    mentions: Type.Array(Type.Object({ ...UserObject.properties, member: maybe(Type.Partial(MemberObject)) })),
  },
  { title: 'MessageEvent' },
)
export type MessageEventObject = Static<typeof MessageEventObject>

export const MessagePinsObject = Type.Object(
  { items: Type.Array(Type.Object({ pinned_at: Time, message: MessageObject })), has_more: Flag },
  { title: 'MessagePins' },
)
export type MessagePinsObject = Static<typeof MessagePinsObject>
