import { ApiError, type Snowflake } from '@guildhall/protocol'
import type { FileQuotas } from '../../../../kernel/files.ts'
import type { Work } from '../../../../kernel/work.ts'
import * as store from '../store.ts'

const ATTACHMENT_KEY = /^attachments\/(\d+)\//

/**
 * Counts a file for the person who has it kept, and for the guild where it is shown. A file that is kept already counts
 * once.
 *
 * @throws REQUEST_ENTITY_TOO_LARGE (413/40005) if one of them would exceed a quota
 */
export async function countFile(work: Work, quotas: FileQuotas, key: string, size: number): Promise<void> {
  const file = { key, bytes: BigInt(size), user_id: work.actor.userId, guild_id: guildOf(work, key) }
  if (!(await store.insertStored(work, file))) return
  for (const [holder, quota] of holdersOf(file, quotas)) {
    const bytes = await store.addBytes(work, holder, file.bytes)
    if (quota === null || bytes <= BigInt(quota)) continue
    const reason = `${holder} would have ${bytes} bytes of files, and may have ${quota}`
    throw new ApiError('REQUEST_ENTITY_TOO_LARGE', { reason })
  }
}

/** Gives the bytes of removed files back to the people and guilds that they counted for. */
export async function uncountFiles(work: Work, keys: readonly string[]): Promise<void> {
  const sums = new Map<string, bigint>()
  for (const file of await store.removeStored(work, keys)) {
    for (const [holder] of holdersOf(file, NO_QUOTAS)) sums.set(holder, (sums.get(holder) ?? 0n) + file.bytes)
  }
  // Guilds before people, as in `countFile`, so that two units of work never wait for each other.
  for (const [holder, bytes] of [...sums].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await store.addBytes(work, holder, -bytes)
  }
}

const NO_QUOTAS: FileQuotas = { personBytes: null, guildBytes: null }

function holdersOf(
  { user_id, guild_id }: { user_id: Snowflake | null; guild_id: Snowflake | null },
  { personBytes, guildBytes }: FileQuotas,
): [holder: string, quota: number | null][] {
  const holders: [string, number | null][] = []
  if (guild_id !== null) holders.push([`guild ${guild_id}`, guildBytes])
  if (user_id !== null) holders.push([`user ${user_id}`, personBytes])
  return holders
}

/** Attachments name their channel. For any other file it is the guild whose permissions were looked at. */
function guildOf(work: Work, key: string): Snowflake | null {
  const channelId = ATTACHMENT_KEY.exec(key)?.[1]
  if (channelId !== undefined) return work.knownGuildOf(BigInt(channelId)) ?? null
  return work.accessed?.view.id ?? null
}
