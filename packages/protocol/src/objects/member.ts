import { type Static, Type } from 'typebox'
import { AvatarDecorationObject, CollectiblesObject, UserObject } from './user.ts'
import { Bits, Flag, Id, Int, nullable, optional, optionalNullable, Text, Time } from './wire.ts'

const memberFields = {
  nick: nullable(Text),
  avatar: nullable(Text),
  banner: nullable(Text),
  roles: Type.Array(Id),
  joined_at: nullable(Time),
  premium_since: nullable(Time),
  communication_disabled_until: nullable(Time),
  flags: Int,
  pending: Flag,
  avatar_decoration_data: optionalNullable(AvatarDecorationObject),
  collectibles: optionalNullable(CollectiblesObject),
}

export const MemberObject = Type.Object(
  {
    ...memberFields,
    user: UserObject,
    mute: Flag,
    deaf: Flag,
    bio: optional(Text),
    /** Permissions in the channel; present in interactions only. */
    permissions: optional(Bits),
  },
  { title: 'Member' },
)
export type MemberObject = Static<typeof MemberObject>

/** Member without its user, which messages and resolved objects carry beside it. */
export const PartialMemberObject = Type.Object(
  { ...memberFields, mute: optional(Flag), deaf: optional(Flag), permissions: optional(Bits) },
  { title: 'PartialMember' },
)
export type PartialMemberObject = Static<typeof PartialMemberObject>

export const BanObject = Type.Object({ user: UserObject, reason: nullable(Text) }, { title: 'Ban' })
export type BanObject = Static<typeof BanObject>

export const BulkBanResultObject = Type.Object(
  { banned_users: Type.Array(Id), failed_users: Type.Array(Id) },
  { title: 'BulkBanResult' },
)
export type BulkBanResultObject = Static<typeof BulkBanResultObject>

export const VoiceStateObject = Type.Object(
  {
    guild_id: optionalNullable(Id),
    channel_id: nullable(Id),
    user_id: Id,
    member: optional(MemberObject),
    session_id: Text,
    deaf: Flag,
    mute: Flag,
    self_deaf: Flag,
    self_mute: Flag,
    self_stream: optionalNullable(Flag),
    self_video: Flag,
    suppress: Flag,
    request_to_speak_timestamp: nullable(Time),
  },
  { title: 'VoiceState' },
)
export type VoiceStateObject = Static<typeof VoiceStateObject>
