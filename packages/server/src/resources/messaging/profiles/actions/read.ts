import { demand, RelationshipType, type Snowflake } from '@guildhall/protocol'
import type { Member, User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findApplicationOfBot } from '../../../accounts/applications/store.ts'
import { listConnections } from '../../../accounts/connections/store.ts'
import { listUsers } from '../../../accounts/users/store.ts'
import { findDm } from '../../../guild/channels/dm-store.ts'
import { findMember, listGuildIdsOfUser } from '../../../guild/members/store.ts'
import { PLATFORM } from '../../relationships/model.ts'
import { findRelationship, hasBlocked, listCommonFriendIds } from '../../relationships/store.ts'
import type { Profile } from '../model.ts'
import { mayReadProfile } from '../rules.ts'

/** Common friends in a profile. */
const MUTUAL_FRIENDS_MAX = 100
/** Common guilds in a profile. */
const MUTUAL_GUILDS_MAX = 200
/** `visibility` of a connection that everyone sees. */
const EVERYONE = 1
const RELATED: readonly number[] = [
  RelationshipType.FRIEND,
  RelationshipType.INCOMING_REQUEST,
  RelationshipType.OUTGOING_REQUEST,
]

/**
 * Returns the guilds that a viewer of a profile shares with its user, and whether the user has blocked the viewer, who
 * then sees little of it.
 *
 * @throws MISSING_ACCESS (50001) for users with nothing in common
 */
export async function demandProfileAccess(
  work: Work,
  viewerId: Snowflake,
  user: User,
): Promise<{ mutualGuilds: Member[]; isReduced: boolean }> {
  const mutualGuilds = await listMutualGuilds(work, viewerId, user.id)
  const relationship = await findRelationship(work, { userId: viewerId, otherId: user.id, applicationId: PLATFORM })
  const isSelf = viewerId === user.id
  demand(
    mayReadProfile({
      isSelf,
      sharesGuild: mutualGuilds.length > 0,
      isRelated: relationship !== undefined && RELATED.includes(relationship.type),
      hasDm: !isSelf && (await findDm(work, viewerId, user.id)) !== undefined,
    }),
  )
  return { mutualGuilds, isReduced: await hasBlocked(work, user.id, viewerId) }
}

/**
 * Returns the profile of a user for a viewer.
 *
 * @throws MISSING_ACCESS (50001) for users with nothing in common
 */
export async function profileFor(
  work: Work,
  viewerId: Snowflake,
  user: User,
  guildId: Snowflake | undefined,
): Promise<Profile> {
  const { mutualGuilds, isReduced } = await demandProfileAccess(work, viewerId, user)
  const isSelf = viewerId === user.id
  const friendIds = isSelf || isReduced ? [] : await listCommonFriendIds(work, viewerId, user.id, MUTUAL_FRIENDS_MAX)
  const friends = await listUsers(work, friendIds)
  return {
    user,
    isReduced,
    connections: isReduced
      ? []
      : (await listConnections(work, user.id)).filter(({ visibility, revoked }) => visibility === EVERYONE && !revoked),
    mutualGuilds: isSelf ? [] : mutualGuilds,
    mutualFriends: friendIds.flatMap((id) => friends.get(id) ?? []),
    member: mutualGuilds.find(({ guild_id }) => guild_id === guildId),
    application: user.bot ? await findApplicationOfBot(work, user.id) : undefined,
  }
}

/** Lists the memberships of a user in the guilds of a viewer. */
async function listMutualGuilds(work: Work, viewerId: Snowflake, userId: Snowflake): Promise<Member[]> {
  const own = new Set(await listGuildIdsOfUser(work, viewerId))
  const mutual = (await listGuildIdsOfUser(work, userId)).filter((id) => own.has(id)).slice(0, MUTUAL_GUILDS_MAX)
  const members: Member[] = []
  for (const id of mutual) {
    const member = await findMember(work, id, userId)
    if (member) members.push(member)
  }
  return members
}
