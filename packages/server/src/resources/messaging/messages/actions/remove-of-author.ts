import { type Snowflake, snowflakeAt } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import type { AccountPurge } from '../../../accounts/deletions/consequences.ts'
import { listOwnInWindow, listStoredIds, windowEnd } from '../window-store.ts'
import { heldLocationOf } from './held-location.ts'
import { deleteMessages, removeLostMessages } from './save.ts'

/** Rows of the table that one statement reads, whoever wrote them: there is no index of messages by author. */
const WINDOW = 5_000
/** Parts of the table that one transaction reads. */
const WINDOWS_MAX = 10
/** Messages that one event names, as in the public API. */
const EVENT_IDS_MAX = 100

/** Messages of one author, from an id on, of one guild or of all. */
export interface OwnMessages {
  readonly authorId: Snowflake
  readonly guildId: Snowflake | null
  readonly after: Snowflake
}

/** Result of a step: the id up to which it is done, null at the end. */
export interface RemovalStep {
  readonly count: number
  readonly after: Snowflake | null
}

/**
 * Deletes messages of an author, at most `limit`, and reads a bounded part of the table. Messages of one guild share a
 * step, so that a transaction holds one guild.
 *
 * @param options.counts counts the messages and deletes none
 */
export async function removeOwnMessages(
  work: Work,
  own: OwnMessages,
  { limit, counts = false }: { limit: number; counts?: boolean },
): Promise<RemovalStep> {
  let { after } = own
  let count = 0
  for (let windows = 0; windows < WINDOWS_MAX; windows += 1) {
    const end = await windowEnd(work, after, WINDOW)
    if (end === null) return { count, after: null }
    const rows = await listOwnInWindow(work, own, { after, end })
    if (rows.length > 0 && !counts) {
      const [first] = rows
      const some = rows.filter(({ guild_id }) => guild_id === first?.guild_id).slice(0, limit)
      const removed = await deleteByChannel(work, some)
      // The next step finds the others of this part.
      return { count: removed, after: some.length < rows.length ? after : end }
    }
    count += rows.length
    after = end
  }
  return { count, after }
}

/**
 * Deletes messages of channels that may be archived or DMs, and returns their number. Events name a hundred messages at
 * most.
 */
export async function deleteByChannel(
  work: Work,
  rows: readonly { id: Snowflake; channel_id: Snowflake; guild_id: Snowflake | null }[],
): Promise<number> {
  const byChannel = Map.groupBy(rows, ({ channel_id }) => channel_id)
  let count = 0
  for (const [channelId, messages] of byChannel)
    count += await deleteInChannel(
      work,
      channelId,
      messages.map(({ id }) => id),
    )
  return count
}

async function deleteInChannel(work: Work, channelId: Snowflake, listed: readonly Snowflake[]): Promise<number> {
  const location = await heldLocationOf(work, channelId)
  // Others were deleted after they had been listed, before the channel was held.
  const ids = await listStoredIds(work, listed)
  // Rows that a deleted channel left concern nobody.
  if (!location) await removeLostMessages(work, ids)
  else
    for (let start = 0; start < ids.length; start += EVENT_IDS_MAX)
      await deleteMessages(work, location, ids.slice(start, start + EVENT_IDS_MAX))
  return ids.length
}

const CURSOR = 'messages'

/** Deletes the messages of a deleted account whose person chose so, some in each step. */
export async function removeMessagesOfAccount(work: Work, purge: AccountPurge): Promise<void> {
  if (purge.messages === 'keep' || purge.left <= 0) return
  const after = purge.cursors[CURSOR] ?? snowflakeAt(0)
  const own = { authorId: purge.user.id, guildId: null, after }
  const step = await removeOwnMessages(work, own, { limit: purge.left })
  purge.removedMessages += step.count
  if (step.after === null) return
  purge.cursors[CURSOR] = step.after
  purge.left = 0
}
