import { allow, refuse, type Snowflake, type Verdict } from '@guildhall/protocol'
import type { Work } from '../../kernel/work.ts'
import { listGuildIdsOfUser } from '../members/index.ts'
import { dmsPaused } from './incidents.ts'
import * as store from './store.ts'

/** Do two users know each other only from guilds that have paused direct messages? */
export async function mayMeetInDm(work: Work, userId: Snowflake, otherId: Snowflake): Promise<Verdict> {
  const others = new Set(await listGuildIdsOfUser(work, otherId))
  const shared = (await listGuildIdsOfUser(work, userId)).filter((id) => others.has(id))
  if (shared.length === 0) return allow
  const open = (await store.list(work, shared)).some((guild) => !dmsPaused(guild, work.now))
  return open ? allow : refuse('CANNOT_SEND_TO_USER', 'every shared guild has paused direct messages')
}
