import {
  channelGroups,
  isUnread,
  joinedThreads,
  mentionCount,
  sortedDms,
  sortedGuilds,
} from '@guildhall/client/questions'
import type { ClientState } from '@guildhall/client/records'
import { DIRECT } from '../../domain/places/places.ts'

/** Returns the entry that follows one in a list, around its end; the first or last one if it is not in the list. */
export function neighbour<T>(list: readonly T[], current: T | undefined, step: 1 | -1): T | undefined {
  const at = current === undefined ? -1 : list.indexOf(current)
  if (at < 0) return step > 0 ? list[0] : list.at(-1)
  return list[(at + step + list.length) % list.length]
}

/** Returns the ids of a guild's channels and joined threads, or of direct messages, in the order of their links. */
export function listedChannels(state: ClientState, guildId: string): string[] {
  if (guildId === DIRECT) return sortedDms(state).map(({ id }) => id)
  const threads = joinedThreads(state.channels.values())
  return channelGroups(state, guildId)
    .flatMap(({ channels }) => channels)
    .flatMap(({ id }) => [id, ...(threads.get(id) ?? []).map((thread) => thread.id)])
}

/** Returns the ids of the places of the guild rail. */
export function listedGuilds(state: ClientState): string[] {
  return [DIRECT, ...sortedGuilds(state).map(({ guild }) => guild.id)]
}

/** Returns whether a channel has something that the person has not read. */
export function hasUnread(state: ClientState, channelId: string): boolean {
  const channel = state.channels.get(channelId)
  return channel !== undefined && (isUnread(state, channel) || mentionCount(state, channelId) > 0)
}
