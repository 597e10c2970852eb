import type { Work } from '../../../kernel/work.ts'
import { listGuildIdsOfUser } from '../../members/store.ts'
import { haveCommonFriend } from '../store.ts'
import type { Parties } from './parties.ts'

/** Returns whether two users have neither a common guild nor a common friend. */
export async function areStrangers(work: Work, parties: Parties): Promise<boolean> {
  const { user, other } = parties
  return !(await shareGuild(work, parties)) && !(await haveCommonFriend(work, user.id, other.id))
}

/** Returns whether the settings of the other user admit friend requests of the user. */
export async function isWelcome(_work: Work, _parties: Parties): Promise<boolean> {
  return true
}

async function shareGuild(work: Work, { user, other }: Parties): Promise<boolean> {
  const guilds = new Set(await listGuildIdsOfUser(work, user.id))
  return (await listGuildIdsOfUser(work, other.id)).some((id) => guilds.has(id))
}
