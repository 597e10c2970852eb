import type { GuildObject, MemberObject, MessageObject, RelationshipObject, UserObject } from '@guildhall/protocol'
import type { Host } from './host.ts'

/** Returns the user object of RPC. */
export function rpcUser(user: UserObject): object {
  const { id, username, discriminator, global_name, avatar, avatar_decoration_data, bot, public_flags } = user
  return {
    id,
    username,
    discriminator: discriminator ?? '0',
    global_name: global_name ?? null,
    avatar: avatar ?? null,
    avatar_decoration_data: avatar_decoration_data ?? null,
    bot: bot ?? false,
    flags: public_flags ?? 0,
    premium_type: (user as { premium_type?: number }).premium_type ?? 0,
  }
}

/** Returns the message object of RPC. */
export function messageObject(message: MessageObject): object {
  const { id, content, edited_timestamp, timestamp, tts, mention_everyone, mention_roles, embeds, attachments } =
    message
  const { author, pinned, type, mentions } = message
  return {
    id,
    bot: author.bot ?? false,
    content,
    nick: author.global_name ?? author.username,
    edited_timestamp,
    timestamp,
    tts,
    mentions: mentions.map(rpcUser),
    mention_everyone,
    mention_roles,
    embeds,
    attachments,
    author: rpcUser(author),
    pinned,
    type,
  }
}

/** Returns the relationship object of RPC, with the presence of the other user. */
export function relationshipObject(
  host: Host,
  { id, type, user }: Pick<RelationshipObject, 'id' | 'type' | 'user'>,
): object {
  const presence = host.presence(id)
  return {
    type,
    user: rpcUser(user),
    presence: { status: presence?.status ?? 'offline', activity: presence?.activities[0] ?? null },
  }
}

/** Returns the guild member object of RPC. */
export function memberObject(guild: Pick<GuildObject, 'id' | 'roles'>, member: MemberObject): object {
  const { user, nick, avatar, avatar_decoration_data, roles } = member
  const colored = guild.roles
    .filter(({ id, color }) => color !== 0 && roles.includes(id))
    .sort((a, b) => b.position - a.position)[0]
  return {
    user_id: user.id,
    nick: nick ?? null,
    guild_id: guild.id,
    avatar: avatar ?? null,
    avatar_decoration_data: avatar_decoration_data ?? null,
    color_string: colored ? `#${colored.color.toString(16).padStart(6, '0')}` : null,
  }
}
