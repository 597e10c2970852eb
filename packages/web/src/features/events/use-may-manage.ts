import { permissionsIn, permissionsInGuild } from '@guildhall/client/questions'
import { Permission, type ScheduledEventObject } from '@guildhall/protocol'
import { useClientState } from '../../gateway/react.tsx'

/** Returns whether the person may change an event: with MANAGE_EVENTS, or with CREATE_EVENTS for their own. */
export function useMayManage(event: ScheduledEventObject): boolean {
  return useClientState((state) => {
    const channel = state.channels.get(event.channel_id ?? '')
    const permissions = channel ? permissionsIn(state, channel) : permissionsInGuild(state, event.guild_id)
    const own = event.creator_id === state.self?.id ? Permission.CREATE_EVENTS : 0n
    return (permissions & (Permission.MANAGE_EVENTS | own)) !== 0n
  })
}
