import { ChannelFlag, type ChannelObject, Permission } from '@guildhall/protocol'
import type { Visibility } from '../../../access/visibility.ts'
import type { Channel } from '../../../kernel/model.ts'
import { presentChannel } from './present.ts'

const HIDDEN_NAME = '___hidden___'

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
    ...(guild_id !== undefined && { guild_id }),
    ...(position !== undefined && { position }),
    ...(parent_id !== undefined && { parent_id }),
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

/** Returns a guild channel as its visibility requires: the channel or its obfuscated form. */
export function presentAs(channel: Channel, visibility: Visibility): ChannelObject {
  return visibility === 'hidden' ? presentHidden(channel) : presentChannel(channel)
}
