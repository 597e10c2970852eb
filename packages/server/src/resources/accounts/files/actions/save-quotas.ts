import { ApiError, type Snowflake } from '@guildhall/protocol'
import type { StoredFileTable } from '../../../../kernel/store/tables.ts'
import type { Work } from '../../../../kernel/work.ts'
import { settingsOf } from '../../instance-settings/index.ts'
import { kindHolder } from '../model.ts'
import * as store from '../store.ts'

const ATTACHMENT_KEY = /^attachments\/(\d+)\//

/** Name of the lock of uploads while all files together have a limit. */
const ALL_FILES = 'files.quota'

/**
 * Counts a file for the person who has it kept, and for the guild where it is shown. A file that is kept already counts
 * once.
 *
 * @throws REQUEST_ENTITY_TOO_LARGE (413/40005) if one of them, or all files together, would exceed a quota
 */
export async function countFile(work: Work, key: string, size: number): Promise<void> {
  const settings = await settingsOf(work)
  const file = { key, bytes: BigInt(size), user_id: work.actor.userId, guild_id: guildOf(work, key) }
  const total = settings.quota_files_bytes
  // Sums of kinds are several rows, which others may change meanwhile.
  if (total !== null) await work.lock(ALL_FILES, () => store.bytesOfKinds(work))
  if (!(await store.insertStored(work, file))) return
  const quotas = { user: settings.quota_person_bytes, guild: settings.quota_guild_bytes, kind: null }
  for (const { kind, holder } of holdersOf(file)) {
    const bytes = await store.addBytes(work, holder, file.bytes)
    demandWithin(holder, bytes, quotas[kind])
  }
  if (total === null) return
  const kinds = await store.bytesOfKinds(work)
  demandWithin('the platform', kinds.attachments + kinds.images + kinds.other, total)
}

function demandWithin(holder: string, bytes: bigint, quota: number | null): void {
  if (quota === null || bytes <= BigInt(quota)) return
  const reason = `${holder} would have ${bytes} bytes of files, and may have ${quota}`
  throw new ApiError('REQUEST_ENTITY_TOO_LARGE', { reason })
}

/** Gives the bytes of removed files back to the people and guilds that they counted for. */
export async function uncountFiles(work: Work, keys: readonly string[]): Promise<void> {
  const sums = new Map<string, bigint>()
  for (const file of await store.removeStored(work, keys)) {
    for (const { holder } of holdersOf(file)) sums.set(holder, (sums.get(holder) ?? 0n) + file.bytes)
  }
  // The order of `countFile`, so that two units of work never wait for each other.
  for (const [holder, bytes] of [...sums].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await store.addBytes(work, holder, -bytes)
  }
}

/** Returns who a file counts for, in the order of their names. */
function holdersOf({ key, user_id, guild_id }: StoredFileTable): { kind: 'guild' | 'kind' | 'user'; holder: string }[] {
  return [
    ...(guild_id === null ? [] : [{ kind: 'guild' as const, holder: `guild ${guild_id}` }]),
    { kind: 'kind' as const, holder: kindHolder(key) },
    ...(user_id === null ? [] : [{ kind: 'user' as const, holder: `user ${user_id}` }]),
  ]
}

/** Attachments name their channel. For any other file it is the guild whose permissions were looked at. */
function guildOf(work: Work, key: string): Snowflake | null {
  const channelId = ATTACHMENT_KEY.exec(key)?.[1]
  if (channelId !== undefined) return work.knownGuildOf(BigInt(channelId)) ?? null
  return work.accessed?.view.id ?? null
}
