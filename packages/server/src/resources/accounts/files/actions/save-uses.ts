import { ApiError, type Snowflake } from '@guildhall/protocol'
import { SYSTEM_ACTOR, type Units } from '../../../../kernel/units.ts'
import type { Work } from '../../../../kernel/work.ts'
import { fileLock } from '../model.ts'
import * as store from '../store.ts'
import { removeFiles } from './remove.ts'

/** A message by what its files are told apart. */
interface Holder {
  readonly id: Snowflake
  readonly channel_id: Snowflake
}

/**
 * Records that a message shows files, so that none of them is removed before the message. `shared` are files of another
 * message, which may be deleted at the same time.
 * @throws 10008 when the message that a shared file is from was deleted meanwhile
 */
export async function useFiles(
  work: Work,
  { id, channel_id }: Holder,
  keys: readonly string[],
  shared: readonly string[] = [],
): Promise<void> {
  for (const key of [...shared].sort()) {
    // From here on, the job that removes the file waits for this unit of work.
    if (!(await work.lock(fileLock(key), () => store.isUsed(work, key)))) throw new ApiError('UNKNOWN_MESSAGE')
  }
  for (const key of [...keys, ...shared]) await store.insert(work, { key, holder_id: id, channel_id })
}

/** Messages with the files that they show, in pages; an empty page is the last one. */
type Pages = (work: Work, after: Snowflake) => Promise<(Holder & { readonly keys: readonly string[] })[]>

/** Records the files of messages that an older version stored. Runs once for a store, before anything is removed. */
export async function recordUses(units: Units, pages: Pages): Promise<void> {
  if (await units.read(SYSTEM_ACTOR, store.usesAreRecorded)) return
  for (let after: Snowflake | null = 0n; after !== null; ) {
    const from: Snowflake = after
    after = await units.write(SYSTEM_ACTOR, async (work) => {
      const page = await pages(work, from)
      for (const { id, channel_id, keys } of page)
        for (const key of keys) await store.insert(work, { key, holder_id: id, channel_id })
      const last = page.at(-1)
      if (!last) await store.markUsesRecorded(work)
      return last?.id ?? null
    })
  }
}

/** Brings the files of a changed message up to date, and has those removed that nothing shows any more. */
export async function changeFiles(work: Work, holder: Holder, keys: readonly string[]): Promise<void> {
  const before = await store.keysOf(work, holder.id)
  const released = before.filter((key) => !keys.includes(key))
  for (const key of keys)
    if (!before.includes(key)) await store.insert(work, { key, holder_id: holder.id, channel_id: holder.channel_id })
  await store.removeUses(work, holder.id, released)
  await removeFiles(work, released)
}

/** Has the files of deleted messages removed, unless other messages show them. */
export async function releaseFiles(work: Work, messageIds: readonly Snowflake[]): Promise<void> {
  await removeFiles(work, await releaseUses(work, messageIds))
}

/** Deletes the records of what messages show. Returns the keys of the files. */
export function releaseUses(work: Work, messageIds: readonly Snowflake[]): Promise<string[]> {
  return store.release(work, messageIds)
}
