import { type Static, Type } from 'typebox'
import { AvatarDecoration, Collectibles, User } from './user.ts'
import { Bits, Flag, Id, Int, maybe, maybeNull, nullable, Text, Time } from './wire.ts'

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
  avatar_decoration_data: maybeNull(AvatarDecoration),
  collectibles: maybeNull(Collectibles),
}

export const Member = Type.Object(
  {
    ...memberFields,
    user: User,
    mute: Flag,
    deaf: Flag,
    bio: maybe(Text),
    /** All permissions in the channel of an interaction; only there. */
    permissions: maybe(Bits),
  },
  { title: 'Member' },
)
export type MemberObject = Static<typeof Member>

/** Beside a user that is named already: messages, resolved objects. */
export const PartialMember = Type.Object(
  { ...memberFields, mute: maybe(Flag), deaf: maybe(Flag), permissions: maybe(Bits) },
  { title: 'PartialMember' },
)
export type PartialMemberObject = Static<typeof PartialMember>

export const Ban = Type.Object({ user: User, reason: nullable(Text) }, { title: 'Ban' })
export type BanObject = Static<typeof Ban>

export const BulkBanResult = Type.Object(
  { banned_users: Type.Array(Id), failed_users: Type.Array(Id) },
  { title: 'BulkBanResult' },
)
export type BulkBanResultObject = Static<typeof BulkBanResult>

export const VoiceState = Type.Object(
  {
    guild_id: maybeNull(Id),
    channel_id: nullable(Id),
    user_id: Id,
    member: maybe(Member),
    session_id: Text,
    deaf: Flag,
    mute: Flag,
    self_deaf: Flag,
    self_mute: Flag,
    self_stream: maybeNull(Flag),
    self_video: Flag,
    suppress: Flag,
    request_to_speak_timestamp: nullable(Time),
  },
  { title: 'VoiceState' },
)
export type VoiceStateObject = Static<typeof VoiceState>
