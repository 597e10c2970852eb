import { allow, ChannelType, has, Permission, refuse, type Snowflake, type Verdict } from '@guildhall/protocol'
import type { Channel } from '../../../../kernel/model.ts'
import type { TextScope } from '../../../../kernel/store/text-index.ts'
import { mark, PRIVATE_SCOPE } from './marks.ts'

const READS = Permission.VIEW_CHANNEL | Permission.READ_MESSAGE_HISTORY

export interface Searcher {
  readonly guildId: Snowflake
  /** Channels of the guild. Threads among them are ignored. */
  readonly channels: Iterable<Channel>
  readonly permissionsIn: (channel: Channel) => bigint
  /** Private threads that the member has joined. */
  readonly privateThreads: readonly { readonly id: Snowflake; readonly parent_id: Snowflake | null }[]
}

/** Channels of a guild by whether the member may read their history. */
export interface Readable {
  readonly channels: readonly { readonly channel: Channel; readonly managesThreads: boolean }[]
  readonly unreadable: readonly Channel[]
}

/**
 * Splits channels by READ_MESSAGE_HISTORY. Messages in unreadable channels, and in threads of them, are never found.
 * [END-39] [END-45] [PRM-24]
 */
export function readableChannels({ channels, permissionsIn }: Searcher): Readable {
  const readable: Readable['channels'][number][] = []
  const unreadable: Channel[] = []
  for (const channel of channels) {
    if (channel.thread_metadata || channel.type === ChannelType.GUILD_CATEGORY) continue
    const permissions = permissionsIn(channel)
    if (has(permissions, READS)) readable.push({ channel, managesThreads: has(permissions, Permission.MANAGE_THREADS) })
    else unreadable.push(channel)
  }
  return { channels: readable, unreadable }
}

/**
 * Returns the scope of a search in the index. Private threads are found by their members and by thread managers,
 * age-restricted channels only on request. The scope lists included or excluded channels, whichever list is shorter.
 * [END-39] [END-43]
 */
export function scopeOf(searcher: Searcher, { channels, unreadable }: Readable, includeNsfw: boolean): TextScope {
  const group = searcher.guildId
  const open = channels.filter(({ channel }) => includeNsfw || !channel.nsfw)
  const ids = new Set(open.map(({ channel }) => channel.id))
  const shut = [...unreadable, ...channels.map(({ channel }) => channel)].filter(({ id }) => !ids.has(id))
  const managed = new Set(open.filter((each) => each.managesThreads).map(({ channel }) => channel.id))
  if (shut.length === 0 && managed.size === ids.size) return { group, also: [] }
  const own = searcher.privateThreads.filter(({ parent_id: id }) => id !== null && ids.has(id) && !managed.has(id))
  const also = [...[...managed].map(mark.privateIn), ...own.map(({ id }) => mark.privateThread(id))]
  if (shut.length >= open.length) return { group, only: [...ids], also }
  return { group, except: [PRIVATE_SCOPE, ...shut.map(({ id }) => id)], also }
}

/** Whether a member may search: they can read the history of a searched channel. */
export function maySearch(readsSome: boolean): Verdict {
  return readsSome ? allow : refuse('MISSING_PERMISSIONS', 'needs READ_MESSAGE_HISTORY in a searched channel')
}
