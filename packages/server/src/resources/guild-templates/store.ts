import type { Snowflake } from '@guildhall/protocol'
import { db } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import type { GuildTemplateTable } from '../../kernel/store/tables.ts'
import type { Snapshot, StoredGuildTemplate } from './template.ts'

function templateOfRow({ data, ...columns }: GuildTemplateTable): StoredGuildTemplate {
  return { ...columns, snapshot: JSON.parse(data) as Snapshot }
}

function rowOfTemplate({ snapshot, ...columns }: StoredGuildTemplate): GuildTemplateTable {
  return { ...columns, data: JSON.stringify(snapshot) }
}

export async function find(session: StoreSession, code: string): Promise<StoredGuildTemplate | undefined> {
  const row = await session.first(db.selectFrom('guild_templates').selectAll().where('code', '=', code))
  return row && templateOfRow(row)
}

export async function findOfGuild(session: StoreSession, guildId: Snowflake): Promise<StoredGuildTemplate | undefined> {
  const row = await session.first(db.selectFrom('guild_templates').selectAll().where('guild_id', '=', guildId))
  return row && templateOfRow(row)
}

export async function insert(session: StoreSession, template: StoredGuildTemplate): Promise<void> {
  await session.run(db.insertInto('guild_templates').values(rowOfTemplate(template)))
}

export async function update(session: StoreSession, template: StoredGuildTemplate): Promise<void> {
  await session.run(db.updateTable('guild_templates').set(rowOfTemplate(template)).where('code', '=', template.code))
}

export async function countUse(session: StoreSession, code: string): Promise<void> {
  await session.run(
    db
      .updateTable('guild_templates')
      .set((eb) => ({ usage_count: eb('usage_count', '+', 1) }))
      .where('code', '=', code),
  )
}

export async function remove(session: StoreSession, code: string): Promise<void> {
  await session.run(db.deleteFrom('guild_templates').where('code', '=', code))
}
