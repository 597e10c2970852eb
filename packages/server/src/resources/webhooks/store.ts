import type { Snowflake } from '@guildhall/protocol'
import { db } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import type { WebhookTable } from '../../kernel/store/tables.ts'

export type Webhook = WebhookTable

export async function find(session: StoreSession, id: Snowflake): Promise<Webhook | undefined> {
  return session.first(db.selectFrom('webhooks').selectAll().where('id', '=', id))
}

export async function listOfChannel(session: StoreSession, channelId: Snowflake): Promise<Webhook[]> {
  return session.all(db.selectFrom('webhooks').selectAll().where('channel_id', '=', channelId).orderBy('id'))
}

export async function listOfGuild(session: StoreSession, guildId: Snowflake): Promise<Webhook[]> {
  return session.all(db.selectFrom('webhooks').selectAll().where('guild_id', '=', guildId).orderBy('id'))
}

/** Followers of an announcement channel, from an id on, in the order of their ids. */
export async function followers(
  session: StoreSession,
  sourceChannelId: Snowflake,
  after: Snowflake,
  limit: number,
): Promise<Webhook[]> {
  return session.all(
    db
      .selectFrom('webhooks')
      .selectAll()
      .where('source_channel_id', '=', sourceChannelId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit),
  )
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
  await session.run(db.insertInto('webhooks').values(webhook))
}

export async function update(session: StoreSession, webhook: Webhook): Promise<void> {
  await session.run(db.updateTable('webhooks').set(webhook).where('id', '=', webhook.id))
}

export async function remove(session: StoreSession, id: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('webhooks').where('id', '=', id))
}
