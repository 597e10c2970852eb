import { ApiError, AuditLogAction, type AutoModerationRuleObject, type Snowflake } from '@guildhall/protocol'
import { guildTopic } from '../../../../kernel/event.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { StoredAutoModerationRule } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { audit, changesBetween } from '../../audit-log/index.ts'
import { saveAuditedGuild } from '../../guilds/index.ts'
import { ruleCreate, ruleDelete, ruleUpdate } from '../events.ts'
import { presentRule } from '../present.ts'
import * as store from '../store.ts'
import { loadRules } from './load.ts'

/** Fields of audit-log changes. */
const AUDITED_FIELDS = [
  'name',
  'event_type',
  'trigger_type',
  'trigger_metadata',
  'actions',
  'enabled',
  'exempt_roles',
  'exempt_channels',
] as const

/**
 * Returns a rule of a guild.
 * @throws NOT_FOUND (404, code 0); no specific code is documented
 */
export async function getRule(work: Work, view: GuildView, id: Snowflake): Promise<StoredAutoModerationRule> {
  const rule = (await loadRules(work, view)).get(id)
  if (!rule) throw new ApiError('NOT_FOUND')
  return rule
}

/** Inserts, emits and audits a rule. */
export async function createRule(work: Work, view: GuildView, rule: StoredAutoModerationRule): Promise<void> {
  await store.insertRule(work, rule)
  work.emit(ruleCreate, guildTopic(view.id), rule)
  await auditRule(work, AuditLogAction.AUTO_MODERATION_RULE_CREATE, rule, {}, presentRule(rule))
  await saveFeature(work, view, true)
}

/** Stores a rule that is older than the platform. Emits nothing. */
export async function restoreRule(work: Work, rule: StoredAutoModerationRule): Promise<void> {
  await store.insertRule(work, rule)
}

/** Stores, emits and audits a changed rule; does nothing when it is unchanged. */
export async function updateRule(
  work: Work,
  before: StoredAutoModerationRule,
  after: StoredAutoModerationRule,
): Promise<void> {
  if (changesBetween(presentRule(before), presentRule(after), AUDITED_FIELDS).length === 0) return
  await store.updateRule(work, after)
  work.emit(ruleUpdate, guildTopic(after.guild_id), after)
  const { AUTO_MODERATION_RULE_UPDATE } = AuditLogAction
  await auditRule(work, AUTO_MODERATION_RULE_UPDATE, after, presentRule(before), presentRule(after))
}

/** Deletes, emits and audits a rule. */
export async function deleteRule(work: Work, view: GuildView, rule: StoredAutoModerationRule): Promise<void> {
  const others = (await loadRules(work, view)).size - 1
  await store.deleteRule(work, rule.id)
  work.emit(ruleDelete, guildTopic(view.id), rule)
  await auditRule(work, AuditLogAction.AUTO_MODERATION_RULE_DELETE, rule, presentRule(rule), {})
  if (others <= 0) await saveFeature(work, view, false)
}

async function auditRule(
  work: Work,
  action: number,
  rule: StoredAutoModerationRule,
  before: Partial<AutoModerationRuleObject>,
  after: Partial<AutoModerationRuleObject>,
): Promise<void> {
  const changes = changesBetween(before, after, AUDITED_FIELDS)
  await audit(work, { guildId: rule.guild_id, action, targetId: rule.id, changes })
}

/** Adds or removes the guild feature AUTO_MODERATION, which guilds with rules have. */
async function saveFeature(work: Work, view: GuildView, has: boolean): Promise<void> {
  const others = view.guild.features.filter((feature) => feature !== 'AUTO_MODERATION')
  const features = has ? [...others, 'AUTO_MODERATION'] : others
  if (features.length !== view.guild.features.length) await saveAuditedGuild(work, view, { ...view.guild, features })
}
