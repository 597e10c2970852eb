import { type ChannelMove, movesBy, movesOnto, movesTo } from '@guildhall/client/questions'
import { messageOf } from '../../api/client.ts'
import type { Client } from '../../gateway/client.ts'
import { personalStore } from '../../lib/personal-store.ts'

/** The last failure of a move, with its guild; null after a success. */
export const moveFailure = personalStore<{ failure: { guildId: string; text: string } | null }>({ failure: null })

/** Sends moves of channels. The events of the server then change the list. */
async function send(client: Client, guildId: string, moves: readonly ChannelMove[]): Promise<void> {
  if (moves.length === 0) return
  try {
    await client.api.call('bulk_update_guild_channels', { params: { guild_id: guildId }, body: moves })
    moveFailure.setState({ failure: null })
  } catch (error) {
    moveFailure.setState({ failure: { guildId, text: messageOf(error) } })
  }
}

function placeOf(client: Client, channelId: string) {
  const channel = client.state.channels.get(channelId)
  const guildId = channel?.guild_id
  if (!channel || !guildId) return undefined
  const all = [...client.state.channels.values()].filter(
    ({ guild_id, thread_metadata }) => guild_id === guildId && !thread_metadata,
  )
  return { channel, guildId, all }
}

/** Moves a channel to the place of another one, or into a category. */
export async function dropChannel(client: Client, channelId: string, targetId: string): Promise<void> {
  const place = placeOf(client, channelId)
  const target = client.state.channels.get(targetId)
  if (place && target?.guild_id === place.guildId)
    await send(client, place.guildId, movesOnto(place.all, place.channel, target))
}

/** Moves a channel by some places. */
export async function shiftChannel(client: Client, channelId: string, by: number): Promise<void> {
  const place = placeOf(client, channelId)
  if (place) await send(client, place.guildId, movesBy(place.all, place.channel, by))
}

/** Moves a channel to the end of a category; null for none. */
export async function moveToCategory(client: Client, channelId: string, parent: string | null): Promise<void> {
  const place = placeOf(client, channelId)
  if (!place || (place.channel.parent_id ?? null) === parent) return
  await send(client, place.guildId, movesTo(place.all, place.channel, { parent, index: place.all.length }))
}

/** Returns whether a channel can move by some places. */
export function canShift(client: Client, channelId: string, by: number): boolean {
  const place = placeOf(client, channelId)
  return place !== undefined && movesBy(place.all, place.channel, by).length > 0
}
