import type { Instant, Snowflake } from '@guildhall/protocol'
import { pageOf } from '../../../kernel/store/page.ts'
import { db, prepare } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { StoredEntitlement } from './model.ts'

/** Inserts an entitlement. */
export async function insertEntitlement(session: StoreSession, entitlement: StoredEntitlement): Promise<void> {
  await session.run(db.insertInto('entitlements').values(entitlement))
}

/** Overwrites the row of an entitlement. */
export async function updateEntitlement(session: StoreSession, entitlement: StoredEntitlement): Promise<void> {
  await session.run(db.updateTable('entitlements').set(entitlement).where('id', '=', entitlement.id))
}

/** Returns an entitlement, deleted or not. */
export async function findEntitlement(session: StoreSession, id: Snowflake): Promise<StoredEntitlement | undefined> {
  return session.first(db.selectFrom('entitlements').selectAll().where('id', '=', id))
}

/** Lists all entitlements that a subscription has granted, oldest first. */
export async function listEntitlementsOfSubscription(
  session: StoreSession,
  subscriptionId: Snowflake,
): Promise<StoredEntitlement[]> {
  return session.all(
    db.selectFrom('entitlements').selectAll().where('subscription_id', '=', subscriptionId).orderBy('id'),
  )
}

/** Conditions and page of a list of entitlements. */
export interface EntitlementFilter {
  readonly userId?: Snowflake | undefined
  readonly guildId?: Snowflake | undefined
  readonly skuIds?: readonly Snowflake[] | undefined
  readonly before?: Snowflake | undefined
  readonly after?: Snowflake | undefined
  readonly limit: number
  /** Excludes entitlements that have ended at this instant. */
  readonly notEndedAt?: Instant | undefined
  /** Excludes entitlements that have not begun by this instant. */
  readonly begunBy?: Instant | undefined
  readonly deleted: boolean
  readonly consumed: boolean
}

/** Lists entitlements of an application by ascending id: the first after `after`, or the last before `before`. */
export async function listEntitlements(
  session: StoreSession,
  applicationId: Snowflake,
  filter: EntitlementFilter,
): Promise<StoredEntitlement[]> {
  const { userId, guildId, skuIds, before, after, limit, notEndedAt, begunBy, deleted, consumed } = filter
  let query = db.selectFrom('entitlements').selectAll().where('application_id', '=', applicationId)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  if (guildId !== undefined) query = query.where('guild_id', '=', guildId)
  if (skuIds?.length) query = query.where('sku_id', 'in', [...skuIds])
  if (!deleted) query = query.where('deleted', '=', 0)
  if (!consumed) query = query.where('consumed', '=', 0)
  if (notEndedAt !== undefined)
    query = query.where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', notEndedAt)]))
  if (begunBy !== undefined)
    query = query.where((eb) => eb.or([eb('starts_at', 'is', null), eb('starts_at', '<=', begunBy)]))
  return pageOf(session, query, 'id', { before, after, limit })
}

/** Lists the entitlements in effect for a user in a guild: the user's own and the guild's. At most 100. */
export async function listHeldEntitlements(
  session: StoreSession,
  applicationId: Snowflake,
  holder: { userId: Snowflake; guildId: Snowflake | null },
  at: Instant,
): Promise<StoredEntitlement[]> {
  const { userId, guildId } = holder
  const own = await session.allPrepared(heldByUser, { applicationId, userId, at })
  const shared = guildId === null ? [] : await session.allPrepared(heldByGuild, { applicationId, guildId, at })
  return [...own, ...shared].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, HELD_MAX)
}

/** Limit of the entitlements that an interaction carries. */
const HELD_MAX = 100

/**
 * Returns the query of entitlements in effect. User and guild have a statement each, so that each uses its index: with
 * `or`, the store scans everything that the application has sold.
 */
const held = (applicationId: Snowflake, at: Instant) =>
  db
    .selectFrom('entitlements')
    .selectAll()
    .where('application_id', '=', applicationId)
    .where('deleted', '=', 0)
    .where('consumed', '=', 0)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', at)]))
    .where((eb) => eb.or([eb('starts_at', 'is', null), eb('starts_at', '<=', at)]))
    .orderBy('id')
    .limit(HELD_MAX)
const heldByUser = prepare<{ applicationId: Snowflake; userId: Snowflake; at: Instant }>()((slot) =>
  held(slot('applicationId'), slot('at')).where('user_id', '=', slot('userId')).where('guild_id', 'is', null),
)
const heldByGuild = prepare<{ applicationId: Snowflake; guildId: Snowflake; at: Instant }>()((slot) =>
  held(slot('applicationId'), slot('at')).where('guild_id', '=', slot('guildId')),
)
