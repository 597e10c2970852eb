import type { Snowflake } from '@guildhall/protocol'
import { pack, unpack } from '../../../kernel/json.ts'
import type { StoredAutoModerationRule } from '../../../kernel/model.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { AutoModerationRuleTable } from '../../../kernel/store/tables.ts'

function ruleOfRow({ data, ...columns }: AutoModerationRuleTable): StoredAutoModerationRule {
  return { ...unpack<Omit<StoredAutoModerationRule, 'id' | 'guild_id' | 'trigger_type'>>(data), ...columns }
}

function rowOfRule({ id, guild_id, trigger_type, ...data }: StoredAutoModerationRule): AutoModerationRuleTable {
  return { id, guild_id, trigger_type, data: pack(data) }
}

/** Returns the rules of a guild, oldest first: the order in which they are evaluated. */
export async function listRules(session: StoreSession, guildId: Snowflake): Promise<StoredAutoModerationRule[]> {
  const rows = await session.all(
    db.selectFrom('auto_moderation_rules').selectAll().where('guild_id', '=', guildId).orderBy('id'),
  )
  return rows.map(ruleOfRow)
}

/** Returns those of `guildIds` that have a rule with a trigger type. */
export async function listGuildIdsWithTrigger(
  session: StoreSession,
  guildIds: readonly Snowflake[],
  triggerType: number,
): Promise<Snowflake[]> {
  const found: Snowflake[] = []
  for (let start = 0; start < guildIds.length; start += 500) {
    const rows = await session.all(
      db
        .selectFrom('auto_moderation_rules')
        .select('guild_id')
        .distinct()
        .where('trigger_type', '=', triggerType)
        .where('guild_id', 'in', guildIds.slice(start, start + 500)),
    )
    found.push(...rows.map((row) => row.guild_id))
  }
  return found
}

/** Inserts a rule. */
export async function insertRule(session: StoreSession, rule: StoredAutoModerationRule): Promise<void> {
  await session.run(db.insertInto('auto_moderation_rules').values(rowOfRule(rule)))
}

/** Replaces the row of a rule. */
export async function updateRule(session: StoreSession, rule: StoredAutoModerationRule): Promise<void> {
  await session.run(db.updateTable('auto_moderation_rules').set(rowOfRule(rule)).where('id', '=', rule.id))
}

/** Deletes a rule. */
export async function deleteRule(session: StoreSession, id: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('auto_moderation_rules').where('id', '=', id))
}
