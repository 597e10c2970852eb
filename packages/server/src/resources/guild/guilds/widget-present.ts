import {
  ChannelType,
  has,
  Permission,
  type Snowflake,
  type WidgetMemberObject,
  type WidgetObject,
} from '@guildhall/protocol'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { Channel, Member, Presence, User, VoiceState } from '../../../kernel/model.ts'
import type { Addresses } from '../../../kernel/platform.ts'

/** Rows and addresses that a widget needs besides the guild view. */
export interface WidgetParts {
  readonly addresses: Addresses
  readonly inviteCode: string | null
  /** Presences of the listed members. */
  readonly presences: readonly Presence[]
  readonly users: ReadonlyMap<Snowflake, User>
  readonly members: ReadonlyMap<Snowflake, Member>
}

const VOICE_TYPES: readonly number[] = [ChannelType.GUILD_VOICE, ChannelType.GUILD_STAGE_VOICE]
const OPEN = Permission.VIEW_CHANNEL | Permission.CONNECT
/** Number of default avatars that the CDN serves. */
const DEFAULT_AVATARS = 6

/** Returns the widget; its members have no ids, tags or avatars that would identify them. */
export function presentWidget(
  view: GuildView,
  { addresses, inviteCode, presences, users, members }: WidgetParts,
): WidgetObject {
  const channels = openChannels(view)
  const open = new Set(channels.map((channel) => channel.id))
  return {
    id: view.id.toString(),
    name: view.guild.name,
    instant_invite: inviteCode === null ? null : `${addresses.url}/invite/${inviteCode}`,
    channels: channels.map(({ id, name, position }) => ({ id: id.toString(), name: name ?? '', position })),
    members: presences.map((presence, index) => {
      const user = users.get(presence.user_id)
      const voice = view.voiceStates.get(presence.user_id)
      return {
        id: index.toString(),
        username: members.get(presence.user_id)?.nick ?? user?.global_name ?? user?.username ?? '',
        discriminator: '0000',
        avatar: null,
        status: presence.status,
        avatar_url: `${addresses.cdn}/embed/avatars/${index % DEFAULT_AVATARS}.png`,
        ...activityOf(presence),
        ...(voice?.channel_id != null && open.has(voice.channel_id) ? voiceOf(voice, voice.channel_id) : {}),
      }
    }),
    presence_count: view.presences.size,
  }
}

/** Lists voice and stage channels that @everyone can view and join. */
function openChannels(view: GuildView): Channel[] {
  return [...view.channels.values()]
    .filter((channel) => VOICE_TYPES.includes(channel.type) && has(view.permissionsIn(channel, 0n, []), OPEN))
    .sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
}

function activityOf({ activities }: Presence): Pick<WidgetMemberObject, 'activity'> {
  const playing = activities.find((activity) => activity.type === 0)
  return playing ? { activity: { name: playing.name } } : {}
}

function voiceOf({ deaf, mute, self_deaf, self_mute, suppress }: VoiceState, channelId: Snowflake) {
  return { deaf, mute, self_deaf, self_mute, suppress, channel_id: channelId.toString() }
}
