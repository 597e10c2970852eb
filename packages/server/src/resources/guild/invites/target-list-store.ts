import type { Snowflake } from '@guildhall/protocol'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { InviteTargetListTable } from '../../../kernel/store/tables.ts'

/** List of the target users of an invite, and the status of the job that applies it. */
export type TargetList = { [K in keyof InviteTargetListTable]: InviteTargetListTable[K] }

/** Rows that one statement inserts. */
const ROWS_MAX = 500

/** Stores a new list. */
export async function insertTargetList(session: StoreSession, list: TargetList): Promise<void> {
  await session.run(db.insertInto('invite_target_lists').values(list))
}

/** Changes some fields of a list. */
export async function updateTargetList(
  session: StoreSession,
  id: Snowflake,
  changes: Partial<TargetList>,
): Promise<void> {
  await session.run(db.updateTable('invite_target_lists').set(changes).where('id', '=', id))
}

/** Returns a list, or undefined. */
export async function findTargetList(session: StoreSession, id: Snowflake): Promise<TargetList | undefined> {
  return session.first(db.selectFrom('invite_target_lists').selectAll().where('id', '=', id))
}

/** Returns the newest list of an invite, applied or not. */
export async function findNewestTargetList(session: StoreSession, code: string): Promise<TargetList | undefined> {
  return session.first(
    db.selectFrom('invite_target_lists').selectAll().where('code', '=', code).orderBy('id', 'desc').limit(1),
  )
}

/** Returns the list of an invite that is in effect. */
export async function findAppliedTargetList(session: StoreSession, code: string): Promise<TargetList | undefined> {
  return session.first(
    db.selectFrom('invite_target_lists').selectAll().where('code', '=', code).where('in_effect', '=', 1),
  )
}

/** Deletes the lists of an invite that are not in effect, with their users. */
export async function deleteUnappliedTargetLists(session: StoreSession, code: string): Promise<void> {
  await session.run(db.deleteFrom('invite_target_lists').where('code', '=', code).where('in_effect', '=', 0))
}

/** Deletes all lists of an invite except one, with their users. */
export async function deleteOtherTargetLists(session: StoreSession, code: string, id: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('invite_target_lists').where('code', '=', code).where('id', '!=', id))
}

/** Stores a part of the uploaded ids of a list; parts are numbered from 0. */
export async function insertTargetPart(
  session: StoreSession,
  list_id: Snowflake,
  part: number,
  ids: readonly Snowflake[],
): Promise<void> {
  await session.run(db.insertInto('invite_target_parts').values({ list_id, part, ids: ids.join() }))
}

/** Returns a part of the uploaded ids of a list. */
export async function findTargetPart(session: StoreSession, listId: Snowflake, part: number): Promise<Snowflake[]> {
  const row = await session.first(
    db.selectFrom('invite_target_parts').select('ids').where('list_id', '=', listId).where('part', '=', part),
  )
  return row ? row.ids.split(',').map(BigInt) : []
}

/** Returns all uploaded ids of a list as text, in the order of the file. */
export async function listTargetIds(session: StoreSession, listId: Snowflake): Promise<string[]> {
  const rows = await session.all(
    db.selectFrom('invite_target_parts').select('ids').where('list_id', '=', listId).orderBy('part'),
  )
  return rows.flatMap((row) => row.ids.split(','))
}

/** Applies users of a list, so that `hasTarget` finds them. */
export async function insertTargets(
  session: StoreSession,
  list_id: Snowflake,
  ids: readonly Snowflake[],
): Promise<void> {
  for (let start = 0; start < ids.length; start += ROWS_MAX) {
    const rows = ids.slice(start, start + ROWS_MAX).map((user_id) => ({ list_id, user_id }))
    await session.run(db.insertInto('invite_targets').values(rows))
  }
}

/** Returns whether a list contains a user. */
export async function hasTarget(session: StoreSession, listId: Snowflake, userId: Snowflake): Promise<boolean> {
  const row = await session.first(
    db.selectFrom('invite_targets').select('user_id').where('list_id', '=', listId).where('user_id', '=', userId),
  )
  return row !== undefined
}

/** Lists the codes of invites to a channel that nobody created in person and whose list in effect contains a user. */
export async function listInviteCodesOfTarget(
  session: StoreSession,
  channelId: Snowflake,
  userId: Snowflake,
): Promise<string[]> {
  const rows = await session.all(
    db
      .selectFrom('invites')
      .innerJoin('invite_target_lists', 'invite_target_lists.code', 'invites.code')
      .innerJoin('invite_targets', 'invite_targets.list_id', 'invite_target_lists.id')
      .select('invites.code')
      .where('invites.channel_id', '=', channelId)
      .where('invites.inviter_id', 'is', null)
      .where('invite_target_lists.in_effect', '=', 1)
      .where('invite_targets.user_id', '=', userId),
  )
  return rows.map(({ code }) => code)
}
