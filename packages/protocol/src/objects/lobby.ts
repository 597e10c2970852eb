import { type Static, Type } from 'typebox'
import { ChannelObject } from './channel.ts'
import { UserObject } from './user.ts'
import { Id, Int, mapOf, maybe, maybeNull, nullable, Text, Time } from './wire.ts'

export const LobbyMemberObject = Type.Object(
  { id: Id, metadata: maybeNull(mapOf(Text)), flags: Int, additional_name: maybe(Text) },
  { title: 'LobbyMember' },
)
export type LobbyMemberObject = Static<typeof LobbyMemberObject>

export const LobbyObject = Type.Object(
  {
    id: Id,
    application_id: Id,
    metadata: nullable(mapOf(Text)),
    members: Type.Array(LobbyMemberObject),
    linked_channel: maybe(ChannelObject),
    flags: maybe(Int),
    override_event_webhooks_url: maybeNull(Text),
  },
  { title: 'Lobby' },
)
export type LobbyObject = Static<typeof LobbyObject>

export const LobbyMessageObject = Type.Object(
  {
    id: Id,
    type: Int,
    content: Text,
    lobby_id: Id,
    /** The same as `lobby_id`. */
    channel_id: Id,
    author: UserObject,
    lobby_member: maybe(Type.Object({ additional_name: Text })),
    metadata: maybe(mapOf(Text)),
    moderation_metadata: maybe(mapOf(Text)),
    flags: Int,
    application_id: maybe(Id),
    timestamp: maybe(Time),
    edited_timestamp: maybeNull(Time),
  },
  { title: 'LobbyMessage' },
)
export type LobbyMessageObject = Static<typeof LobbyMessageObject>
