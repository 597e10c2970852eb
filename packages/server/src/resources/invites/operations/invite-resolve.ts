import { ApiError, has, InviteObject, Permission, type Snowflake } from '@guildhall/protocol'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { ScheduledEvent } from '../../../kernel/model.ts'
import { operation } from '../../../kernel/operation.ts'
import { Optional, SnowflakeId, Text, Type } from '../../../kernel/schema.ts'
import { showEvents } from '../../scheduled-events/index.ts'
import { findInvite } from '../find.ts'
import { standingTo } from '../manageable.ts'
import { mayReadTargets } from '../rules.ts'
import { showInvites } from '../show.ts'
import { isTarget } from '../target-users.ts'

/** Get Invite: whoever has the code may look, unless it is for certain people. [END-49] */
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
    const { invite, view } = await findInvite(work, params.code)
    const shut = !(await isTarget(work, invite, caller.userId))
    // Who may not accept it does not see that it is there; who looks after it does.
    if (shut && !mayReadTargets(await standingTo(work, view, invite, caller.userId)).ok)
      throw new ApiError('UNKNOWN_INVITE')
    const [shown] = await showInvites(work, view, [invite], { counts: query.with_counts ?? false })
    const event = view.scheduledEvents.get(query.guild_scheduled_event_id ?? 0n)
    if (!event || !shownToGuests(view, event, invite.channel_id)) return shown
    const [guild_scheduled_event] = await showEvents(work, [event], { counts: true })
    return { ...shown, guild_scheduled_event }
  },
})

/** Whoever has a code is no member: they see what every member will see, and what the invite leads to. */
function shownToGuests(view: GuildView, event: ScheduledEvent, channelId: Snowflake): boolean {
  if (event.channel_id === null || event.channel_id === channelId) return true
  const channel = view.channels.get(event.channel_id)
  return channel !== undefined && has(view.permissionsIn(channel, 0n, []), Permission.VIEW_CHANNEL)
}
