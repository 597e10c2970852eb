import type { Instant, Snowflake } from '@guildhall/protocol'
import { db, prepare } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'

/** Kinds of uses that slowmode counts. Each has its own interval. */
export const SlowmodeKind = { MESSAGE: 0, THREAD: 1 } as const
export type SlowmodeKind = (typeof SlowmodeKind)[keyof typeof SlowmodeKind]

/** Last use of a channel by a user. */
interface SlowmodeUse {
  readonly userId: Snowflake
  readonly channelId: Snowflake
  readonly kind: SlowmodeKind
}

const lastUse = prepare<{ userId: Snowflake; channelId: Snowflake; kind: number }>()((slot) =>
  db
    .selectFrom('slowmode_uses')
    .select('at')
    .where('user_id', '=', slot('userId'))
    .where('channel_id', '=', slot('channelId'))
    .where('kind', '=', slot('kind')),
)
const put = prepare<{ userId: Snowflake; channelId: Snowflake; kind: number; at: Instant }>()((slot) =>
  db
    .insertInto('slowmode_uses')
    .values({ user_id: slot('userId'), channel_id: slot('channelId'), kind: slot('kind'), at: slot('at') })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'channel_id', 'kind']).doUpdateSet((row) => ({ at: row.ref('excluded.at') })),
    ),
)

/** Returns when a user last sent a message or started a thread in a channel; null without a stored time. */
export async function findSlowmodeUse(
  session: StoreSession,
  { userId, channelId, kind }: SlowmodeUse,
): Promise<Instant | null> {
  return (await session.firstPrepared(lastUse, { userId, channelId, kind }))?.at ?? null
}

/** Stores the time at which a user sends a message or starts a thread. */
export async function putSlowmodeUse(
  session: StoreSession,
  { userId, channelId, kind, at }: SlowmodeUse & { at: Instant },
): Promise<void> {
  await session.sendPrepared(put, { userId, channelId, kind, at })
}

/** Deletes the times before an instant. */
export async function deleteSlowmodeUses(session: StoreSession, before: Instant): Promise<void> {
  await session.run(db.deleteFrom('slowmode_uses').where('at', '<', before))
}
