import {
  allow,
  CommandType,
  has,
  INTERACTION_RESPONSE_MS,
  type Instant,
  MessageType,
  Permission,
  refuse,
  type Verdict,
} from '@guildhall/protocol'
import type { StoredInteraction } from './model.ts'

/**
 * Whether the application may send the initial response: once, within 3 seconds, and before its endpoint has failed.
 * [SVC-4]
 */
export function mayRespond(
  interaction: Pick<StoredInteraction, 'answered_at' | 'failed_at' | 'created_at'>,
  at: Instant,
): Verdict {
  if (interaction.answered_at !== null)
    return refuse('INTERACTION_ALREADY_ACKNOWLEDGED', 'the initial response was already sent')
  if (interaction.failed_at !== null) return refuse('UNKNOWN_INTERACTION', 'the interaction has failed')
  return at > interaction.created_at + INTERACTION_RESPONSE_MS
    ? refuse('UNKNOWN_INTERACTION', `no initial response within ${INTERACTION_RESPONSE_MS} ms`)
    : allow
}

/** Permissions that an application can borrow from its user where it has no bot. */
const BORROWED =
  Permission.EMBED_LINKS | Permission.ATTACH_FILES | Permission.MENTION_EVERYONE | Permission.USE_EXTERNAL_EMOJIS

/** Access of an application to the channel of an interaction. Permissions are null for users outside the guild. */
export interface ApplicationAccess {
  readonly inGuild: boolean
  /** Whether the channel is the DM between the user and the application's bot. */
  readonly withBot: boolean
  /** Whether the guild has installed the application. True in the DM with its bot. */
  readonly installed: boolean
  /** Permissions of the bot in the channel, without implicit rules. */
  readonly bot: bigint | null
  /** Permissions of the user in the channel. */
  readonly invoker: bigint | null
  /** Permissions of @everyone in the channel, if the guild has installed the application. */
  readonly everyone: bigint | null
}

/**
 * Returns the `app_permissions` of an interaction: those of the bot in the channel. An application without a bot there
 * borrows some: from @everyone where the guild has installed it, otherwise from the user.
 */
export function appPermissions({ inGuild, withBot, bot, invoker, everyone }: ApplicationAccess): bigint {
  if (bot !== null) return bot
  if (inGuild) return BORROWED & (everyone ?? invoker ?? 0n)
  return withBot ? BORROWED : BORROWED & ~Permission.USE_EXTERNAL_EMOJIS
}

/**
 * Returns whether all responses are ephemeral: in guilds that have not installed the application, unless the user may
 * use external applications and send messages.
 */
export function respondsEphemerally({ inGuild, installed, invoker }: ApplicationAccess): boolean {
  if (!inGuild || installed) return false
  return !has(invoker ?? 0n, Permission.USE_EXTERNAL_APPS | Permission.SEND_MESSAGES)
}

/** Returns the type of a response message. `isReply`: it refers to an existing message. */
export function responseMessageType(
  { command, source_message_id }: Pick<StoredInteraction, 'command' | 'source_message_id'>,
  { isReply, isFollowup }: { isReply: boolean; isFollowup: boolean },
): number {
  if (isReply && (isFollowup || source_message_id !== null)) return MessageType.REPLY
  if (command?.type === CommandType.USER || command?.type === CommandType.MESSAGE)
    return MessageType.CONTEXT_MENU_COMMAND
  return command ? MessageType.CHAT_INPUT_COMMAND : MessageType.DEFAULT
}
