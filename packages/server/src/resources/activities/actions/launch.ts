import { ApiError, ApplicationFlag, demand, type Snowflake } from '@guildhall/protocol'
import { memberInGuild } from '../../../access/member.ts'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { Application, Channel } from '../../../kernel/model.ts'
import type { Work } from '../../../kernel/work.ts'
import { findChannel } from '../../channels/index.ts'
import { emitInChannel } from '../../messages/index.ts'
import { listUsers } from '../../users/index.ts'
import { embeddedActivityUpdate } from '../events.ts'
import type { StoredActivityInstance } from '../model.ts'
import { mayLaunch } from '../rules.ts'
import * as store from '../store.ts'

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
  readonly sessionId: string | null
  readonly nonce: string | null
}

/** Returns whether an application has an activity. */
export function hasActivity({ flags }: Application): boolean {
  return (flags & ApplicationFlag.EMBEDDED) !== 0n
}

/**
 * Starts an activity in a channel, or joins the one that runs there already.
 *
 * @throws UNKNOWN_APPLICATION (10002) for an application without an activity; MISSING_PERMISSIONS (50013)
 */
export async function launchActivity(work: Work, launch: Launch): Promise<StoredActivityInstance> {
  const { application, channel, view, userId, permissions, installed } = launch
  if (!hasActivity(application)) throw new ApiError('UNKNOWN_APPLICATION')
  demand(mayLaunch({ permissions, inGuild: view !== null, installed }))
  const instance = await store.insertActivityInstance(work, {
    launch_id: work.nextId(),
    application_id: application.id,
    channel_id: channel.id,
    guild_id: channel.guild_id,
    created_at: work.now,
  })
  await store.insertParticipant(work, {
    launch_id: instance.launch_id,
    user_id: userId,
    session_id: launch.sessionId ?? '',
    nonce: launch.nonce,
    joined_at: work.now,
  })
  await emitParticipants(work, instance)
  return instance
}

/** Removes a user from an activity, which ends with its last participant. Returns whether the user took part. */
export async function leaveInstance(work: Work, instance: StoredActivityInstance, userId: Snowflake): Promise<boolean> {
  if (!(await store.deleteParticipant(work, instance.launch_id, userId))) return false
  await emitParticipants(work, instance)
  return true
}

/** Removes a gateway session that ended from its activities. */
export async function leaveWithSession(work: Work, sessionId: string): Promise<void> {
  for (const { launch_id, user_id } of await store.listParticipationsOfSession(work, sessionId)) {
    const instance = await store.findActivityInstance(work, launch_id)
    if (instance) await leaveInstance(work, instance, user_id)
  }
}

/** Emits the participants of an instance, and deletes an instance without participants. */
async function emitParticipants(work: Work, instance: StoredActivityInstance): Promise<void> {
  const view = instance.guild_id === null ? null : await work.view(instance.guild_id)
  const joined = await store.listParticipants(work, instance.launch_id)
  if (joined.length === 0) await store.deleteActivityInstance(work, instance.launch_id)
  const channel = view?.channels.get(instance.channel_id) ?? (await findChannel(work, instance.channel_id))
  if (!channel) return
  const users = await listUsers(
    work,
    joined.map(({ user_id }) => user_id),
  )
  const participants = []
  for (const participant of joined) {
    const member = view ? await memberInGuild(work, view, participant.user_id) : undefined
    participants.push({ ...participant, member, user: users.get(participant.user_id) })
  }
  emitInChannel(work, embeddedActivityUpdate, { channel, view }, { instance, participants })
}
