import { type Static, Type } from 'typebox'
import { AttachmentObject } from './attachment.ts'
import { ChannelObject } from './channel.ts'
import { EmbedObject } from './embed.ts'
import { StickerItemObject } from './emoji.ts'
import { UserObject } from './user.ts'
import { Id, Int, mapOf, nullable, optional, optionalNullable, Text, Time } from './wire.ts'

export const LobbyMemberObject = Type.Object(
  { id: Id, metadata: optionalNullable(mapOf(Text)), flags: Int, additional_name: optional(Text) },
  { title: 'LobbyMember' },
)
export type LobbyMemberObject = Static<typeof LobbyMemberObject>

export const LobbyObject = Type.Object(
  {
    id: Id,
    application_id: Id,
    metadata: nullable(mapOf(Text)),
    members: Type.Array(LobbyMemberObject),
    linked_channel: optional(ChannelObject),
    flags: optional(Int),
    override_event_webhooks_url: optionalNullable(Text),
  },
  { title: 'Lobby' },
)
export type LobbyObject = Static<typeof LobbyObject>

/** Invite to the linked channel of a lobby. */
export const LobbyInviteObject = Type.Object({ code: Text }, { title: 'LobbyInvite' })
export type LobbyInviteObject = Static<typeof LobbyInviteObject>

export const LobbyMessageObject = Type.Object(
  {
    id: Id,
    type: Int,
    content: Text,
    lobby_id: Id,
    /** Equal to `lobby_id`. */
    channel_id: Id,
    author: UserObject,
    lobby_member: optional(Type.Object({ additional_name: Text })),
    metadata: optional(mapOf(Text)),
    moderation_metadata: optional(mapOf(Text)),
    flags: Int,
    application_id: optional(Id),
    timestamp: optional(Time),
    edited_timestamp: optionalNullable(Time),
    // Of messages in the linked channel
    mentions: optional(Type.Array(UserObject)),
    attachments: optional(Type.Array(AttachmentObject)),
    embeds: optional(Type.Array(EmbedObject)),
    sticker_items: optional(Type.Array(StickerItemObject)),
    poll: optional(Type.Object({ question: Type.Object({ text: Text }) })),
  },
  { title: 'LobbyMessage' },
)
export type LobbyMessageObject = Static<typeof LobbyMessageObject>
