import type { ChannelObject, VoiceStateObject } from '@guildhall/protocol'
import Type from 'typebox'
import { RpcError } from '../codes.ts'
import { command } from '../command.ts'
import type { Host, HostGuild } from '../host.ts'
import { rpcUser } from '../objects.ts'
import { Id, NoArguments, Timeout } from './fields.ts'

const getGuilds = command({
  name: 'GET_GUILDS',
  scope: ['rpc'],
  args: NoArguments,
  run: ({ host }) => ({ guilds: [...host.guilds()].map((known) => guildObject(host, known)) }),
})

const getGuild = command({
  name: 'GET_GUILD',
  scope: ['rpc'],
  args: Type.Object({ guild_id: Id, timeout: Timeout }),
  run: ({ host }, { guild_id }) => ({ ...guildObject(host, demandGuild(host, guild_id)), members: [] }),
})

const getChannels = command({
  name: 'GET_CHANNELS',
  scope: ['rpc'],
  args: Type.Object({ guild_id: Id }),
  run({ host }, { guild_id }) {
    const { channels } = demandGuild(host, guild_id)
    return { channels: [...channels.values()].map(({ id, name, type }) => ({ id, name, type })) }
  },
})

const getChannel = command({
  name: 'GET_CHANNEL',
  scope: ['rpc', 'guilds', 'guilds.channels.read'],
  args: Type.Object({ channel_id: Id }),
  run: ({ host }, { channel_id }) => channelObject(host, demandChannel(host, channel_id)),
})

/** Permissions in the channel of the activity; for other applications in the person's voice channel. */
const getChannelPermissions = command({
  name: 'GET_CHANNEL_PERMISSIONS',
  scope: ['guilds.members.read', 'guilds.channels.read'],
  args: NoArguments,
  run({ host }) {
    const channelId = host.embedded?.place.channelId ?? host.selectedVoice()
    if (channelId === null) throw new RpcError('INVALID_CHANNEL', 'The person is in no channel.')
    return { permissions: host.permissions(demandChannel(host, channelId).id).toString() }
  },
})

const createChannelInvite = command({
  name: 'CREATE_CHANNEL_INVITE',
  scope: ['rpc'],
  args: Type.Object({ channel_id: Id }),
  run({ host }, { channel_id }) {
    demandChannel(host, channel_id)
    return host.request('POST', `/channels/${channel_id}/invites`, { body: {} })
  },
})

export const guildCommands = [getGuilds, getGuild, getChannels, getChannel, getChannelPermissions, createChannelInvite]

/** Returns a guild that the person is in. @throws RpcError INVALID_GUILD for another */
export function demandGuild(host: Host, id: string): HostGuild {
  const known = host.guild(id)
  if (!known) throw new RpcError('INVALID_GUILD', `Invalid guild id: ${id}`)
  return known
}

/** Returns a channel that the person sees. @throws RpcError INVALID_CHANNEL for another */
export function demandChannel(host: Host, id: string): ChannelObject {
  const channel = host.channel(id)
  if (!channel) throw new RpcError('INVALID_CHANNEL', `Invalid channel id: ${id}`)
  return channel
}

/** Returns the guild object of RPC. */
export function guildObject({ addresses }: Host, { guild }: HostGuild): object {
  const { id, name, icon, vanity_url_code } = guild
  const icon_url = icon ? `${addresses.cdn}/icons/${id}/${icon}.png` : null
  return { id, name, icon_url, vanity_url_code: vanity_url_code ?? null }
}

/** Returns the channel object of RPC, with the voice states of its call. */
export function channelObject(host: Host, channel: ChannelObject): object {
  const { id, name, type, topic, bitrate, user_limit, guild_id, position } = channel
  const states = guild_id == null ? [] : [...(host.guild(guild_id)?.voiceStates.values() ?? [])]
  return {
    id,
    name: name ?? '',
    type,
    topic: topic ?? '',
    bitrate: bitrate ?? 0,
    user_limit: user_limit ?? 0,
    guild_id: guild_id ?? null,
    position: position ?? 0,
    messages: [],
    voice_states: states.filter(({ channel_id }) => channel_id === id).map((state) => voiceStateObject(host, state)),
  }
}

/** Returns the voice state object of RPC, as the person hears the user. */
export function voiceStateObject(host: Host, state: VoiceStateObject): object {
  const { mute, deaf, self_mute, self_deaf, suppress, member, user_id } = state
  const user = member?.user
  const heard = host.userVoices().get(user_id)
  return {
    nick: member?.nick ?? user?.global_name ?? user?.username ?? '',
    mute: heard?.mute ?? false,
    volume: heard?.volume ?? 100,
    pan: heard?.pan ?? { left: 1, right: 1 },
    voice_state: { mute, deaf, self_mute, self_deaf, suppress },
    user: user ? rpcUser(user) : { id: user_id },
  }
}
