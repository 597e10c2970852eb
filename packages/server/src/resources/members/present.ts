import { wireTime, wireTimeOrNull } from '@guildhall/protocol'
import type { Member, User } from '../../kernel/model.ts'
import { presentUser } from '../users/index.ts'

/** A member without `user`, as messages and interactions carry it beside their own user. */
export function presentMemberOnly(member: Member): Record<string, unknown> {
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

export function presentMember(member: Member, user: User): Record<string, unknown> {
  return { ...presentMemberOnly(member), user: presentUser(user) }
}
