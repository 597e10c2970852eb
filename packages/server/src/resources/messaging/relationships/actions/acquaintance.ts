import { FriendSource } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { listGuildIdsOfUser } from '../../../guild/members/store.ts'
import { haveCommonFriend } from '../store.ts'
import type { Parties } from './parties.ts'

/** Returns whether two users have neither a common guild nor a common friend. */
export async function areStrangers(work: Work, parties: Parties): Promise<boolean> {
  const { user, other } = parties
  return !(await shareGuild(work, parties)) && !(await haveCommonFriend(work, user.id, other.id))
}

/** Returns whether the settings of the other user admit friend requests of the user. */
export async function isWelcome(work: Work, parties: Parties): Promise<boolean> {
  const { user, other } = parties
  const admits = (source: number) => (other.friend_sources & source) !== 0
  if (admits(FriendSource.NO_RELATION)) return true
  if (admits(FriendSource.MUTUAL_GUILDS) && (await shareGuild(work, parties))) return true
  return admits(FriendSource.MUTUAL_FRIENDS) && (await haveCommonFriend(work, user.id, other.id))
}

async function shareGuild(work: Work, { user, other }: Parties): Promise<boolean> {
  const guilds = new Set(await listGuildIdsOfUser(work, user.id))
  return (await listGuildIdsOfUser(work, other.id)).some((id) => guilds.has(id))
}
