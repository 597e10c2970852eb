import { Permission } from '@guildhall/protocol'
import { holdsMessages, permissionsIn } from '../../gateway/selectors.ts'
import type { ClientState } from '../../gateway/state.ts'

/** Returns whether the person may start activities in a channel: in direct messages always. */
export function mayLaunchIn(state: ClientState, channelId: string): boolean {
  const channel = state.channels.get(channelId)
  if (!channel || !holdsMessages(channel)) return false
  return (permissionsIn(state, channel) & Permission.USE_EMBEDDED_ACTIVITIES) !== 0n
}
