import { type Snowflake, SubscriptionStatus } from '@guildhall/protocol'
import { pageOf } from '../../../kernel/store/page.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { StoredSubscription } from './model.ts'

/** Inserts a subscription. */
export async function insertSubscription(session: StoreSession, subscription: StoredSubscription): Promise<void> {
  await session.run(db.insertInto('subscriptions').values(subscription))
}

/** Overwrites the row of a subscription. */
export async function updateSubscription(session: StoreSession, subscription: StoredSubscription): Promise<void> {
  await session.run(db.updateTable('subscriptions').set(subscription).where('id', '=', subscription.id))
}

/** Deletes a subscription. */
export async function deleteSubscription(session: StoreSession, id: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('subscriptions').where('id', '=', id))
}

/** Returns a subscription to any SKU. */
export async function findSubscription(session: StoreSession, id: Snowflake): Promise<StoredSubscription | undefined> {
  return session.first(db.selectFrom('subscriptions').selectAll().where('id', '=', id))
}

/** Returns the active or ending subscription of a user to a SKU, for the user or for a guild. */
export async function findLiveSubscription(
  session: StoreSession,
  key: { sku_id: Snowflake; user_id: Snowflake; guild_id: Snowflake | null },
): Promise<StoredSubscription | undefined> {
  return session.first(
    db
      .selectFrom('subscriptions')
      .selectAll()
      .where('sku_id', '=', key.sku_id)
      .where('user_id', '=', key.user_id)
      .where('guild_id', key.guild_id === null ? 'is' : '=', key.guild_id)
      .where('status', '!=', SubscriptionStatus.INACTIVE)
      .limit(1),
  )
}

/** Lists the subscriptions of a user to a SKU, newest first: the last before `before`, or the first after `after`. */
export async function listSubscriptions(
  session: StoreSession,
  skuId: Snowflake,
  page: { userId: Snowflake; before?: Snowflake | undefined; after?: Snowflake | undefined; limit: number },
): Promise<StoredSubscription[]> {
  const own = db.selectFrom('subscriptions').selectAll().where('sku_id', '=', skuId).where('user_id', '=', page.userId)
  return (await pageOf(session, own, 'id', page)).reverse()
}
