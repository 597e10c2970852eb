import { type Static, Type } from 'typebox'
import { Attachment } from './attachment.ts'
import { Thread } from './channel.ts'
import { Embed } from './embed.ts'
import { PartialEmoji, Sticker, StickerItem } from './emoji.ts'
import { Member, PartialMember } from './member.ts'
import { Poll } from './poll.ts'
import { Role } from './role.ts'
import { User } from './user.ts'
import { Flag, Id, Int, mapOf, maybe, maybeNull, nullable, Text, Time } from './wire.ts'

export const Reaction = Type.Object(
  {
    emoji: PartialEmoji,
    count: Int,
    count_details: Type.Object({ burst: Int, normal: Int }),
    me: Flag,
    me_burst: Flag,
    burst_colors: Type.Array(Text),
  },
  { title: 'Reaction' },
)
export type ReactionObject = Static<typeof Reaction>

export const MessageReference = Type.Object(
  { type: maybe(Int), message_id: maybe(Id), channel_id: maybe(Id), guild_id: maybe(Id) },
  { title: 'MessageReference' },
)
export type MessageReferenceObject = Static<typeof MessageReference>

const contentFields = {
  type: Int,
  content: Text,
  mentions: Type.Array(User),
  mention_roles: Type.Array(Id),
  attachments: Type.Array(Attachment),
  embeds: Type.Array(Embed),
  timestamp: Time,
  edited_timestamp: nullable(Time),
  flags: Int,
  components: Type.Array(Type.Unknown()),
  stickers: maybe(Type.Array(Sticker)),
  sticker_items: maybe(Type.Array(StickerItem)),
}

export const MessageSnapshot = Type.Object(
  { message: Type.Object(contentFields) },
  { title: 'MessageSnapshot', description: 'A forwarded message as it was then' },
)
export type MessageSnapshotObject = Static<typeof MessageSnapshot>

const metadataFields = {
  id: Id,
  type: Int,
  user: User,
  authorizing_integration_owners: mapOf(Id),
  original_response_message_id: maybe(Id),
  target_user: maybe(User),
  target_message_id: maybe(Id),
  interacted_message_id: maybe(Id),
}

export const MessageInteractionMetadata = Type.Object(
  {
    ...metadataFields,
    /** Of a modal: what opened it. */
    triggering_interaction_metadata: maybe(Type.Object(metadataFields)),
  },
  { title: 'MessageInteractionMetadata' },
)
export type MessageInteractionMetadataObject = Static<typeof MessageInteractionMetadata>

export const ResolvedInMessage = Type.Object(
  {
    users: maybe(mapOf(User)),
    members: maybe(mapOf(PartialMember)),
    roles: maybe(mapOf(Role)),
    channels: maybe(mapOf(Type.Unknown())),
  },
  { title: 'ResolvedInMessage' },
)

const messageFields = {
  ...contentFields,
  id: Id,
  channel_id: Id,
  author: User,
  pinned: Flag,
  mention_everyone: Flag,
  tts: Flag,
  mention_channels: maybe(Type.Array(Type.Object({ id: Id, guild_id: Id, type: Int, name: Text }))),
  reactions: maybe(Type.Array(Reaction)),
  nonce: maybe(Type.Union([Text, Int])),
  webhook_id: maybe(Id),
  activity: maybe(Type.Object({ type: Int, party_id: maybe(Text) })),
  application: maybe(Type.Unknown()),
  application_id: maybe(Id),
  message_reference: maybe(MessageReference),
  message_snapshots: maybe(Type.Array(MessageSnapshot)),
  interaction_metadata: maybe(MessageInteractionMetadata),
  interaction: maybe(Type.Object({ id: Id, type: Int, name: Text, user: User, member: maybe(PartialMember) })),
  thread: maybe(Thread),
  position: maybe(Int),
  role_subscription_data: maybe(
    Type.Object({
      role_subscription_listing_id: Id,
      tier_name: Text,
      total_months_subscribed: Int,
      is_renewal: Flag,
    }),
  ),
  resolved: maybe(ResolvedInMessage),
  poll: maybe(Poll),
  call: maybe(Type.Object({ participants: Type.Array(Id), ended_timestamp: maybeNull(Time) })),
  purchase_notification: maybe(Type.Object({ type: Int, guild_product_purchase: maybe(Type.Unknown()) })),
  shared_client_theme: maybe(
    Type.Object({ colors: Type.Array(Text), gradient_angle: Int, base_mix: Int, base_theme: Int }),
  ),
  lobby_member: maybe(Type.Object({ additional_name: Text })),
}

/** A message that another one refers to: a reply shows its target, but not what that one replied to. */
export const BasicMessage = Type.Object(messageFields, { title: 'BasicMessage' })
export type BasicMessageObject = Static<typeof BasicMessage>

export const Message = Type.Object(
  { ...messageFields, referenced_message: maybeNull(BasicMessage) },
  { title: 'Message' },
)
export type MessageObject = Static<typeof Message>

/** As MESSAGE_CREATE and MESSAGE_UPDATE carry it. */
export const MessageEvent = Type.Object(
  {
    ...Message.properties,
    guild_id: maybe(Id),
    channel_type: maybe(Int),
    member: maybe(PartialMember),
    mentions: Type.Array(Type.Object({ ...User.properties, member: maybe(Type.Partial(Member)) })),
  },
  { title: 'MessageEvent' },
)
export type MessageEventObject = Static<typeof MessageEvent>

export const MessagePins = Type.Object(
  { items: Type.Array(Type.Object({ pinned_at: Time, message: Message })), has_more: Flag },
  { title: 'MessagePins' },
)
export type MessagePinsObject = Static<typeof MessagePins>
