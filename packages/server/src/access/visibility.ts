import { Capability, ChannelType, Permission } from '@guildhall/protocol'
import type { Channel } from '../kernel/model.ts'
import type { Viewer } from '../kernel/viewer.ts'

/** Returns whether a viewer gets obfuscated channels instead of the ones that it cannot view. [GW-1] [GW-2] [GW-3] */
function obfuscates(viewer: Viewer): boolean {
  if (viewer.kind !== 'bot') return false
  return (
    viewer.obfuscationForAll() ||
    (viewer.capabilities & Capability.CHANNEL_OBFUSCATION) !== 0 ||
    viewer.obfuscationOptIn
  )
}

/**
 * Returns whether a viewer can view a channel: by permission, or while connected to it. A category is also visible
 * through each of its channels. [CH-12]
 */
export function canView(viewer: Viewer, channel: Channel): boolean {
  if ((viewer.permissionsOf(channel) & Permission.VIEW_CHANNEL) !== 0n) return true
  if (viewer.view?.voiceStates.get(viewer.userId)?.channel_id === channel.id) return true
  if (channel.type !== ChannelType.GUILD_CATEGORY) return false
  for (const child of viewer.view?.channels.values() ?? []) {
    if (child.parent_id === channel.id && viewer.sees(child.id)) return true
  }
  return false
}

/** Part of a channel that a viewer gets: the whole, a shape without content, or nothing. */
export type Visibility = 'whole' | 'hidden' | 'nothing'

/** Returns the visibility of a channel for a viewer. */
export function visibilityOf(viewer: Viewer, channel: Channel): Visibility {
  return visibilityWhere(viewer, canView(viewer, channel))
}

/** Returns the visibility for callers who already know whether the viewer can view the channel. */
export function visibilityWhere(viewer: Viewer, views: boolean): Visibility {
  if (views) return 'whole'
  if (viewer.kind !== 'bot') return 'nothing'
  return obfuscates(viewer) ? 'hidden' : 'whole'
}
