import {
  AuditLogAction,
  AutoModerationActionType,
  has,
  MemberFlag,
  MessageType,
  Permission,
  type Snowflake,
} from '@guildhall/protocol'
import { guildTopic } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Member, StoredAutoModerationAction, StoredAutoModerationRule, User } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { audit } from '../audit-log/index.ts'
import { findMember, saveMember } from '../members/index.ts'
import { postMessage } from '../messages/index.ts'
import { actionExecution } from './events.ts'
import type { Match } from './match.ts'

/** A rule that somebody has set off, and by what. */
export interface Triggered extends Match {
  readonly rule: StoredAutoModerationRule
}

/** What somebody wrote, and what it set off. */
export interface Offence {
  readonly guildId: Snowflake
  readonly user: User
  readonly content: string
  /** Null for a profile. */
  readonly channelId: Snowflake | null
  /** Null where it has not become a message. */
  readonly messageId: Snowflake | null
  readonly triggered: readonly Triggered[]
  /** The flag that keeps apart whose profile it is. */
  readonly quarantine?: number
}

const AUDITED: Readonly<Record<number, number>> = {
  [AutoModerationActionType.BLOCK_MESSAGE]: AuditLogAction.AUTO_MODERATION_BLOCK_MESSAGE,
  [AutoModerationActionType.SEND_ALERT_MESSAGE]: AuditLogAction.AUTO_MODERATION_FLAG_TO_CHANNEL,
  [AutoModerationActionType.TIMEOUT]: AuditLogAction.AUTO_MODERATION_USER_COMMUNICATION_DISABLED,
  [AutoModerationActionType.BLOCK_MEMBER_INTERACTION]: AuditLogAction.AUTO_MODERATION_QUARANTINE_USER,
}

/** Does all that the rules say: each action is carried out, announced and written down. */
export async function carryOut(work: Work, offence: Offence): Promise<void> {
  const view = await work.view(offence.guildId)
  if (!view) return
  for (const triggered of offence.triggered) {
    for (const action of triggered.rule.actions) {
      const outcome = await act(work, view, offence, triggered, action)
      if (!outcome) continue
      const { keyword, matched, rule } = triggered
      const { user, channelId, messageId, content } = offence
      work.emit(actionExecution, guildTopic(view.id), {
        rule,
        action,
        userId: user.id,
        channelId,
        messageId,
        alertId: outcome.alertId,
        content,
        keyword,
        matched,
      })
      await auditAction(work, offence, rule, action)
    }
  }
}

async function auditAction(
  work: Work,
  { guildId, user, channelId }: Offence,
  rule: StoredAutoModerationRule,
  { type }: StoredAutoModerationAction,
): Promise<void> {
  await audit(work, {
    guildId,
    action: AUDITED[type] ?? AuditLogAction.AUTO_MODERATION_FLAG_TO_CHANNEL,
    targetId: user.id,
    options: {
      auto_moderation_rule_name: rule.name,
      auto_moderation_rule_trigger_type: rule.trigger_type.toString(),
      ...(channelId === null ? {} : { channel_id: channelId.toString() }),
    },
    byPlatform: true,
  })
}

/** Carries one action out; null where there was nothing to do. */
async function act(
  work: Work,
  view: GuildView,
  offence: Offence,
  triggered: Triggered,
  action: StoredAutoModerationAction,
): Promise<{ alertId: Snowflake | null } | null> {
  switch (action.type) {
    case AutoModerationActionType.SEND_ALERT_MESSAGE:
      return alert(work, view, offence, triggered, action)
    case AutoModerationActionType.TIMEOUT:
      return timeOut(work, view, offence, action)
    case AutoModerationActionType.BLOCK_MEMBER_INTERACTION:
      return quarantine(work, view, offence)
    default:
      return { alertId: null }
  }
}

async function alert(
  work: Work,
  view: GuildView,
  offence: Offence,
  triggered: Triggered,
  { channel_id }: StoredAutoModerationAction,
): Promise<{ alertId: Snowflake } | null> {
  const channel = channel_id === null ? undefined : view.channels.get(channel_id)
  if (!channel) return null
  const { user, content, channelId, messageId } = offence
  const field = (name: string, value: { toString(): string } | null) =>
    value === null ? [] : [{ name, value: value.toString(), inline: false }]
  const embed = {
    type: 'auto_moderation_message',
    description: content,
    fields: [
      ...field('rule_name', triggered.rule.name),
      ...field('channel_id', channelId),
      ...field('keyword', triggered.keyword),
      ...field('keyword_matched_content', triggered.matched),
      ...field('flagged_message_id', messageId),
      ...field('quarantine_user', offence.quarantine === undefined ? null : quarantinedFor(offence.quarantine)),
    ],
  }
  const shown = await postMessage(
    work,
    { channel, view },
    { author: user, type: MessageType.AUTO_MODERATION_ACTION, content: '', embeds: [embed] },
  )
  return { alertId: shown.message.id }
}

const quarantinedFor = (flag: number) => (flag === MemberFlag.AUTOMOD_QUARANTINED_GUILD_TAG ? 'guild_tag' : 'username')

/** Never shorter than a time-out that is on already; administrators cannot be timed out. */
async function timeOut(
  work: Work,
  view: GuildView,
  { user }: Offence,
  { duration_seconds }: StoredAutoModerationAction,
): Promise<{ alertId: null } | null> {
  const member = await findMember(work, view.id, user.id)
  if (!member || has(view.permissions(user.id, member.roles), Permission.ADMINISTRATOR)) return null
  const until = work.now + duration_seconds * 1000
  if ((member.communication_disabled_until ?? 0) < until)
    await saveMember(work, { ...member, communication_disabled_until: until }, user)
  return { alertId: null }
}

async function quarantine(
  work: Work,
  view: GuildView,
  { user, quarantine }: Offence,
): Promise<{ alertId: null } | null> {
  const member = await findMember(work, view.id, user.id)
  if (!member || quarantine === undefined) return null
  await setQuarantine(work, member, user, member.flags | quarantine)
  return { alertId: null }
}

/** Stores other flags of a member where they differ. */
export async function setQuarantine(work: Work, member: Member, user: User, flags: number): Promise<void> {
  if (flags !== member.flags) await saveMember(work, { ...member, flags }, user)
}

/** For whoever reads the refusal: the rule's own words, if it has any. */
export function wordsFor(triggered: readonly Triggered[]): string | null {
  const actions = triggered.flatMap(({ rule }) => rule.actions)
  return actions.find(({ custom_message }) => custom_message !== null)?.custom_message ?? null
}

/** Does what was written stay out? */
export function blocks({ rule }: Triggered): boolean {
  return rule.actions.some(({ type }) => type === AutoModerationActionType.BLOCK_MESSAGE)
}
