import {
  channelName,
  dmPartner,
  isDm,
  isThread,
  isUnread,
  mentionCount,
  newestMessageId,
  permissionsIn,
} from '@guildhall/client/questions'
import { type ClientState, compareIds } from '@guildhall/client/records'
import { ChannelType, Permission, RelationshipType } from '@guildhall/protocol'
import { t } from '../../lib/language/text.ts'
import type { Choice } from '../../ui/choices.ts'

/** Choices that the quick switcher shows. */
const SHOWN_MAX = 20

/** A place that the quick switcher leads to. */
export interface Destination extends Choice {
  readonly kind: 'channel' | 'direct' | 'person' | 'guild'
  readonly id: string
  readonly guildId: string | null
  readonly unread: boolean
  readonly mentions: number
  /** Newest message, or the age of the place. */
  readonly newestId: string
}

/** Signs before a search that leave one kind of places. */
const KINDS: ReadonlyMap<string, readonly Destination['kind'][]> = new Map([
  ['@', ['direct', 'person']],
  ['#', ['channel']],
  ['*', ['guild']],
])

/** Returns the places whose names match: those with mentions and unread messages first, then the newest ones. */
export function quickChoices(state: ClientState, text: string): Destination[] {
  const kinds = KINDS.get(text.trim().charAt(0))
  const wanted = (kinds ? text.trim().slice(1) : text).trim().toLowerCase()
  const ranked = destinations(state)
    .filter(({ kind }) => kinds?.includes(kind) ?? true)
    .map((place) => ({ place, rank: rankOf(place, wanted) }))
    .filter(({ rank }) => rank < 4)
  return ranked
    .sort(
      (one, other) =>
        (wanted === '' ? 0 : one.rank - other.rank) ||
        other.place.mentions - one.place.mentions ||
        Number(other.place.unread) - Number(one.place.unread) ||
        compareIds(other.place.newestId, one.place.newestId),
    )
    .slice(0, SHOWN_MAX)
    .map(({ place }) => place)
}

function rankOf({ label, detail }: Destination, wanted: string): number {
  const name = label.toLowerCase()
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  if (name.includes(wanted)) return 2
  return detail?.toLowerCase().includes(wanted) ? 3 : 4
}

function destinations(state: ClientState): Destination[] {
  return [...channelsOf(state), ...peopleOf(state), ...guildsOf(state)]
}

function marksOf(unread: boolean, mentions: number): Pick<Destination, 'unread' | 'mentions' | 'aside'> {
  const aside =
    mentions > 0
      ? t('{mentions, plural, one {# mention} other {# mentions}}', { mentions })
      : unread
        ? t('unread')
        : undefined
  return { unread, mentions, aside }
}

/** Returns the channels and direct messages that the person sees, the newest ones first. */
export function channelPlaces(state: ClientState): Destination[] {
  return channelsOf(state).sort((one, other) => compareIds(other.newestId, one.newestId))
}

function channelsOf(state: ClientState): Destination[] {
  return [...state.channels.values()].flatMap((channel): Destination[] => {
    if (channel.type === ChannelType.GUILD_CATEGORY) return []
    if (isThread(channel) && channel.thread_metadata?.archived) return []
    if ((permissionsIn(state, channel) & Permission.VIEW_CHANNEL) === 0n) return []
    const partner = channel.type === ChannelType.DM ? dmPartner(channel, state.self?.id) : undefined
    const guild = state.guilds.get(channel.guild_id ?? '')?.guild
    return [
      {
        kind: isDm(channel) ? 'direct' : 'channel',
        id: channel.id,
        value: channel.id,
        guildId: channel.guild_id ?? null,
        label: channelName(channel, state.self?.id),
        detail: partner?.global_name ?? guild?.name,
        newestId: newestMessageId(state, channel) ?? channel.id,
        ...marksOf(isUnread(state, channel), mentionCount(state, channel.id)),
      },
    ]
  })
}

/** Returns friends without a direct message. */
function peopleOf({ channels, relationships, self }: ClientState): Destination[] {
  const known = new Set<string>()
  for (const channel of channels.values())
    if (channel.type === ChannelType.DM) known.add(dmPartner(channel, self?.id)?.id ?? '')
  return [...relationships.values()]
    .filter(({ id, type }) => type === RelationshipType.FRIEND && !known.has(id))
    .map(({ id, user }) => ({
      kind: 'person',
      id,
      value: `person ${id}`,
      guildId: null,
      label: user.username,
      detail: user.global_name ?? undefined,
      newestId: '0',
      ...marksOf(false, 0),
    }))
}

function guildsOf({ guilds }: ClientState): Destination[] {
  return [...guilds.values()].map(({ guild: { id, name } }) => ({
    kind: 'guild',
    id,
    value: `guild ${id}`,
    guildId: id,
    label: name,
    newestId: '0',
    ...marksOf(false, 0),
  }))
}
