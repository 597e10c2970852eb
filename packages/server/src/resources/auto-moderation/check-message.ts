import { AutoModerationEvent, Faults, MessageType, type Snowflake } from '@guildhall/protocol'
import type { ChannelAccess } from '../../access/channel.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { User } from '../../kernel/model.ts'
import { RefusalWithEffects } from '../../kernel/operation.ts'
import type { Work } from '../../kernel/work.ts'

import { NO_INCIDENTS, saveAuditedGuild } from '../guilds/index.ts'
import { postMessage } from '../messages/index.ts'
import { blocks, carryOut, type Offence, wordsFor } from './act.ts'
import { type Judgement, judge } from './judge.ts'
import { isAboveRules, isExempt } from './rules.ts'
import { rulesOf } from './rules-of.ts'

type Writer = Pick<ChannelAccess, 'channel' | 'view' | 'member'>

/**
 * Holds what a member writes against the guild's rules. Throws 200000 where it is blocked: what else the rules say is
 * then done all the same. Otherwise answers what is to be carried out once the message is there; null for nothing.
 */
export async function checkMessage(
  work: Work,
  place: Writer,
  user: User,
  text: { content: string; isEdit?: boolean },
): Promise<Offence | null> {
  const found = await judged(work, place, user, text.content, !text.isEdit)
  if (!found) return null
  const { view, judgement } = found
  const offence = offenceOf(view, place, user, text.content, judgement)
  if (judgement.triggered.some(blocks))
    throw refusal('MESSAGE_BLOCKED_BY_AUTOMOD', 'content', offence, judgement.raidBegins)
  if (judgement.raidBegins) await noteRaid(work, view.id, user)
  return offence
}

/** The same for the name of a thread, which no message goes with: 200001 where it is blocked. */
export async function checkTitle(work: Work, place: Writer, user: User, title: string): Promise<void> {
  const found = await judged(work, place, user, title, false)
  if (!found) return
  const offence = offenceOf(found.view, place, user, title, found.judgement)
  if (found.judgement.triggered.some(blocks)) throw refusal('TITLE_BLOCKED_BY_AUTOMOD', 'name', offence, false)
  await carryOut(work, offence)
}

/** Null where no rule is set off. The usual case is a guild without rules, which costs next to nothing. */
async function judged(
  work: Work,
  { channel, view, member }: Writer,
  user: User,
  content: string,
  counted: boolean,
): Promise<{ view: GuildView; judgement: Judgement } | null> {
  if (!view || !member || content.trim() === '') return null
  const rules = await rulesOf(work, view)
  if (rules.size === 0 || isAboveRules(user, view.permissions(user.id, member.roles))) return null
  const parent = channel.parent_id === null ? undefined : view.channels.get(channel.parent_id)
  const places = [channel.id, channel.parent_id, parent?.parent_id ?? null]
  const applying = [...rules.values()].filter(
    (rule) =>
      rule.enabled && rule.event_type === AutoModerationEvent.MESSAGE_SEND && !isExempt(rule, member.roles, places),
  )
  const judgement = judge(applying, { view, user, content, counted }, work.now)
  return judgement.triggered.length === 0 ? null : { view, judgement }
}

function offenceOf(view: GuildView, place: Writer, user: User, content: string, judgement: Judgement): Offence {
  const { triggered } = judgement
  return { guildId: view.id, user, content, channelId: place.channel.id, messageId: null, triggered }
}

function refusal(
  error: 'MESSAGE_BLOCKED_BY_AUTOMOD' | 'TITLE_BLOCKED_BY_AUTOMOD',
  field: string,
  offence: Offence,
  raidBegins: boolean,
): RefusalWithEffects {
  const words = wordsFor(offence.triggered)
  const faults = new Faults()
  if (words !== null) faults.add([field], 'AUTO_MODERATION_CUSTOM_MESSAGE', words)
  return new RefusalWithEffects(
    error,
    async (work) => {
      if (raidBegins) await noteRaid(work, offence.guildId, offence.user)
      await carryOut(work, offence)
    },
    { faults },
  )
}

/** The guild shows that it is being raided, and where it wants to be told says so. */
async function noteRaid(work: Work, guildId: Snowflake, user: User): Promise<void> {
  const view = await work.view(guildId)
  if (!view) return
  const { guild } = view
  await saveAuditedGuild(work, view, {
    ...guild,
    incidents: { ...NO_INCIDENTS, ...guild.incidents, raid_detected_at: work.now },
  })
  const id = guild.safety_alerts_channel_id
  const channel = id === null ? undefined : view.channels.get(id)
  if (!channel || guild.features.includes('RAID_ALERTS_DISABLED')) return
  const field = { name: 'notification_type', value: 'mention_raid', inline: false }
  const embed = { type: 'auto_moderation_notification', fields: [field] }
  const draft = { author: user, type: MessageType.AUTO_MODERATION_ACTION, content: '', embeds: [embed] }
  await postMessage(work, { channel, view }, draft)
}
