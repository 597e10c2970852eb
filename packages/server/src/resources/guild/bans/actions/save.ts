import type { Snowflake } from '@guildhall/protocol'
import { guildTopic } from '../../../../kernel/event.ts'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { guildBanAdd, guildBanRemove } from '../events.ts'
import * as store from '../store.ts'

/** Stores a ban with the reason of the current request, and emits it. */
export async function createBan(work: Work, guildId: Snowflake, user: User): Promise<void> {
  const { reason } = work.actor
  await store.insertBan(work, { guild_id: guildId, user_id: user.id, reason, created_at: work.now })
  work.emit(guildBanAdd, guildTopic(guildId), { guildId, user })
}

/** Deletes a ban and emits it. Returns false for a user who is not banned. */
export async function deleteBan(work: Work, guildId: Snowflake, user: User): Promise<boolean> {
  if (!(await store.deleteBan(work, guildId, user.id))) return false
  work.emit(guildBanRemove, guildTopic(guildId), { guildId, user })
  return true
}
