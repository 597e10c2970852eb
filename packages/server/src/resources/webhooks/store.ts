import type { Snowflake } from '@guildhall/protocol'
import type { Secrets } from '../../kernel/store/secrets.ts'
import { db } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import type { WebhookTable } from '../../kernel/store/tables.ts'

export type Webhook = WebhookTable

const placeOfToken = (id: Snowflake) => `webhooks.token.${id}`

function webhookOfRow({ secrets }: StoreSession, row: WebhookTable): Webhook {
  return { ...row, token: row.token === null ? null : secrets.open(row.token, placeOfToken(row.id)) }
}

function rowOfWebhook({ secrets }: StoreSession, webhook: Webhook): WebhookTable {
  return { ...webhook, token: webhook.token === null ? null : secrets.seal(webhook.token, placeOfToken(webhook.id)) }
}

export async function find(session: StoreSession, id: Snowflake): Promise<Webhook | undefined> {
  const row = await session.first(db.selectFrom('webhooks').selectAll().where('id', '=', id))
  return row && webhookOfRow(session, row)
}

export async function listOfChannel(session: StoreSession, channelId: Snowflake): Promise<Webhook[]> {
  const rows = await session.all(
    db.selectFrom('webhooks').selectAll().where('channel_id', '=', channelId).orderBy('id'),
  )
  return rows.map((row) => webhookOfRow(session, row))
}

export async function listOfGuild(session: StoreSession, guildId: Snowflake): Promise<Webhook[]> {
  const rows = await session.all(db.selectFrom('webhooks').selectAll().where('guild_id', '=', guildId).orderBy('id'))
  return rows.map((row) => webhookOfRow(session, row))
}

/** Followers of an announcement channel, from an id on, in the order of their ids. */
export async function followers(
  session: StoreSession,
  sourceChannelId: Snowflake,
  after: Snowflake,
  limit: number,
): Promise<Webhook[]> {
  const rows = await session.all(
    db
      .selectFrom('webhooks')
      .selectAll()
      .where('source_channel_id', '=', sourceChannelId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit),
  )
  return rows.map((row) => webhookOfRow(session, row))
}

export async function countOfGuild(session: StoreSession, guildId: Snowflake): Promise<number> {
  const row = await session.first(
    db
      .selectFrom('webhooks')
      .select((eb) => eb.fn.countAll().as('total'))
      .where('guild_id', '=', guildId),
  )
  return Number(row?.total ?? 0)
}

export async function insert(session: StoreSession, webhook: Webhook): Promise<void> {
  await session.run(db.insertInto('webhooks').values(rowOfWebhook(session, webhook)))
}

export async function update(session: StoreSession, webhook: Webhook): Promise<void> {
  await session.run(db.updateTable('webhooks').set(rowOfWebhook(session, webhook)).where('id', '=', webhook.id))
}

export async function remove(session: StoreSession, id: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('webhooks').where('id', '=', id))
}

/** Encrypts every token anew; `from` opens the stored ones. */
export async function reseal(session: StoreSession, from: Secrets): Promise<void> {
  for (const { id, token } of await session.all(db.selectFrom('webhooks').select(['id', 'token']))) {
    if (token === null) continue
    const sealed = session.secrets.seal(from.open(token, placeOfToken(id)), placeOfToken(id))
    await session.run(db.updateTable('webhooks').set({ token: sealed }).where('id', '=', id))
  }
}
