import { ApiError, demand, type Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { listGuilds, mayMeetInDm } from '../../../guild/guilds/index.ts'
import { listGuildIdsOfUser } from '../../../guild/members/index.ts'
import { isBlockedBetween } from '../store.ts'

/**
 * Throws CANNOT_SEND_TO_USER (50007) for two users of whom one blocks the other, or whose shared guilds all pause
 * direct messages.
 */
export async function demandDmBetween(work: Work, userId: Snowflake, otherId: Snowflake): Promise<void> {
  if (await isBlockedBetween(work, userId, otherId)) throw new ApiError('CANNOT_SEND_TO_USER')
  const others = new Set(await listGuildIdsOfUser(work, otherId))
  const shared = (await listGuildIdsOfUser(work, userId)).filter((id) => others.has(id))
  demand(mayMeetInDm(await listGuilds(work, shared), work.now))
}
