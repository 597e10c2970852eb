import { type MemberObject, type PartialMemberObject, wireTime, wireTimeOrNull } from '@guildhall/protocol'
import type { Member, User } from '../../../kernel/model.ts'
import { presentUser } from '../../accounts/users/present.ts'

/** Returns a member without `user`, for objects that contain the user themselves: messages, interactions. */
export function presentPartialMember(member: Member): PartialMemberObject & Pick<MemberObject, 'mute' | 'deaf'> {
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

/** Returns the guild member object. */
export function presentMember(member: Member, user: User): MemberObject {
  return { ...presentPartialMember(member), user: presentUser(user) }
}

/** Returns the member objects of the members whose users are given, in the order of the members. */
export function presentMembers(members: Iterable<Member>, users: ReadonlyMap<bigint, User>): MemberObject[] {
  return [...members].flatMap((member) => {
    const user = users.get(member.user_id)
    return user ? [presentMember(member, user)] : []
  })
}
