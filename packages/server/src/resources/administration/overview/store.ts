import type { Instant } from '@guildhall/protocol'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'

/** Numbers of what an instance holds. */
export interface InstanceCounts {
  /** People who are no bots and no provisional accounts, also suspended ones, without those being deleted. */
  readonly people: number
  readonly suspended: number
  readonly unverified: number
  readonly pending: number
  readonly guilds: number
  /** Bytes of stored files. */
  readonly bytes: bigint
}

/** Counts the messages of an instance. */
export async function countMessages(session: StoreSession): Promise<number> {
  const row = await session.first(db.selectFrom('messages').select((eb) => eb.fn.countAll().as('count')))
  return Number(row?.count ?? 0)
}

/** Counts what an instance holds, without its messages. */
export async function countInstance(session: StoreSession, now: Instant): Promise<InstanceCounts> {
  const count = (row: { count: number | bigint | string } | undefined) => Number(row?.count ?? 0)
  const guilds = db.selectFrom('guilds').select((eb) => eb.fn.countAll().as('count'))
  const people = db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('bot', '=', 0)
    .where('id', 'not in', db.selectFrom('account_deletions').select('user_id'))
  const bans = db.selectFrom('platform_bans').select((eb) => eb.fn.countAll().as('count'))
  const waiting = db.selectFrom('registrations').select(['state', (eb) => eb.fn.countAll().as('count')])
  const states = new Map((await session.all(waiting.groupBy('state'))).map((row) => [row.state, Number(row.count)]))
  const bytes = await session.all(db.selectFrom('stored_bytes').select('bytes').where('holder', 'like', 'user %'))
  return {
    people: count(await session.first(people.where('data', 'not like', '%"provisional_for":"%'))),
    suspended: count(
      await session.first(
        bans
          .where(({ eb, or }) => or([eb('until', 'is', null), eb('until', '>', now)]))
          .where('user_id', 'not in', db.selectFrom('account_deletions').select('user_id')),
      ),
    ),
    unverified: states.get('unverified') ?? 0,
    pending: states.get('pending') ?? 0,
    guilds: count(await session.first(guilds)),
    bytes: bytes.reduce((sum, row) => sum + BigInt(row.bytes), 0n),
  }
}
