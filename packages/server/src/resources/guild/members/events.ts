import { Intent, type Snowflake } from '@guildhall/protocol'
import { eventType } from '../../../kernel/event.ts'
import type { Member, User } from '../../../kernel/model.ts'
import { presentUser } from '../../accounts/users/present.ts'
import { presentMember } from './present.ts'

/** Payload of events about one member. */
export interface MemberEvent {
  readonly member: Member
  readonly user: User
}

/** A user joined the guild. [EVT-8] */
export const guildMemberAdd = eventType<MemberEvent>({
  key: 'member.added',
  name: 'GUILD_MEMBER_ADD',
  intents: () => Intent.GUILD_MEMBERS,
  visibleTo: () => true,
  present: ({ member, user }) => ({ ...presentMember(member, user), guild_id: member.guild_id.toString() }),
  apply: (view, { member }) => {
    view.memberCount += 1
    view.cacheMember(member)
  },
  // They saw nothing of the guild before. A node may hear of it after it has begun to send them the guild.
  affectedUsers: ({ user }) => [user.id],
})

/** A member changed. Bots receive changes of their own member without an intent. [EVT-9] */
export const guildMemberUpdate = eventType<MemberEvent>({
  key: 'member.updated',
  name: 'GUILD_MEMBER_UPDATE',
  intents: () => 0,
  visibleTo: (viewer, { user }) =>
    viewer.kind === 'person' || (viewer.intents & Intent.GUILD_MEMBERS) !== 0 || viewer.userId === user.id,
  evaluateIndividually: ({ user }) => [user.id],
  present: ({ member, user }) => ({ ...presentMember(member, user), guild_id: member.guild_id.toString() }),
  apply: (view, { member }) => view.updateCachedMember(member),
  affectedUsers: ({ user }) => [user.id],
})

/** A member left, or was kicked or banned. [EVT-10] */
export const guildMemberRemove = eventType<{ guildId: Snowflake; user: User }>({
  key: 'member.removed',
  name: 'GUILD_MEMBER_REMOVE',
  intents: () => Intent.GUILD_MEMBERS,
  visibleTo: () => true,
  present: ({ guildId, user }) => ({ guild_id: guildId.toString(), user: presentUser(user) }),
  apply: (view, { user }) => {
    view.memberCount -= 1
    view.removeMember(user.id)
  },
  effect: ({ guildId, user }) => ({ kind: 'member-removed', guildId, userId: user.id }),
})

/** For the sessions of a user who joined: they begin to watch the guild, which sends GUILD_CREATE. */
export const guildJoined = eventType<Snowflake>({
  key: 'guild.joined',
  name: '',
  effect: () => ({ kind: 'membership-changed', change: 'joined' }),
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
})

/** For the sessions of a user whose membership ended. */
export const guildLeft = eventType<Snowflake>({
  key: 'guild.left',
  name: 'GUILD_DELETE',
  effect: () => ({ kind: 'membership-changed', change: 'left' }),
  intents: () => Intent.GUILDS,
  visibleTo: () => true,
  // Without `unavailable`: its absence distinguishes a removal from an outage.
  present: (guildId) => ({ id: guildId.toString() }),
})

/** Updates guild views alone: clients conclude this change of a member from another event. */
export const memberRowChanged = eventType<Member>({
  key: 'member-row.changed',
  name: '',
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
  apply: (view, member) => view.updateCachedMember(member),
  affectedUsers: (member) => [member.user_id],
})
