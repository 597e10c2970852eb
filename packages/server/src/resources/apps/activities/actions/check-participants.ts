import { ChannelType, has, Permission, type Snowflake } from '@guildhall/protocol'
import { memberChannelPermissions } from '../../../../access/channel.ts'
import { memberInGuild } from '../../../../access/member.ts'
import { canView } from '../../../../access/visibility.ts'
import type { Channel } from '../../../../kernel/model.ts'
import { Viewer } from '../../../../kernel/viewer.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import { findChannel } from '../../../guild/channels/index.ts'
import { findThreadMember } from '../../../messaging/threads/index.ts'
import type { StoredActivityInstance, StoredParticipant } from '../model.ts'
import * as store from '../store.ts'
import { hasActivity } from './launch.ts'
import { removeParticipants } from './participants.ts'

/** Place in which activities run: the channels of a guild, or a DM or group DM. */
export type ActivityPlace = { readonly guildId: Snowflake } | { readonly channelIds: readonly [Snowflake] }

/** Participants of an instance who may not stay. */
interface Stale {
  readonly instance: StoredActivityInstance
  readonly userIds: readonly Snowflake[]
}

/**
 * Returns the participants who lost access to the channel of their activity, whose session ended while it joined, or
 * whose activity is no activity any more.
 */
export async function staleParticipants(work: Work, place: ActivityPlace): Promise<Stale[]> {
  const stale: Stale[] = []
  for (const instance of await store.listInstances(work, place)) {
    const application = await findApplication(work, instance.application_id)
    const runs = application !== undefined && hasActivity(application)
    const userIds: Snowflake[] = []
    for (const participant of await store.listParticipants(work, instance.launch_id)) {
      const stays =
        runs && (await isConnected(work, participant)) && (await seesChannel(work, instance, participant.user_id))
      if (!stays) userIds.push(participant.user_id)
    }
    if (userIds.length > 0) stale.push({ instance, userIds })
  }
  return stale
}

/** Removes the participants who may not stay. */
export async function removeStaleParticipants(work: Work, place: ActivityPlace): Promise<void> {
  for (const { instance, userIds } of await staleParticipants(work, place))
    await removeParticipants(work, instance, userIds)
}

async function isConnected(work: Work, { user_id, session_id }: StoredParticipant): Promise<boolean> {
  return session_id === '' || (await work.players.clientSessionsOf(work, user_id)).includes(session_id)
}

async function seesChannel(work: Work, place: StoredActivityInstance, userId: Snowflake): Promise<boolean> {
  const view = place.guild_id === null ? null : await work.view(place.guild_id)
  const channel = view?.channels.get(place.channel_id) ?? (await findChannel(work, place.channel_id))
  if (!channel) return false
  if (place.guild_id === null) return channel.recipient_ids.includes(userId)
  const member = view && (await memberInGuild(work, view, userId))
  if (!member) return false
  const permissions = memberChannelPermissions(view, channel, member, work.now)
  if (await isHiddenThread(work, channel, { userId, permissions })) return false
  return has(permissions, Permission.VIEW_CHANNEL) || canView(Viewer.of('person', view, member, work.now), channel)
}

/** Returns whether a channel is a private thread of which the user is no member. */
async function isHiddenThread(
  work: Work,
  { id, type }: Channel,
  user: { userId: Snowflake; permissions: bigint },
): Promise<boolean> {
  if (type !== ChannelType.PRIVATE_THREAD || has(user.permissions, Permission.MANAGE_THREADS)) return false
  return (await findThreadMember(work, id, user.userId)) === undefined
}
