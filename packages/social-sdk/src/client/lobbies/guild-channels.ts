import type { ChannelObject } from '@guildhall/protocol'
import type { ChannelType } from '../../enums/index.ts'
import { type GuildChannel, makeGuildChannel } from '../../values/guild-channel.ts'
import { type GuildMinimal, makeGuildMinimal } from '../../values/guild-minimal.ts'
import { LinkedLobby } from '../../values/linked-lobby.ts'
import type { PlayerRequests } from '../player-requests.ts'

/** Channel object with the fields by which a game lets its player choose one to link. */
type LinkableChannel = ChannelObject & {
  readonly is_linkable?: boolean
  readonly is_viewable_and_writeable_by_all_members?: boolean
  readonly linked_lobby?: { readonly application_id: string; readonly lobby_id: string } | null
}

/** Fetches the guilds of the player. */
export async function fetchGuilds(requests: PlayerRequests): Promise<GuildMinimal[]> {
  const guilds = await requests.send<{ id: string; name: string }[]>('GET', '/users/@me/guilds')
  return guilds.map(({ id, name }) => makeGuildMinimal({ id: BigInt(id), name }))
}

/** Fetches the channels of a guild that the player can view, sorted by position. */
export async function fetchGuildChannels(requests: PlayerRequests, guildId: bigint): Promise<GuildChannel[]> {
  const query = { with_can_link_lobby: true }
  const channels = await requests.send<LinkableChannel[]>('GET', `/guilds/${guildId}/channels`, { query })
  return channels.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0)).map(guildChannelOf)
}

function guildChannelOf(channel: LinkableChannel): GuildChannel {
  return makeGuildChannel({
    id: BigInt(channel.id),
    name: channel.name ?? '',
    type: channel.type as ChannelType,
    position: channel.position ?? 0,
    parentId: channel.parent_id == null ? null : BigInt(channel.parent_id),
    isLinkable: channel.is_linkable ?? false,
    isViewableAndWriteableByAllMembers: channel.is_viewable_and_writeable_by_all_members ?? false,
    linkedLobby: channel.linked_lobby ? linkedLobbyOf(channel.linked_lobby) : null,
  })
}

function linkedLobbyOf({ application_id, lobby_id }: NonNullable<LinkableChannel['linked_lobby']>): LinkedLobby {
  const linked = new LinkedLobby()
  linked.SetApplicationId(BigInt(application_id))
  linked.SetLobbyId(BigInt(lobby_id))
  return linked
}
