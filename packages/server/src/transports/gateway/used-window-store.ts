import type { Instant } from '@guildhall/protocol'
import { db } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import type { UseLimit } from '../../kernel/uses.ts'

/** Returns the uses in the open windows of keys, and their ends. */
export async function findUses(
  store: StoreSession,
  keys: readonly string[],
  now: Instant,
): Promise<Map<string, { count: number; endsAt: Instant }>> {
  const found = db.selectFrom('used_windows').selectAll().where('key', 'in', keys).where('ends_at', '>', now)
  return new Map((await store.all(found)).map(({ key, count, ends_at }) => [key, { count, endsAt: ends_at }]))
}

/** Counts one use. An ended window begins anew. */
export async function addUse(store: StoreSession, { key, windowMs }: UseLimit, now: Instant): Promise<void> {
  const use = { key, count: 1, ends_at: now + windowMs }
  await store.run(
    db
      .insertInto('used_windows')
      .values(use)
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((eb) => ({
          count: eb
            .case()
            .when('used_windows.ends_at', '>', now)
            .then(eb('used_windows.count', '+', 1))
            .else(1)
            .end(),
          ends_at: eb
            .case()
            .when('used_windows.ends_at', '>', now)
            .then(eb.ref('used_windows.ends_at'))
            .else(use.ends_at)
            .end(),
        })),
      ),
  )
}

/** Removes windows that have ended. */
export async function deleteEndedWindows(store: StoreSession, now: Instant): Promise<void> {
  await store.run(db.deleteFrom('used_windows').where('ends_at', '<=', now))
}
