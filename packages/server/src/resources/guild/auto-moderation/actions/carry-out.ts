import {
  AuditLogAction,
  AutoModerationActionType,
  type EmbedObject,
  has,
  MemberFlag,
  MessageType,
  Permission,
  type Snowflake,
} from '@guildhall/protocol'
import { guildTopic } from '../../../../kernel/event.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Member, StoredAutoModerationAction, StoredAutoModerationRule, User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { audit } from '../../audit-log/index.ts'
import { systemMessageDue } from '../../channels/consequences.ts'
import { findMember, saveMember } from '../../members/index.ts'
import { actionExecution } from '../events.ts'
import type { TriggeredRule, Violation } from '../rules.ts'

/** Audit-log action of each type of rule action. */
const AUDIT_ACTIONS: Readonly<Record<number, number>> = {
  [AutoModerationActionType.BLOCK_MESSAGE]: AuditLogAction.AUTO_MODERATION_BLOCK_MESSAGE,
  [AutoModerationActionType.SEND_ALERT_MESSAGE]: AuditLogAction.AUTO_MODERATION_FLAG_TO_CHANNEL,
  [AutoModerationActionType.TIMEOUT]: AuditLogAction.AUTO_MODERATION_USER_COMMUNICATION_DISABLED,
  [AutoModerationActionType.BLOCK_MEMBER_INTERACTION]: AuditLogAction.AUTO_MODERATION_QUARANTINE_USER,
}

/** Carries out every action of the triggered rules, with its event and audit-log entry. */
export async function carryOut(work: Work, violation: Violation): Promise<void> {
  const view = await work.view(violation.guildId)
  if (!view) return
  const { user, channelId, messageId, content } = violation
  for (const triggered of violation.triggered) {
    const { keyword, matched, rule } = triggered
    for (const action of rule.actions) {
      const result = await execute(work, view, violation, triggered, action)
      if (!result) continue
      const { alertId } = result
      const where = { channelId, messageId, alertId }
      const execution = { rule, action, userId: user.id, ...where, content, keyword, matched }
      work.emit(actionExecution, guildTopic(view.id), execution)
      await auditAction(work, violation, rule, action)
    }
  }
}

async function auditAction(
  work: Work,
  { guildId, user, channelId }: Violation,
  rule: StoredAutoModerationRule,
  { type }: StoredAutoModerationAction,
): Promise<void> {
  await audit(work, {
    guildId,
    action: AUDIT_ACTIONS[type] ?? AuditLogAction.AUTO_MODERATION_FLAG_TO_CHANNEL,
    targetId: user.id,
    options: {
      auto_moderation_rule_name: rule.name,
      auto_moderation_rule_trigger_type: rule.trigger_type.toString(),
      ...(channelId === null ? {} : { channel_id: channelId.toString() }),
    },
    byPlatform: true,
  })
}

interface ActionResult {
  readonly alertId: Snowflake | null
}

/** Returns null when the action does not apply. */
async function execute(
  work: Work,
  view: GuildView,
  violation: Violation,
  triggered: TriggeredRule,
  action: StoredAutoModerationAction,
): Promise<ActionResult | null> {
  switch (action.type) {
    case AutoModerationActionType.SEND_ALERT_MESSAGE:
      return sendAlert(work, view, violation, triggered, action)
    case AutoModerationActionType.TIMEOUT:
      return timeOut(work, view, violation, action)
    case AutoModerationActionType.BLOCK_MEMBER_INTERACTION:
      return quarantine(work, view, violation)
    default:
      return { alertId: null }
  }
}

async function sendAlert(
  work: Work,
  view: GuildView,
  violation: Violation,
  triggered: TriggeredRule,
  { channel_id }: StoredAutoModerationAction,
): Promise<ActionResult | null> {
  const channel = channel_id === null ? undefined : view.channels.get(channel_id)
  if (!channel) return null
  const alertId = work.nextId()
  await work.follow(systemMessageDue, {
    location: { channel, view },
    message: {
      id: alertId,
      author: violation.user,
      type: MessageType.AUTO_MODERATION_ACTION,
      content: '',
      embeds: [alertEmbed(violation, triggered)],
    },
  })
  return { alertId }
}

function alertEmbed(
  { content, channelId, messageId, quarantineFlag }: Violation,
  { rule, keyword, matched }: TriggeredRule,
): EmbedObject {
  const field = (name: string, value: { toString(): string } | null) =>
    value === null ? [] : [{ name, value: value.toString(), inline: false }]
  return {
    type: 'auto_moderation_message',
    description: content,
    fields: [
      ...field('rule_name', rule.name),
      ...field('channel_id', channelId),
      ...field('keyword', keyword),
      ...field('keyword_matched_content', matched),
      ...field('flagged_message_id', messageId),
      ...field('quarantine_user', quarantineFlag === undefined ? null : quarantineReason(quarantineFlag)),
    ],
  }
}

const quarantineReason = (flag: number) =>
  flag === MemberFlag.AUTOMOD_QUARANTINED_GUILD_TAG ? 'guild_tag' : 'username'

/** Times a member out, without shortening an existing timeout. Administrators cannot be timed out. */
async function timeOut(
  work: Work,
  view: GuildView,
  { user }: Violation,
  { duration_seconds }: StoredAutoModerationAction,
): Promise<ActionResult | null> {
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
  { user, quarantineFlag }: Violation,
): Promise<ActionResult | null> {
  const member = await findMember(work, view.id, user.id)
  if (!member || quarantineFlag === undefined) return null
  await saveQuarantine(work, member, user, member.flags | quarantineFlag)
  return { alertId: null }
}

/** Saves the flags of a member if they change. */
export async function saveQuarantine(work: Work, member: Member, user: User, flags: number): Promise<void> {
  if (flags !== member.flags) await saveMember(work, { ...member, flags }, user)
}
