import { AutoModerationEvent, type EmbedObject, Faults, MessageType, type Snowflake } from '@guildhall/protocol'
import type { ChannelAccess } from '../../../../access/channel.ts'
import { guildTopic } from '../../../../kernel/event.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Member, User } from '../../../../kernel/model.ts'
import { RefusalWithEffects } from '../../../../kernel/operation.ts'
import type { Work } from '../../../../kernel/work.ts'
import { demandUnblockedText } from '../../../accounts/blocks/index.ts'
import { systemMessageDue } from '../../channels/consequences.ts'
import { NO_INCIDENTS, saveAuditedGuild } from '../../guilds/index.ts'
import { textCounted } from '../events.ts'
import type { CountedText } from '../matching/spam.ts'
import { blocksContent, customMessageOf, isExempt, isExemptUser, type Violation } from '../rules.ts'
import { carryOut } from './carry-out.ts'
import { type Evaluation, evaluateRules } from './evaluate.ts'
import { loadRules } from './load.ts'

/** Place of a text. The author is a member, or a player of a linked lobby, who has no roles. */
type AuthorAccess = Pick<ChannelAccess, 'channel' | 'view'> & { member: Pick<Member, 'roles'> | null }

/**
 * Checks a message of a member against the guild's rules. Returns the violation to carry out after the message is
 * posted, or null.
 * @throws MESSAGE_BLOCKED_BY_AUTOMOD (200000) when a rule blocks the message; its other actions are still carried out
 */
export async function checkMessage(
  work: Work,
  access: AuthorAccess,
  user: User,
  text: { content: string; isEdit?: boolean },
): Promise<Violation | null> {
  const found = await evaluate(work, access, user, text.content, !text.isEdit)
  if (!found) return null
  const { view, evaluation } = found
  const violation = violationOf(view, access, user, text.content, evaluation)
  if (evaluation.triggered.some(blocksContent))
    throw refusal('MESSAGE_BLOCKED_BY_AUTOMOD', 'content', violation, evaluation.counted)
  await count(work, violation, evaluation.counted)
  return evaluation.triggered.length === 0 ? null : violation
}

/**
 * Checks the name of a thread and carries out what it triggers.
 * @throws TITLE_BLOCKED_BY_AUTOMOD (200001) when operators or a rule block the name; other actions of the rule are
 *   still carried out
 */
export async function checkTitle(work: Work, access: AuthorAccess, user: User, title: string): Promise<void> {
  await demandUnblockedText(work, () => title, 'TITLE_BLOCKED_BY_AUTOMOD')
  const found = await evaluate(work, access, user, title, false)
  if (!found || found.evaluation.triggered.length === 0) return
  const violation = violationOf(found.view, access, user, title, found.evaluation)
  if (found.evaluation.triggered.some(blocksContent)) throw refusal('TITLE_BLOCKED_BY_AUTOMOD', 'name', violation, null)
  await carryOut(work, violation)
}

/** Returns null where no rule applies. Most guilds have no rules; they must cost next to nothing. */
async function evaluate(
  work: Work,
  { channel, view, member }: AuthorAccess,
  user: User,
  content: string,
  counted: boolean,
): Promise<{ view: GuildView; evaluation: Evaluation } | null> {
  if (!view || !member || content.trim() === '') return null
  const rules = await loadRules(work, view)
  if (rules.size === 0 || isExemptUser(user, view.permissions(user.id, member.roles))) return null
  const parent = channel.parent_id === null ? undefined : view.channels.get(channel.parent_id)
  const channelIds = [channel.id, channel.parent_id, parent?.parent_id ?? null]
  const applying = [...rules.values()].filter(
    (rule) =>
      rule.enabled && rule.event_type === AutoModerationEvent.MESSAGE_SEND && !isExempt(rule, member.roles, channelIds),
  )
  return { view, evaluation: evaluateRules(applying, { view, user, content, counted }, work.now) }
}

function violationOf(
  view: GuildView,
  { channel }: AuthorAccess,
  user: User,
  content: string,
  { triggered }: Evaluation,
): Violation {
  return { guildId: view.id, user, content, channelId: channel.id, messageId: null, triggered }
}

function refusal(
  error: 'MESSAGE_BLOCKED_BY_AUTOMOD' | 'TITLE_BLOCKED_BY_AUTOMOD',
  field: string,
  violation: Violation,
  counted: CountedText | null,
): RefusalWithEffects {
  const customMessage = customMessageOf(violation.triggered)
  const faults = new Faults()
  if (customMessage !== null) faults.add([field], 'AUTO_MODERATION_CUSTOM_MESSAGE', customMessage)
  return new RefusalWithEffects(
    error,
    async (work) => {
      await count(work, violation, counted)
      await carryOut(work, violation)
    },
    { faults },
  )
}

/** Counts a text for later ones, also one that is blocked, and reports a raid that begins with it. */
async function count(work: Work, { guildId, user }: Violation, text: CountedText | null): Promise<void> {
  if (text === null) return
  await work.holdGuild(guildId)
  work.emit(textCounted, guildTopic(guildId), text)
  if (text.raidBegins) await reportRaid(work, guildId, user)
}

/** Saves the time of a mention raid in the guild, and posts an alert in the channel for safety alerts. */
async function reportRaid(work: Work, guildId: Snowflake, user: User): Promise<void> {
  const view = await work.view(guildId)
  if (!view) return
  const { guild } = view
  await saveAuditedGuild(work, view, {
    ...guild,
    incidents: { ...NO_INCIDENTS, ...guild.incidents, raid_detected_at: work.now },
  })
  const channelId = guild.safety_alerts_channel_id
  const channel = channelId === null ? undefined : view.channels.get(channelId)
  if (!channel || guild.features.includes('RAID_ALERTS_DISABLED')) return
  const embed: EmbedObject = {
    type: 'auto_moderation_notification',
    fields: [{ name: 'notification_type', value: 'mention_raid', inline: false }],
  }
  const message = { author: user, type: MessageType.AUTO_MODERATION_ACTION, content: '', embeds: [embed] }
  await work.follow(systemMessageDue, { location: { channel, view }, message })
}
