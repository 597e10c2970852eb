import { type Snowflake, SubscriptionStatus } from '@guildhall/protocol'
import { db } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import type { SubscriptionTable } from '../../kernel/store/tables.ts'

export type StoredSubscription = { readonly [K in keyof SubscriptionTable]: SubscriptionTable[K] }

export async function insertSubscription(session: StoreSession, subscription: StoredSubscription): Promise<void> {
  await session.run(db.insertInto('subscriptions').values(subscription))
}

export async function updateSubscription(session: StoreSession, subscription: StoredSubscription): Promise<void> {
  await session.run(db.updateTable('subscriptions').set(subscription).where('id', '=', subscription.id))
}

export async function deleteSubscription(session: StoreSession, id: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('subscriptions').where('id', '=', id))
}

export async function findSubscription(session: StoreSession, id: Snowflake): Promise<StoredSubscription | undefined> {
  return session.first(db.selectFrom('subscriptions').selectAll().where('id', '=', id))
}

/** What this user has subscribed to here and has not ended yet. */
export async function findLiveSubscription(
  session: StoreSession,
  of: { sku_id: Snowflake; user_id: Snowflake; guild_id: Snowflake | null },
): Promise<StoredSubscription | undefined> {
  return session.first(
    db
      .selectFrom('subscriptions')
      .selectAll()
      .where('sku_id', '=', of.sku_id)
      .where('user_id', '=', of.user_id)
      .where('guild_id', of.guild_id === null ? 'is' : '=', of.guild_id)
      .where('status', '!=', SubscriptionStatus.INACTIVE)
      .limit(1),
  )
}

/** A user's to a SKU, the newest first; from `after` on upwards. */
export async function listSubscriptions(
  session: StoreSession,
  skuId: Snowflake,
  page: { userId: Snowflake; before?: Snowflake | undefined; after?: Snowflake | undefined; limit: number },
): Promise<StoredSubscription[]> {
  let query = db.selectFrom('subscriptions').selectAll().where('sku_id', '=', skuId).where('user_id', '=', page.userId)
  if (page.before !== undefined) query = query.where('id', '<', page.before)
  if (page.after !== undefined) query = query.where('id', '>', page.after)
  const rows = await session.all(query.orderBy('id', page.after === undefined ? 'desc' : 'asc').limit(page.limit))
  return page.after === undefined ? rows : rows.reverse()
}
