import { ApiError, ApplicationFlag, demand, type Snowflake } from '@guildhall/protocol'
import { memberInGuild } from '../../access/member.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Application, Channel } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { findChannel } from '../channels/index.ts'

import { announce } from '../messages/index.ts'
import { listUsers } from '../users/index.ts'
import { embeddedActivityUpdate } from './events.ts'
import type { StoredActivityInstance } from './instance.ts'
import { mayLaunch } from './rules.ts'
import * as store from './store.ts'

/** Who launches what where. */
export interface Launch {
  readonly application: Application
  readonly channel: Channel
  readonly view: GuildView | null
  readonly userId: Snowflake
  /** Of the person in the channel. */
  readonly permissions: bigint
  /** The guild has added the application. */
  readonly installed: boolean
  readonly sessionId: string | null
  readonly nonce: string | null
}

export function hasActivity({ flags }: Application): boolean {
  return (flags & ApplicationFlag.EMBEDDED) !== 0n
}

/** Begins an activity, or joins the one that runs in the channel already. */
export async function launchActivity(work: Work, launch: Launch): Promise<StoredActivityInstance> {
  const { application, channel, view, userId, permissions, installed } = launch
  if (!hasActivity(application)) throw new ApiError('UNKNOWN_APPLICATION')
  demand(mayLaunch({ permissions, inGuild: view !== null, installed }))
  const instance = await store.findOrInsert(work, {
    launch_id: work.nextId(),
    application_id: application.id,
    channel_id: channel.id,
    guild_id: channel.guild_id,
    created_at: work.now,
  })
  await store.join(work, {
    launch_id: instance.launch_id,
    user_id: userId,
    session_id: launch.sessionId ?? '',
    nonce: launch.nonce,
    joined_at: work.now,
  })
  await announceInstance(work, instance)
  return instance
}

/** Somebody takes no part any more; without anybody the instance is over. */
export async function leaveInstance(work: Work, instance: StoredActivityInstance, userId: Snowflake): Promise<boolean> {
  if (!(await store.leave(work, instance.launch_id, userId))) return false
  await announceInstance(work, instance)
  return true
}

/** A person's session has ended, and with it what it took part in. */
export async function leaveWithSession(work: Work, sessionId: string): Promise<void> {
  for (const { launch_id, user_id } of await store.listOfSession(work, sessionId)) {
    const instance = await store.find(work, launch_id)
    if (instance) await leaveInstance(work, instance, user_id)
  }
}

async function announceInstance(work: Work, instance: StoredActivityInstance): Promise<void> {
  const view = instance.guild_id === null ? null : await work.view(instance.guild_id)
  const joined = await store.listParticipants(work, instance.launch_id)
  if (joined.length === 0) await store.remove(work, instance.launch_id)
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
  announce(work, embeddedActivityUpdate, { channel, view }, { instance, participants })
}
