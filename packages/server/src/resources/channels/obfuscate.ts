import { Capability, ChannelFlag, type ChannelObject, ChannelType, Permission } from '@guildhall/protocol'
import type { Channel } from '../../kernel/model.ts'
import type { Viewer } from '../../kernel/viewer.ts'
import { presentChannel } from './present.ts'

const HIDDEN_NAME = '___hidden___'

/** Whether a viewer gets obfuscated channels instead of the ones that it cannot view. [GW-1] [GW-2] [GW-3] */
function obfuscates(viewer: Viewer): boolean {
  if (viewer.kind !== 'bot') return false
  return (
    viewer.obfuscationForAll() ||
    (viewer.capabilities & Capability.CHANNEL_OBFUSCATION) !== 0 ||
    viewer.obfuscationOptIn
  )
}

/** Whether a viewer can view a channel: by permission, a category by one of its channels, or while connected to it. [CH-12] */
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

export function visibilityOf(viewer: Viewer, channel: Channel): Visibility {
  return visibilityWhere(viewer, canView(viewer, channel))
}

/** Returns the visibility for callers who already know whether the viewer can view the channel. */
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
] as const satisfies readonly (keyof ChannelObject)[]

const REDUCED = { nsfw: false, rate_limit_per_user: 0, bitrate: 64_000, user_limit: 0, available_tags: [] }

/** Returns the obfuscated channel: its position, without content. [CH-5] [CH-6] [CH-7] [CH-8] */
function presentHidden(channel: Channel): ChannelObject {
  const whole = presentChannel(channel)
  const { id, type, guild_id, position, parent_id } = whole
  const hidden: ChannelObject = {
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
  // The fields of the channel's type stay present, because clients read them without a check.
  for (const key of NULLED) if (key in whole) hidden[key] = null
  return { ...hidden, ...reducedFields(whole) }
}

function reducedFields(whole: ChannelObject): Partial<ChannelObject> {
  return Object.fromEntries(Object.entries(REDUCED).filter(([key]) => key in whole))
}

export function presentAs(channel: Channel, visibility: Visibility): ChannelObject {
  return visibility === 'hidden' ? presentHidden(channel) : presentChannel(channel)
}
