import type { Snowflake } from '@guildhall/protocol'

/** The last message that a user has read in a channel. */
export interface StoredReadState {
  readonly user_id: Snowflake
  readonly channel_id: Snowflake
  readonly last_message_id: Snowflake
}

/** A message that counts as a mention of a target: a user, a role, or a guild with all its members. */
export interface StoredMention {
  readonly target_id: Snowflake
  readonly message_id: Snowflake
  readonly channel_id: Snowflake
  readonly guild_id: Snowflake | null
}

/** Last message that a user has read in a channel, and how many unread messages mention the user. */
export interface ReadState {
  readonly channelId: Snowflake
  /** Null if the user has read nothing. */
  readonly lastMessageId: Snowflake | null
  readonly mentionCount: number
}

/** The fields of a message that decide whom it mentions. */
export interface MentioningMessage {
  readonly id: Snowflake
  readonly channel_id: Snowflake
  readonly guild_id: Snowflake | null
  readonly author_id: Snowflake
  readonly mentions: readonly Snowflake[]
  readonly mention_roles: readonly Snowflake[]
  readonly mention_everyone: boolean
}

/** Returns the targets that a message mentions. In a DM it counts as a mention of every other recipient. */
export function mentionTargets(message: MentioningMessage, recipientIds: readonly Snowflake[]): Set<Snowflake> {
  const targets =
    message.guild_id === null
      ? recipientIds
      : [...message.mentions, ...message.mention_roles, ...(message.mention_everyone ? [message.guild_id] : [])]
  return new Set(targets.filter((id) => id !== message.author_id))
}
