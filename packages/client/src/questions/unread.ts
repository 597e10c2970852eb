import type { ChannelObject } from '@guildhall/protocol'
import { compareIds, timeOfId } from '../records/ids.ts'
import type { ClientState } from '../records/state.ts'
import { channelIndex } from './channel-index.ts'
import { holdsMessages, isThread } from './channels.ts'

/** Returns the id of the newest message of a channel, or null if it has none. */
export function newestMessageId({ newest }: Pick<ClientState, 'newest'>, channel: ChannelObject): string | null {
  const loaded = channel.last_message_id ?? null
  const arrived = newest.get(channel.id)
  if (arrived === undefined) return loaded
  return loaded === null || compareIds(arrived, loaded) > 0 ? arrived : loaded
}

/** Returns whether a channel has messages that the person has not read. */
export function isUnread(state: ClientState, channel: ChannelObject): boolean {
  const read = state.reads.get(channel.id)
  const newest = newestMessageId(state, channel)
  if (!newest || !holdsMessages(channel)) return false
  // A thread that the person is not in is not followed.
  if (isThread(channel) && !channel.member) return false
  if (read?.lastReadId) return compareIds(newest, read.lastReadId) > 0
  // A channel that was never opened has what was written since the person came.
  const joinedAt = state.guilds.get(channel.guild_id ?? '')?.joinedAt
  return !joinedAt || timeOfId(newest) > Date.parse(joinedAt)
}

/** Returns the number of unread messages that mention the person. */
export function mentionCount(state: ClientState, channelId: string): number {
  return state.reads.get(channelId)?.mentions ?? 0
}

/** Unread messages of a guild, or of all direct messages. */
export interface UnreadMarks {
  readonly unread: boolean
  readonly mentions: number
}

interface Known {
  readonly channels: readonly ChannelObject[]
  readonly joinedAt: string | null | undefined
  readonly marks: UnreadMarks
}

type Inputs = Pick<ClientState, 'channels' | 'newest' | 'reads' | 'guilds'>

const NONE: UnreadMarks = { unread: false, mentions: 0 }
/** Key of the direct messages among the guilds. */
const DIRECT = ''
let inputs: Inputs | undefined
let entries: ReadonlyMap<string, Known> = new Map()

/** Returns what is unread in a guild. The object stays the same until it changes. */
export function unreadIn(state: ClientState, guildId: string): UnreadMarks {
  return unreadIndex(state).get(guildId)?.marks ?? NONE
}

/** Returns what is unread in direct messages: a group or DM counts once it has a message for the person. */
export function unreadDirect(state: ClientState): UnreadMarks {
  return unreadIndex(state).get(DIRECT)?.marks ?? NONE
}

/** Works out the marks of those guilds in which a channel, its newest message or its read state has changed. */
function unreadIndex(state: ClientState): ReadonlyMap<string, Known> {
  const before = inputs
  const sameInputs =
    before?.channels === state.channels && before.newest === state.newest && before.reads === state.reads
  if (sameInputs && before.guilds === state.guilds) return entries
  const { byGuild, direct } = channelIndex(state.channels)
  const touched = before
    ? guildsOf(state, [...changes(before.newest, state.newest), ...changes(before.reads, state.reads)])
    : null
  const next = new Map<string, Known>()
  const note = (key: string, channels: readonly ChannelObject[], work: () => UnreadMarks) => {
    const known = entries.get(key)
    const joinedAt = state.guilds.get(key)?.joinedAt
    const kept = known && touched && !touched.has(key) && known.channels === channels && known.joinedAt === joinedAt
    next.set(key, kept ? known : { channels, joinedAt, marks: sameMarks(known?.marks, work()) })
  }
  for (const [guildId, { all }] of byGuild) note(guildId, all, () => marksOf(state, all))
  note(DIRECT, direct, () => directMarks(state, direct))
  inputs = { channels: state.channels, newest: state.newest, reads: state.reads, guilds: state.guilds }
  entries = next
  return next
}

function marksOf(state: ClientState, channels: readonly ChannelObject[]): UnreadMarks {
  let [unread, mentions] = [false, 0]
  for (const channel of channels) {
    unread ||= isUnread(state, channel)
    mentions += mentionCount(state, channel.id)
  }
  return { unread, mentions }
}

function directMarks(state: ClientState, channels: readonly ChannelObject[]): UnreadMarks {
  const mentions = channels.reduce((sum, { id }) => sum + mentionCount(state, id), 0)
  return { unread: mentions > 0, mentions }
}

function sameMarks(known: UnreadMarks | undefined, marks: UnreadMarks): UnreadMarks {
  return known?.unread === marks.unread && known.mentions === marks.mentions ? known : marks
}

function guildsOf({ channels }: ClientState, channelIds: readonly string[]): ReadonlySet<string> {
  return new Set(channelIds.map((id) => channels.get(id)?.guild_id ?? DIRECT))
}

/** Returns the keys of entries that differ between two versions of a map. */
function changes<V>(before: ReadonlyMap<string, V>, after: ReadonlyMap<string, V>): string[] {
  if (before === after) return []
  const changed: string[] = []
  for (const [key, value] of after) if (before.get(key) !== value) changed.push(key)
  if (before.size + changed.length > after.size) for (const key of before.keys()) if (!after.has(key)) changed.push(key)
  return changed
}
