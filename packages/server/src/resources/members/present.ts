import { type MemberObject, type PartialMemberObject, wireTime, wireTimeOrNull } from '@guildhall/protocol'
import type { Member, User } from '../../kernel/model.ts'
import { presentUser } from '../users/index.ts'

/** Returns a member without `user`, for objects that carry the user themselves: messages, interactions. */
export function presentMemberOnly(member: Member): PartialMemberObject & Pick<MemberObject, 'mute' | 'deaf'> {
  return {
    avatar: member.avatar,
    banner: member.banner,
    communication_disabled_until: wireTimeOrNull(member.communication_disabled_until),
    deaf: member.deaf,
    flags: member.flags,
    joined_at: wireTime(member.joined_at),
    mute: member.mute,
    nick: member.nick,
    pending: member.pending,
    premium_since: wireTimeOrNull(member.premium_since),
    roles: member.roles.map(String),
    avatar_decoration_data: null,
    collectibles: null,
  }
}

export function presentMember(member: Member, user: User): MemberObject {
  return { ...presentMemberOnly(member), user: presentUser(user) }
}
