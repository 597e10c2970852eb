import { ApiError, demand } from '@guildhall/protocol'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Work } from '../../../../kernel/work.ts'
import { listGuildIdsOfUser } from '../../../guild/members/index.ts'
import { areFriends, demandDmBetween, isBlockedBetween } from '../../../messaging/relationships/index.ts'
import { mayWriteFromGame } from '../rules.ts'
import type { Conversation } from './conversation.ts'

/**
 * Rejects a caller who may not write in a conversation.
 *
 * @throws CANNOT_SEND_TO_USER (50007)
 */
export async function demandMayWrite(work: Work, caller: Caller, conversation: Conversation): Promise<void> {
  const { other } = conversation
  const { userId } = caller
  if (other.id === userId || other.bot) throw new ApiError('CANNOT_SEND_TO_USER')
  const blocked = await isBlockedBetween(work, userId, other.id)
  const game = caller.application?.id
  if (game === undefined) {
    if (blocked) throw new ApiError('CANNOT_SEND_TO_USER')
    return demandDmBetween(work, userId, other.id)
  }
  const friends = await areFriends(work, userId, other.id, game)
  const { players } = work
  const bothPlaying = (await players.isOnline(work, userId, game)) && (await players.isOnline(work, other.id, game))
  const knowEachOther = !friends && !bothPlaying && (await shareGuildAndHistory(work, caller, conversation))
  demand(mayWriteFromGame({ blocked, friends, bothPlaying, knowEachOther }))
}

/** Whether two users share a guild that permits DMs and have written to each other before. */
async function shareGuildAndHistory(work: Work, caller: Caller, conversation: Conversation): Promise<boolean> {
  if (conversation.kind !== 'platform' || conversation.channel?.last_message_id == null) return false
  const { other } = conversation
  const guildIds = new Set(await listGuildIdsOfUser(work, caller.userId))
  if (!(await listGuildIdsOfUser(work, other.id)).some((id) => guildIds.has(id))) return false
  await demandDmBetween(work, caller.userId, other.id)
  return true
}
