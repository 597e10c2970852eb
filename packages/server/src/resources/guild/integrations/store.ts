import type { Snowflake } from '@guildhall/protocol'
import { pack, unpack } from '../../../kernel/json.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { IntegrationTable } from '../../../kernel/store/tables.ts'
import type { StoredIntegration } from './model.ts'

function integrationOfRow({ data, ...columns }: IntegrationTable): StoredIntegration {
  return { ...columns, user_id: unpack<{ user_id?: Snowflake | null }>(data).user_id ?? null }
}

/** Stores a new integration. */
export async function insertIntegration(
  session: StoreSession,
  integration: Omit<StoredIntegration, 'user_id'> & { user_id?: Snowflake },
): Promise<void> {
  const { user_id = null, ...columns } = integration
  await session.run(db.insertInto('integrations').values({ ...columns, data: pack({ user_id }) }))
}

/** Returns an integration of a guild by its id, or undefined. */
export async function findIntegrationById(
  session: StoreSession,
  guildId: Snowflake,
  id: Snowflake,
): Promise<StoredIntegration | undefined> {
  const row = await session.first(
    db.selectFrom('integrations').selectAll().where('guild_id', '=', guildId).where('id', '=', id),
  )
  return row && integrationOfRow(row)
}

/** Returns the integration of an application in a guild, or undefined. */
export async function findIntegration(
  session: StoreSession,
  guildId: Snowflake,
  applicationId: Snowflake,
): Promise<StoredIntegration | undefined> {
  const row = await session.first(
    db
      .selectFrom('integrations')
      .selectAll()
      .where('guild_id', '=', guildId)
      .where('application_id', '=', applicationId),
  )
  return row && integrationOfRow(row)
}

/** Returns the integration of a bot's application in a guild, or undefined. */
export async function findIntegrationOfBot(
  session: StoreSession,
  guildId: Snowflake,
  botId: Snowflake,
): Promise<StoredIntegration | undefined> {
  const applications = db.selectFrom('applications').select('id').where('bot_id', '=', botId)
  const row = await session.first(
    db
      .selectFrom('integrations')
      .selectAll()
      .where('guild_id', '=', guildId)
      .where('application_id', 'in', applications),
  )
  return row && integrationOfRow(row)
}

/** Lists the integrations of a guild, oldest first. */
export async function listIntegrations(
  session: StoreSession,
  guildId: Snowflake,
  limit: number,
): Promise<StoredIntegration[]> {
  const rows = await session.all(
    db.selectFrom('integrations').selectAll().where('guild_id', '=', guildId).orderBy('id').limit(limit),
  )
  return rows.map(integrationOfRow)
}

/** Deletes the row of an integration. */
export async function deleteIntegration(session: StoreSession, id: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('integrations').where('id', '=', id))
}
