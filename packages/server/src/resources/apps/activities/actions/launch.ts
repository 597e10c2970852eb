import { ApiError, ApplicationFlag, demand, type Snowflake } from '@guildhall/protocol'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Application, Channel } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import type { StoredActivityInstance } from '../model.ts'
import { mayJoin, mayLaunch } from '../rules.ts'
import * as store from '../store.ts'
import { oneByOne } from './participants.ts'
import { addInstance, addParticipant } from './save.ts'

/** Launch of an activity by a user in a channel. */
export interface Launch {
  readonly application: Application
  readonly channel: Channel
  readonly view: GuildView | null
  readonly userId: Snowflake
  /** Permissions of the user in the channel. */
  readonly permissions: bigint
  /** Whether the guild has installed the application. */
  readonly installed: boolean
  /** Session of the user that takes part; empty for none. */
  readonly sessionId: string
  readonly nonce: string | null
}

/** Returns whether an application has an activity. */
export function hasActivity({ flags }: Pick<Application, 'flags'>): boolean {
  return (flags & ApplicationFlag.EMBEDDED) !== 0n
}

/**
 * Returns the session of a user's own client that joins an activity: the one that the client named, else their newest.
 * Empty if the user has none. They take part then until they leave.
 */
export async function sessionOf(work: Work, userId: Snowflake, named: string | null): Promise<string> {
  const sessions = await work.players.clientSessionsOf(work, userId)
  return named !== null && sessions.includes(named) ? named : (sessions.at(-1) ?? '')
}

/**
 * Starts an activity in a channel, or joins the one that runs there already.
 *
 * @throws UNKNOWN_APPLICATION (10002) for an application without an activity; CANNOT_EXECUTE_ON_CHANNEL_TYPE (50024);
 *   MISSING_PERMISSIONS (50013); INVALID_ACTIVITY_ACTION (50039) for an activity that is full
 */
export async function launchActivity(work: Work, launch: Launch): Promise<StoredActivityInstance> {
  const { application, channel, view, permissions, installed } = launch
  if (!hasActivity(application)) throw new ApiError('UNKNOWN_APPLICATION')
  const afkChannelId = view?.guild.afk_channel_id ?? null
  demand(mayLaunch({ permissions, inGuild: view !== null, installed }, { channel, afkChannelId }))
  return oneByOne(work, { guild_id: channel.guild_id, channel_id: channel.id }, () => join(work, launch))
}

async function join(work: Work, launch: Launch): Promise<StoredActivityInstance> {
  const { application, channel, userId } = launch
  const instance = await addInstance(work, {
    launch_id: work.nextId(),
    application_id: application.id,
    channel_id: channel.id,
    guild_id: channel.guild_id,
    created_at: work.now,
  })
  const others = (await store.listParticipants(work, instance.launch_id)).filter(({ user_id }) => user_id !== userId)
  demand(mayJoin(others.length, application.max_participants))
  await addParticipant(work, instance, {
    user_id: userId,
    session_id: launch.sessionId,
    nonce: launch.nonce,
    joined_at: work.now,
  })
  return instance
}
