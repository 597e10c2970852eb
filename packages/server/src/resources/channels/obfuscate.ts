import { Capability, ChannelFlag, ChannelType, Permission } from '@guildhall/protocol'
import type { Channel } from '../../kernel/model.ts'
import type { Viewer } from '../../kernel/viewer.ts'
import { presentChannel } from './present.ts'

type Wire = Record<string, unknown>
export const HIDDEN_NAME = '___hidden___'

/** Is this viewer shown obfuscated channels in the place of those it cannot view? [GW-1] [GW-2] [GW-3] */
export function obfuscates(viewer: Viewer): boolean {
  if (viewer.kind !== 'bot') return false
  return (
    viewer.obfuscationForAll() ||
    (viewer.capabilities & Capability.CHANNEL_OBFUSCATION) !== 0 ||
    viewer.obfuscationOptIn
  )
}

/** Viewable by permission; a category also when any channel in it is; a voice channel also from inside it. [CH-12] */
export function canView(viewer: Viewer, channel: Channel): boolean {
  if ((viewer.permissionsOf(channel) & Permission.VIEW_CHANNEL) !== 0n) return true
  if (viewer.view?.voiceStates.get(viewer.userId)?.channel_id === channel.id) return true
  if (channel.type !== ChannelType.GUILD_CATEGORY) return false
  for (const child of viewer.view?.channels.values() ?? []) {
    if (child.parent_id === channel.id && viewer.sees(child.id)) return true
  }
  return false
}

/** What a viewer is shown of a channel: all of it, a shape without content, or nothing. */
export type Visibility = 'whole' | 'hidden' | 'nothing'

export function visibilityOf(viewer: Viewer, channel: Channel): Visibility {
  return visibilityWhere(viewer, canView(viewer, channel))
}

/** The same where it is known whether the viewer can view the channel. */
export function visibilityWhere(viewer: Viewer, views: boolean): Visibility {
  if (views) return 'whole'
  if (viewer.kind !== 'bot') return 'nothing'
  return obfuscates(viewer) ? 'hidden' : 'whole'
}

const NULLED = [
  'topic',
  'last_message_id',
  'last_pin_timestamp',
  'rtc_region',
  'default_reaction_emoji',
  'default_sort_order',
]
const REDUCED = { nsfw: false, rate_limit_per_user: 0, bitrate: 64_000, user_limit: 0, available_tags: [] }

/** The obfuscated channel: where it stands and nothing of what it is. [CH-5] [CH-6] [CH-7] [CH-8] */
export function presentHidden(channel: Channel): Wire {
  const whole = presentChannel(channel)
  const { id, type, guild_id, position, parent_id } = whole
  const hidden: Wire = {
    id,
    type,
    guild_id,
    position,
    parent_id,
    name: HIDDEN_NAME,
    flags: ChannelFlag.CHANNEL_OBFUSCATED,
    permission_overwrites: [
      { id: String(channel.guild_id), type: 0, allow: '0', deny: Permission.VIEW_CHANNEL.toString() },
    ],
  }
  // A type's fields stay there, so that clients which read them find what they expect.
  for (const key of NULLED) if (key in whole) hidden[key] = null
  for (const [key, value] of Object.entries(REDUCED)) if (key in whole) hidden[key] = value
  return hidden
}

export function presentAs(channel: Channel, visibility: Visibility): Wire {
  return visibility === 'hidden' ? presentHidden(channel) : presentChannel(channel)
}
