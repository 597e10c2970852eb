import type { Snowflake } from '@guildhall/protocol'
import { pageOf } from '../../../kernel/store/page.ts'
import type { Secrets } from '../../../kernel/store/secrets.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { WebhookTable } from '../../../kernel/store/tables.ts'
import type { StoredWebhook } from './model.ts'

const contextOfToken = (id: Snowflake) => `webhooks.token.${id}`

function webhookOfRow({ secrets }: StoreSession, row: WebhookTable): StoredWebhook {
  return { ...row, token: row.token === null ? null : secrets.open(row.token, contextOfToken(row.id)) }
}

function rowOfWebhook({ secrets }: StoreSession, webhook: StoredWebhook): WebhookTable {
  return { ...webhook, token: webhook.token === null ? null : secrets.seal(webhook.token, contextOfToken(webhook.id)) }
}

/** Returns a webhook by its id. */
export async function findWebhook(session: StoreSession, id: Snowflake): Promise<StoredWebhook | undefined> {
  const row = await session.first(db.selectFrom('webhooks').selectAll().where('id', '=', id))
  return row && webhookOfRow(session, row)
}

/** Lists the webhooks of a channel, by ascending id. */
export async function listWebhooksOfChannel(session: StoreSession, channelId: Snowflake): Promise<StoredWebhook[]> {
  const rows = await session.all(
    db.selectFrom('webhooks').selectAll().where('channel_id', '=', channelId).orderBy('id'),
  )
  return rows.map((row) => webhookOfRow(session, row))
}

/** Lists the webhooks of a guild, by ascending id. */
export async function listWebhooksOfGuild(session: StoreSession, guildId: Snowflake): Promise<StoredWebhook[]> {
  const rows = await session.all(db.selectFrom('webhooks').selectAll().where('guild_id', '=', guildId).orderBy('id'))
  return rows.map((row) => webhookOfRow(session, row))
}

/** Lists the follower webhooks of an announcement channel, by ascending id after an id. */
export async function listFollowers(
  session: StoreSession,
  sourceChannelId: Snowflake,
  after: Snowflake,
  limit: number,
): Promise<StoredWebhook[]> {
  const followers = db.selectFrom('webhooks').selectAll().where('source_channel_id', '=', sourceChannelId)
  const rows = await pageOf(session, followers, 'id', { after, limit })
  return rows.map((row) => webhookOfRow(session, row))
}

/** Returns the number of webhooks in a guild. */
export async function countWebhooksOfGuild(session: StoreSession, guildId: Snowflake): Promise<number> {
  const row = await session.first(
    db
      .selectFrom('webhooks')
      .select((eb) => eb.fn.countAll().as('total'))
      .where('guild_id', '=', guildId),
  )
  return Number(row?.total ?? 0)
}

/** Inserts a webhook. */
export async function insertWebhook(session: StoreSession, webhook: StoredWebhook): Promise<void> {
  await session.run(db.insertInto('webhooks').values(rowOfWebhook(session, webhook)))
}

/** Updates a webhook. */
export async function updateWebhook(session: StoreSession, webhook: StoredWebhook): Promise<void> {
  await session.run(db.updateTable('webhooks').set(rowOfWebhook(session, webhook)).where('id', '=', webhook.id))
}

/** Deletes a webhook. */
export async function deleteWebhook(session: StoreSession, id: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('webhooks').where('id', '=', id))
}

/** Re-encrypts every token. `from` opens the stored ones. */
export async function resealWebhookTokens(session: StoreSession, from: Secrets): Promise<void> {
  for (const { id, token } of await session.all(db.selectFrom('webhooks').select(['id', 'token']))) {
    if (token === null) continue
    const sealed = session.secrets.seal(from.open(token, contextOfToken(id)), contextOfToken(id))
    await session.run(db.updateTable('webhooks').set({ token: sealed }).where('id', '=', id))
  }
}
