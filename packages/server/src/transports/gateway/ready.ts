import {
  ActivityIntent,
  type ChannelObject,
  DISTINGUISHED_MEMBERS_MAX,
  Intent,
  MEMBER_CHUNK_MAX,
  type PresenceObject,
  type Snowflake,
  type UserSettingsObject,
  VERY_LARGE_GUILD_MEMBERS,
  wireTime,
} from '@guildhall/protocol'
import { visibilityOf } from '../../access/visibility.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Member, User } from '../../kernel/model.ts'
import type { Viewer } from '../../kernel/viewer.ts'
import type { Work } from '../../kernel/work.ts'
import { presentApplicationBrief } from '../../resources/accounts/applications/index.ts'
import { presentPresence } from '../../resources/accounts/presences/index.ts'
import {
  getClientSettings,
  listUsers,
  presentSelf,
  presentSettings,
  sessionIdHash,
} from '../../resources/accounts/users/index.ts'
import { presentRunning, runningActivities, visibleActivities } from '../../resources/apps/activities/index.ts'
import { isThread, listOpenDms, presentAs, presentDm } from '../../resources/guild/channels/index.ts'
import { presentGuild } from '../../resources/guild/guilds/index.ts'
import {
  listDistinguishedMembers,
  listMembers,
  listMembersById,
  presentMember,
} from '../../resources/guild/members/index.ts'
import { canViewEvent, presentScheduledEvent } from '../../resources/guild/scheduled-events/index.ts'
import { presentGuildSounds } from '../../resources/guild/soundboard/index.ts'
import { presentStageInstance } from '../../resources/guild/stage-instances/index.ts'
import { presentVoiceState } from '../../resources/guild/voice-states/index.ts'
import { listReadStatesOf, presentReadState } from '../../resources/messaging/read-states/index.ts'
import { readyRelationshipsOf } from '../../resources/messaging/relationships/index.ts'
import type { Group } from './audience.ts'
import { EncodedDispatch, guildScope, SharedBytes } from './dispatch.ts'
import type { Fields } from './encoding.ts'
import { gameReadyData } from './ready-game.ts'
import type { Session } from './session.ts'
import { threadsFor } from './thread-sync.ts'

/** Returns the `d` of READY. Its guilds are unavailable; GUILD_CREATE follows for each. */
export async function readyData(
  work: Work,
  session: Session,
  options: { version: number; guildIds: readonly Snowflake[]; resumeUrl: string },
): Promise<Fields> {
  return session.kind === 'game' ? gameReadyData(work, session, options) : ownReadyData(work, session, options)
}

/** Returns the `d` of READY for a person or bot; the types of @guildhall/client are made from it. */
async function ownReadyData(
  work: Work,
  session: Session,
  options: { version: number; guildIds: readonly Snowflake[]; resumeUrl: string },
) {
  const { user, application } = session.identity
  const isPerson = session.kind === 'person'
  const settings: Partial<UserSettingsObject> = isPerson
    ? presentSettings(user, await getClientSettings(work, user.id))
    : {}
  const friends: OwnFriends = isPerson ? await readyRelationshipsOf(work, session.userId) : { relationships: [] }
  return {
    v: options.version,
    user: presentSelf(user, { email: isPerson, premium: isPerson, own: isPerson }),
    user_settings: settings,
    guilds: options.guildIds.map((id) => ({ id: id.toString(), unavailable: true })),
    session_id: session.id,
    session_type: 'normal',
    ...(isPerson ? { auth_session_id_hash: sessionIdHash(session.identity.tokenHash) } : {}),
    resume_gateway_url: options.resumeUrl,
    shard: session.shard,
    ...(application ? { application: presentApplicationBrief(application) } : {}),
    private_channels: isPerson ? await ownDms(work, session.userId) : [],
    ...(isPerson
      ? { read_state: (await listReadStatesOf(work, session.userId, options.guildIds)).map(presentReadState) }
      : {}),
    ...friends,
    presences: NO_PRESENCES,
    guild_join_requests: NOTHING,
    geo_ordered_rtc_regions: NOTHING,
    auth: {},
    _trace: NOTHING,
  }
}

type AllFriends = Awaited<ReturnType<typeof readyRelationshipsOf>>
/** Lists of READY; a bot has no friends. */
type OwnFriends = Pick<AllFriends, 'relationships'> & Partial<AllFriends>

const NOTHING: readonly unknown[] = []
/** Presences of friends are added by the gateway. */
const NO_PRESENCES: readonly PresenceObject[] = []

/** Returns the direct messages of a person, which their client lists at once. */
async function ownDms(work: Work, userId: Snowflake): Promise<ChannelObject[]> {
  const channels = await listOpenDms(work, userId)
  const users = await listUsers(
    work,
    channels.flatMap((channel) => channel.recipient_ids),
  )
  return channels.map((channel) =>
    presentDm(
      channel,
      userId,
      channel.recipient_ids.flatMap((id) => users.get(id) ?? []),
    ),
  )
}

const NO_MEMBERS: ReadonlyMap<Snowflake, Member> = new Map()

/**
 * Returns the members in GUILD_CREATE. Up to `large_threshold` these are all. In larger guilds they are the user and
 * those in voice; for bots with GUILD_PRESENCES also members who are online, or have a role or a nickname.
 */
