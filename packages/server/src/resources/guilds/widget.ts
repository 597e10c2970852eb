import {
  ApiError,
  ChannelType,
  has,
  Permission,
  type Snowflake,
  WIDGET_MEMBERS_MAX,
  type WidgetMemberObject,
  type WidgetObject,
} from '@guildhall/protocol'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Channel, Presence, VoiceState } from '../../kernel/model.ts'
import type { Addresses } from '../../kernel/platform.ts'
import type { Work } from '../../kernel/work.ts'
import { listMembersById } from '../members/index.ts'
import { listUsers } from '../users/index.ts'

/** Returns a guild whose widget is enabled. Throws 10004, or 50004 when the widget is disabled. */
export async function widgetGuild(work: Work, guildId: Snowflake): Promise<GuildView> {
  const view = await work.view(guildId)
  if (!view) throw new ApiError('UNKNOWN_GUILD')
  if (!view.guild.widget_enabled) throw new ApiError('GUILD_WIDGET_DISABLED')
  return view
}

const VOICE_TYPES: readonly number[] = [ChannelType.GUILD_VOICE, ChannelType.GUILD_STAGE_VOICE]
const OPEN = Permission.VIEW_CHANNEL | Permission.CONNECT

/** Lists voice and stage channels that @everyone can view and join. */
function openChannels(view: GuildView): Channel[] {
  return [...view.channels.values()]
    .filter((channel) => VOICE_TYPES.includes(channel.type) && has(view.permissionsIn(channel, 0n, []), OPEN))
    .sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
}

/** Returns the widget; its members have no ids, tags or avatars that would identify them. */
export async function presentWidget(
  work: Work,
  view: GuildView,
  options: { addresses: Addresses; inviteCode: string | null },
): Promise<WidgetObject> {
  const { addresses, inviteCode } = options
  const channels = openChannels(view)
  const open = new Set(channels.map((channel) => channel.id))
  const shown = [...view.presences.values()].slice(0, WIDGET_MEMBERS_MAX)
  const ids = shown.map((presence) => presence.user_id)
  const users = await listUsers(work, ids)
  const members = await listMembersById(work, view.id, ids)
  return {
    id: view.id.toString(),
    name: view.guild.name,
    instant_invite: inviteCode === null ? null : `${addresses.url}/invite/${inviteCode}`,
    channels: channels.map(({ id, name, position }) => ({ id: id.toString(), name: name ?? '', position })),
    members: shown.map((presence, index) => {
      const user = users.get(presence.user_id)
      const voice = view.voiceStates.get(presence.user_id)
      return {
        id: index.toString(),
        username: members.get(presence.user_id)?.nick ?? user?.global_name ?? user?.username ?? '',
        discriminator: '0000',
        avatar: null,
        status: presence.status,
        avatar_url: `${addresses.cdn}/embed/avatars/${index % AVATARS}.png`,
        ...activityOf(presence),
        ...(voice && voice.channel_id !== null && open.has(voice.channel_id) ? voiceOf(voice) : {}),
      }
    }),
    presence_count: view.presences.size,
  }
}

const AVATARS = 6

function activityOf({ activities }: Presence): Pick<WidgetMemberObject, 'activity'> {
  const playing = activities.find((activity) => activity.type === 0)
  return playing ? { activity: { name: playing.name } } : {}
}

function voiceOf(state: VoiceState) {
  const { deaf, mute, self_deaf, self_mute, suppress, channel_id } = state
  return { deaf, mute, self_deaf, self_mute, suppress, channel_id: channel_id?.toString() }
}
