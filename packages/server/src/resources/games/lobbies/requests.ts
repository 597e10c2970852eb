import {
  LOBBY_ADDITIONAL_NAME_MAX,
  LOBBY_IDLE_TIMEOUT_MAX,
  LOBBY_IDLE_TIMEOUT_MIN,
  LOBBY_MEMBERS_BULK_MAX,
  LOBBY_SECRET_MAX,
  LobbyFlag,
  LobbyMemberFlag,
} from '@guildhall/protocol'
import { Int, List, OneOf, OptionalNullable, SnowflakeId, type Static, Text, Type } from '../../../validation/schema.ts'

/** Keys of the metadata, and length of each value. `LOBBY_METADATA_MAX` bounds all of them together. */
const METADATA_KEYS_MAX = 25
const METADATA_VALUE_MAX = 1024
const WEBHOOK_URL_MAX = 512

const MetadataBody = Type.Record(Type.String(), Text(0, METADATA_VALUE_MAX), { maxProperties: METADATA_KEYS_MAX })
const MemberFlags = OneOf(0, LobbyMemberFlag.CAN_LINK_LOBBY)
const LobbyFlags = OneOf(0, LobbyFlag.REQUIRE_APPLICATION_AUTHORIZATION)
const IdleTimeout = Int(LOBBY_IDLE_TIMEOUT_MIN, LOBBY_IDLE_TIMEOUT_MAX)

export const LobbyPath = Type.Object({ lobby_id: SnowflakeId })
export const LobbyMemberPath = Type.Object({ lobby_id: SnowflakeId, user_id: SnowflakeId })

const fields = {
  metadata: OptionalNullable(MetadataBody),
  flags: OptionalNullable(MemberFlags),
}

/** Member in the body of a lobby. The additional name cannot be set here. [LOB-3] */
const ListedMember = Type.Object({ id: SnowflakeId, ...fields })

/** Body of a member, from the back end. */
export const MemberBody = Type.Object({
  ...fields,
  additional_name: OptionalNullable(Text(1, LOBBY_ADDITIONAL_NAME_MAX)),
})
export type MemberBody = Static<typeof MemberBody>

/** Body of the bulk update: members to add or change, and members to remove. [END-31] */
export const BulkMembersBody = List(
  Type.Object({
    id: SnowflakeId,
    ...fields,
    additional_name: OptionalNullable(Text(1, LOBBY_ADDITIONAL_NAME_MAX)),
    remove_member: OptionalNullable(Type.Boolean()),
  }),
  1,
  LOBBY_MEMBERS_BULK_MAX,
)

/** Body of a lobby, from the back end. */
export const LobbyBody = Type.Object({
  metadata: OptionalNullable(MetadataBody),
  members: OptionalNullable(List(ListedMember, 0, LOBBY_MEMBERS_BULK_MAX)),
  idle_timeout_seconds: OptionalNullable(IdleTimeout),
  flags: OptionalNullable(LobbyFlags),
  override_event_webhooks_url: OptionalNullable(Text(0, WEBHOOK_URL_MAX)),
})
export type LobbyBody = Static<typeof LobbyBody>

/** Body with which a player creates a lobby, or joins it by its secret. [END-18] */
export const SecretLobbyBody = Type.Object({
  secret: Text(1, LOBBY_SECRET_MAX),
  lobby_metadata: OptionalNullable(MetadataBody),
  member_metadata: OptionalNullable(MetadataBody),
  idle_timeout_seconds: OptionalNullable(IdleTimeout),
  flags: OptionalNullable(LobbyFlags),
})
export type SecretLobbyBody = Static<typeof SecretLobbyBody>

/** Development limits of operations on lobbies. [LIM-18] */
export const DEVELOPMENT_LIMIT = { limit: 100, windowMs: 2 * 3_600_000 } as const
