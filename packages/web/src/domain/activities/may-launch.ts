import { holdsMessages, permissionsIn } from '@guildhall/client/questions'
import type { ClientState } from '@guildhall/client/records'
import { Permission } from '@guildhall/protocol'

/** Returns whether the person may start activities in a channel: in direct messages always. */
export function mayLaunchIn(state: ClientState, channelId: string): boolean {
  const channel = state.channels.get(channelId)
  if (!channel || !holdsMessages(channel)) return false
  return (permissionsIn(state, channel) & Permission.USE_EMBEDDED_ACTIVITIES) !== 0n
}
