import type {
  GameRelationshipObject,
  RelationshipObject,
  Snowflake,
  UserApplicationProfileObject,
  UserObject,
} from '@guildhall/protocol'
import type { Application } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { presentApplicationBrief } from '../../resources/accounts/applications/index.ts'
import { listIdentitiesOfUsers, presentApplicationProfile } from '../../resources/accounts/external-identities/index.ts'
import { presentSelfFor } from '../../resources/accounts/users/index.ts'
import { privateChannelsForGame } from '../../resources/games/game-messages/index.ts'
import { gameRelationshipsOf, relationshipsOf } from '../../resources/messaging/relationships/index.ts'
import type { Fields } from './encoding.ts'
import type { Session } from './session.ts'

/**
 * Returns the `d` of READY for a game: what the scopes of its token allow, and no guilds. Lists whose scope is missing
 * are empty.
 */
export async function gameReadyData(
  work: Work,
  session: Session,
  options: { version: number; resumeUrl: string },
): Promise<Fields> {
  const { application, scopes } = session.identity
  const [friends, channels] = await Promise.all([
    application && scopes.has('relationships.read') ? ownRelationships(work, session, application) : NONE,
    application && scopes.has('dm_channels.read') ? privateChannelsForGame(work, session.userId, application.id) : [],
  ])
  const users = usersOf(
    [...friends.platform, ...friends.game].flatMap(({ user }) => user ?? []),
    channels.flatMap(({ recipients }) => recipients ?? []),
  )
  const known = [session.userId, ...users.map(({ id }) => BigInt(id))]
  return {
    v: options.version,
    user: presentSelfFor(session.identity),
    session_id: session.id,
    session_type: 'normal',
    resume_gateway_url: options.resumeUrl,
    ...(application ? { application: gameApplication(application) } : {}),
    scopes: [...scopes].sort(),
    relationships: friends.platform,
    game_relationships: friends.game,
    private_channels: channels,
    presences: [],
    lobbies: [],
    users,
    user_application_profiles: application ? await profilesOf(work, application.id, known) : {},
    feature_flags: { disabled_functions: [], disabled_gateway_events: [] },
    _trace: [],
  }
}

interface OwnRelationships {
  readonly platform: readonly RelationshipObject[]
  readonly game: readonly GameRelationshipObject[]
}

const NONE: OwnRelationships = { platform: [], game: [] }

async function ownRelationships(work: Work, { userId }: Session, { id }: Application): Promise<OwnRelationships> {
  const layers = [relationshipsOf(work, userId, id), gameRelationshipsOf(work, userId, id, { users: true })] as const
  const [platform, game] = await Promise.all(layers)
  return { platform, game }
}

/** Returns the profiles by which a game knows users, by user id. */
async function profilesOf(work: Work, applicationId: Snowflake, userIds: readonly Snowflake[]) {
  const profiles: Record<string, UserApplicationProfileObject[]> = {}
  for (const identity of await listIdentitiesOfUsers(work, applicationId, userIds)) {
    const id = identity.user_id.toString()
    profiles[id] = [...(profiles[id] ?? []), presentApplicationProfile(identity)]
  }
  return profiles
}

/** Returns the users that other objects contain, each once. */
function usersOf(...lists: readonly UserObject[][]): UserObject[] {
  return [...new Map(lists.flat().map((user) => [user.id, user])).values()]
}

/** Returns the application of READY, by which a game knows its name and publisher. */
function gameApplication(application: Application) {
  return {
    ...presentApplicationBrief(application),
    name: application.name,
    parent_id: application.parent_id?.toString() ?? null,
  }
}
