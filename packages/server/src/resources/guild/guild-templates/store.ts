import type { Snowflake } from '@guildhall/protocol'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { GuildTemplateTable } from '../../../kernel/store/tables.ts'
import type { Snapshot, StoredGuildTemplate } from './model.ts'

function templateOfRow({ data, ...columns }: GuildTemplateTable): StoredGuildTemplate {
  return { ...columns, snapshot: JSON.parse(data) as Snapshot }
}

function rowOfTemplate({ snapshot, ...columns }: StoredGuildTemplate): GuildTemplateTable {
  return { ...columns, data: JSON.stringify(snapshot) }
}

/** Returns a template by its code, or undefined. */
export async function findTemplate(session: StoreSession, code: string): Promise<StoredGuildTemplate | undefined> {
  const row = await session.first(db.selectFrom('guild_templates').selectAll().where('code', '=', code))
  return row && templateOfRow(row)
}

/** Returns the template of a guild, or undefined. */
export async function findTemplateOfGuild(
  session: StoreSession,
  guildId: Snowflake,
): Promise<StoredGuildTemplate | undefined> {
  const row = await session.first(db.selectFrom('guild_templates').selectAll().where('guild_id', '=', guildId))
  return row && templateOfRow(row)
}

/** Stores a new template. */
export async function insertTemplate(session: StoreSession, template: StoredGuildTemplate): Promise<void> {
  await session.run(db.insertInto('guild_templates').values(rowOfTemplate(template)))
}

/** Stores all fields of a template. */
export async function updateTemplate(session: StoreSession, template: StoredGuildTemplate): Promise<void> {
  await session.run(db.updateTable('guild_templates').set(rowOfTemplate(template)).where('code', '=', template.code))
}

/** Adds one to the uses of a template. */
export async function incrementTemplateUses(session: StoreSession, code: string): Promise<void> {
  await session.run(
    db
      .updateTable('guild_templates')
      .set((eb) => ({ usage_count: eb('usage_count', '+', 1) }))
      .where('code', '=', code),
  )
}

/** Deletes a template. */
export async function deleteTemplate(session: StoreSession, code: string): Promise<void> {
  await session.run(db.deleteFrom('guild_templates').where('code', '=', code))
}
