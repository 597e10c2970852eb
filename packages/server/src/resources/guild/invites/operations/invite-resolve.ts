import { ApiError, has, InviteObject, Permission, type Snowflake } from '@guildhall/protocol'
import { userOf } from '../../../../kernel/caller.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { StoredScheduledEvent } from '../../../../kernel/model.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Optional, SnowflakeId, Text, Type } from '../../../../validation/schema.ts'
import { loadEventObject } from '../../scheduled-events/index.ts'
import { getInvite } from '../actions/get.ts'
import { loadInviteObject } from '../actions/load-objects.ts'
import { standingToInvite } from '../actions/standing.ts'
import { isTargetUser } from '../actions/target-users.ts'
import { mayReadTargets } from '../rules.ts'

/** Get Invite: for anyone with the code, unless the invite has target users. [END-49] */
export const inviteResolve = operation({
  id: 'invite_resolve',
  method: 'GET',
  path: '/invites/:code',
  callers: ['anyone'],
  params: Type.Object({ code: Text(1, 100) }),
  query: Type.Object({
    with_counts: Optional(Type.Boolean()),
    with_expiration: Optional(Type.Boolean()),
    guild_scheduled_event_id: Optional(SnowflakeId),
  }),
  responses: { 200: InviteObject },

  async run({ caller, params, query, work }) {
    const { invite, view } = await getInvite(work, params.code)
    const userId = userOf(caller)?.id ?? 0n
    const excluded = !(await isTargetUser(work, invite, userId))
    // Hidden from users who cannot accept it, visible to its inviter and managers.
    if (excluded && !mayReadTargets(await standingToInvite(work, view, invite, caller)).ok)
      throw new ApiError('UNKNOWN_INVITE')
    const object = await loadInviteObject(work, view, invite, { counts: query.with_counts ?? false })
    const event = view.scheduledEvents.get(query.guild_scheduled_event_id ?? 0n)
    if (!event || !isVisibleToGuests(view, event, invite.channel_id)) return object
    const guild_scheduled_event = await loadEventObject(work, event, { counts: true })
    return { ...object, guild_scheduled_event }
  },
})

/** Whether users with the code can see an event: in the invite's channel, or in a channel that @everyone can view. */
function isVisibleToGuests(view: GuildView, event: StoredScheduledEvent, channelId: Snowflake): boolean {
  if (event.channel_id === null || event.channel_id === channelId) return true
  const channel = view.channels.get(event.channel_id)
  return channel !== undefined && has(view.permissionsIn(channel, 0n, []), Permission.VIEW_CHANNEL)
}