async function initialMembers(work: Work, view: GuildView, session: Session): Promise<Member[]> {
  const followsPresences = (session.intents & Intent.GUILD_PRESENCES) !== 0
  if (view.memberCount <= session.largeThreshold && (session.kind === 'person' || followsPresences))
    return listMembers(work, view.id, 0n, session.largeThreshold)
  const listsMore = session.kind === 'bot' && followsPresences && view.memberCount <= VERY_LARGE_GUILD_MEMBERS
  const online = listsMore ? view.presences.keys() : []
  const wanted = new Set([session.userId, ...view.voiceStates.keys(), ...online])
  const distinguished = listsMore ? await distinguishedMembers(work, view.id) : NO_MEMBERS
  const missing = [...wanted].filter((userId) => !view.member(userId) && !distinguished.has(userId))
  const read = missing.length > 0 ? await listMembersById(work, view.id, missing) : NO_MEMBERS
  const ids = new Set([...wanted, ...distinguished.keys()])
  return [...ids].flatMap((userId) => view.member(userId) ?? distinguished.get(userId) ?? read.get(userId) ?? [])
}

/** Reads members with a role or a nickname, in steps between which the event loop handles everything else. */
async function distinguishedMembers(work: Work, guildId: Snowflake): Promise<ReadonlyMap<Snowflake, Member>> {
  const members = new Map<Snowflake, Member>()
  let after = -1n
  while (members.size < DISTINGUISHED_MEMBERS_MAX) {
    const some = await listDistinguishedMembers(work, guildId, after, MEMBER_CHUNK_MAX)
    for (const member of some) members.set(member.user_id, member)
    if (some.length < MEMBER_CHUNK_MAX) break
    after = some.at(-1)?.user_id ?? after
    await new Promise((resolve) => setImmediate(resolve))
  }
  return members
}

/** Returns the users of members. That of the session's own user is known. */
async function usersOf(work: Work, session: Session, members: readonly Member[]): Promise<Map<Snowflake, User>> {
  const others = members.map((member) => member.user_id).filter((id) => id !== session.userId)
  const users = others.length > 0 ? await listUsers(work, others) : new Map<Snowflake, User>()
  return users.set(session.userId, session.identity.user)
}

/** Returns the presences of listed members, if the session has the intent. */
function presencesFor(view: GuildView, session: Session, members: readonly Member[]): PresenceObject[] {
  if (session.kind === 'bot' && (session.intents & Intent.GUILD_PRESENCES) === 0) return []
  return members.flatMap((member) => {
    const presence = view.presences.get(member.user_id)
    return presence ? [presentPresence(presence)] : []
  })
}

/**
 * Returns the fields of GUILD_CREATE that belong to one session or change too often to share. Returns null for a bot
 * without the GUILDS intent.
 */
export async function guildFieldsFor(work: Work, view: GuildView, session: Session, viewer: Viewer) {
  if (session.kind === 'bot' && (session.intents & Intent.GUILDS) === 0) return null
  const members = await initialMembers(work, view, session)
  const users = await usersOf(work, session, members)
  const self = view.member(session.userId)
  return {
    joined_at: self ? wireTime(self.joined_at) : null,
    large: view.memberCount > session.largeThreshold,
    unavailable: false,
    member_count: view.memberCount,
    members: members.flatMap((member) => {
      const user = users.get(member.user_id)
      return user ? [presentMember(member, user)] : []
    }),
    threads: await threadsFor(work, view, viewer, session.userId),
    voice_states: [...view.voiceStates.values()]
      .filter((state) => state.channel_id !== null && viewer.sees(state.channel_id))
      .map((state) => presentVoiceState(state, { guild: false })),
    presences: presencesFor(view, session, members),
    ...(session.kind === 'person' || session.intents & ActivityIntent.GUILD_EMBEDDED_ACTIVITIES
      ? { activity_instances: visibleActivities(viewer, await runningActivities(work, { guildId: view.id })) }
      : {}),
  }
}

/** Returns the objects of the activities that run in a person's DMs. Events about them follow READY. */
export async function activitiesInDms(work: Work, session: Session) {
  const channelIds = (await listOpenDms(work, session.userId)).map(({ id }) => id)
  return (await runningActivities(work, { channelIds })).map(presentRunning)
}

/** Returns the fields of GUILD_CREATE that all sessions of a group share. */
function sharedGuildFields(view: GuildView, viewer: Viewer) {
  const channels = [...view.channels.values()].sort((a, b) => a.position - b.position)
  return {
    ...presentGuild(view),
    channels: channels.flatMap((channel) => {
      const visibility = isThread(channel.type) ? 'nothing' : visibilityOf(viewer, channel)
      return visibility === 'nothing' ? [] : [presentAs(channel, visibility)]
    }),
    stage_instances: [...view.stageInstances.values()]
      .filter((stage) => viewer.sees(stage.channel_id))
      .map(presentStageInstance),
    guild_scheduled_events: [...view.scheduledEvents.values()]
      .filter((event) => canViewEvent(viewer, event))
      .map((event) => presentScheduledEvent(event)),
    soundboard_sounds: presentGuildSounds(view),
  }
}

/** Returns GUILD_CREATE for a session of a group. The shared fields are encoded once per group and version. */
export function guildCreate(view: GuildView, group: Group, own: Fields): EncodedDispatch {
  const { encoding } = group
  if (group.snapshot?.version !== view.version) {
    const { bytes, fields } = encoding.dispatchClosing(sharedGuildFields(view, group.viewer))
    group.snapshot = { version: view.version, part: new SharedBytes(bytes), fields }
  }
  const { part } = group.snapshot
  const opening = new SharedBytes(encoding.dispatchOpening('GUILD_CREATE', own, group.snapshot))
  return new EncodedDispatch([opening, part], guildScope(view.id), 'GUILD_CREATE')
}
