import {
  AUTOMOD_KEYWORD_RULES_MAX,
  AutoModerationActionType,
  AutoModerationEvent,
  AutoModerationTrigger,
  allow,
  has,
  namesOf,
  Permission,
  refuse,
  type Snowflake,
  type Verdict,
} from '@guildhall/protocol'
import type { StoredAutoModerationRule, User } from '../../../kernel/model.ts'
import type { Match } from './matching/match.ts'

/** Rule that a text triggered, with the keyword that matched. */
export interface TriggeredRule extends Match {
  readonly rule: StoredAutoModerationRule
}

/** Text of a user that triggered rules. */
export interface Violation {
  readonly guildId: Snowflake
  readonly user: User
  readonly content: string
  /** Null for a profile. */
  readonly channelId: Snowflake | null
  /** Null for a text that did not become a message. */
  readonly messageId: Snowflake | null
  readonly triggered: readonly TriggeredRule[]
  /** Member flag that a quarantine sets. Only for profiles. */
  readonly quarantineFlag?: number
}

/** Whether a member may read and change rules. Rules that time members out also require MODERATE_MEMBERS. */
export function mayConfigure(permissions: bigint, actions: readonly { type: number }[] = []): Verdict {
  const timesOut = actions.some(({ type }) => type === AutoModerationActionType.TIMEOUT)
  const needed = Permission.MANAGE_GUILD | (timesOut ? Permission.MODERATE_MEMBERS : 0n)
  return has(permissions, needed) ? allow : refuse('MISSING_PERMISSIONS', `needs ${namesOf(needed)}`)
}

/** Returns the maximum number of rules of a trigger type in a guild. */
export function maxRulesOf(triggerType: number): number {
  return triggerType === AutoModerationTrigger.KEYWORD ? AUTOMOD_KEYWORD_RULES_MAX : 1
}

/** Returns the event type of a trigger type: changes of members for profiles, otherwise messages. */
export function eventTypeOf(triggerType: number): number {
  return triggerType === AutoModerationTrigger.MEMBER_PROFILE
    ? AutoModerationEvent.MEMBER_UPDATE
    : AutoModerationEvent.MESSAGE_SEND
}

const TIMEOUT_TRIGGERS: readonly number[] = [AutoModerationTrigger.KEYWORD, AutoModerationTrigger.MENTION_SPAM]

/** Whether rules of a trigger type can have an action. Only profiles are quarantined, and only messages are blocked. */
export function fitsTrigger(triggerType: number, actionType: number): boolean {
  const isProfile = triggerType === AutoModerationTrigger.MEMBER_PROFILE
  switch (actionType) {
    case AutoModerationActionType.SEND_ALERT_MESSAGE:
      return true
    case AutoModerationActionType.TIMEOUT:
      return TIMEOUT_TRIGGERS.includes(triggerType)
    case AutoModerationActionType.BLOCK_MEMBER_INTERACTION:
      return isProfile
    default:
      return !isProfile
  }
}

/** Whether no rule applies to a user: bots, and members with MANAGE_GUILD. */
export function isExemptUser(user: { bot: boolean }, permissions: bigint): boolean {
  return user.bot || has(permissions, Permission.MANAGE_GUILD)
}

/** Whether a rule exempts one of the roles or channels. `channelIds`: channel, parent and category. */
export function isExempt(
  rule: { exempt_roles: readonly Snowflake[]; exempt_channels: readonly Snowflake[] },
  roleIds: readonly Snowflake[],
  channelIds: readonly (Snowflake | null)[],
): boolean {
  if (rule.exempt_roles.some((id) => roleIds.includes(id))) return true
  return rule.exempt_channels.some((id) => channelIds.includes(id))
}

/** Returns the custom message of the triggered rules for the author of a blocked text, if there is one. */
export function customMessageOf(triggered: readonly TriggeredRule[]): string | null {
  const actions = triggered.flatMap(({ rule }) => rule.actions)
  return actions.find(({ custom_message }) => custom_message !== null)?.custom_message ?? null
}

/** Whether a triggered rule blocks the text. */
export function blocksContent({ rule }: TriggeredRule): boolean {
  return rule.actions.some(({ type }) => type === AutoModerationActionType.BLOCK_MESSAGE)
}
