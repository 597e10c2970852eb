import { type Instant, Intent, OverwriteType, type Snowflake } from '@guildhall/protocol'
import { canView, type Visibility, visibilityOf, visibilityWhere } from '../../../access/visibility.ts'
import { eventType } from '../../../kernel/event.ts'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { Channel, Member, User } from '../../../kernel/model.ts'
import type { Viewer } from '../../../kernel/viewer.ts'
import { presentMember } from '../members/present.ts'
import { presentAs } from './hidden-present.ts'

/** Removes a channel and its threads from a guild view. */
function forget(view: GuildView, channel: Channel): void {
  for (const thread of view.threadsOf(channel.id)) {
    view.channels.delete(thread.id)
    view.privateThreads.delete(thread.id)
  }
  view.channels.delete(channel.id)
}

/** Returns what a visibility leaves out. */
const obfuscatedIn = (visibility: string) => (visibility === 'hidden' ? 'obfuscated' : null)

/**
 * Declares an event of a guild channel. Bots also receive hidden channels, in full or obfuscated, by date and opt-in.
 * [EVT-3]
 */
function channelEvent(key: string, name: string) {
  return eventType<Channel>({
    key,
    name,
    intents: () => Intent.GUILDS,
    visibleTo: (viewer, channel) => visibilityOf(viewer, channel) !== 'nothing',
    variant: visibilityOf,
    reducedIn: obfuscatedIn,
    subjectChannel: (channel) => channel.id,
    changesPermissions: true,
    present: (channel, visibility) => presentAs(channel, visibility as Visibility),
    apply: (view, channel) => {
      // Later messages change the channel of the view. Other nodes read the event as it was.
      view.channels.set(channel.id, { ...channel })
      view.epoch += 1
    },
  })
}

export const channelCreate = channelEvent('channel.created', 'CHANNEL_CREATE')
export const channelUpdate = channelEvent('channel.updated', 'CHANNEL_UPDATE')

/** Payload of CHANNEL_DELETE. */
export interface ChannelDeleted {
  readonly channel: Channel
  /** Channels that were in the category. Their viewers could view the category too. [CH-12] */
  readonly inside: readonly Channel[]
}

function lastVisibility(viewer: Viewer, { channel, inside }: ChannelDeleted): Visibility {
  return visibilityWhere(
    viewer,
    [channel, ...inside].some((one) => canView(viewer, one)),
  )
}

/** CHANNEL_DELETE for everyone who received the channel before. */
export const channelDelete = eventType<ChannelDeleted>({
  key: 'channel.deleted',
  name: 'CHANNEL_DELETE',
  intents: () => Intent.GUILDS,
  visibleTo: (viewer, deleted) => lastVisibility(viewer, deleted) !== 'nothing',
  // The guild view no longer has the overwrites of the deleted channel, which set these users apart from their group.
  evaluateIndividually: ({ channel, inside }) =>
    [channel, ...inside].flatMap(({ permission_overwrites }) =>
      permission_overwrites.filter(({ type }) => type === OverwriteType.MEMBER).map(({ id }) => id),
    ),
  variant: lastVisibility,
  reducedIn: obfuscatedIn,
  subjectChannel: ({ channel }) => channel.id,
  changesPermissions: true,
  present: ({ channel }, visibility) => presentAs(channel, visibility as Visibility),
  apply: (view, { channel }) => {
    forget(view, channel)
    view.epoch += 1
  },
  effect: ({ channel }) => ({ kind: 'channel-deleted', channel }),
})

/** Payload of TYPING_START. */
export interface Typing {
  readonly channelId: Snowflake
  readonly guildId: Snowflake | null
  readonly userId: Snowflake
  readonly at: Instant
  /** In a guild. */
  readonly member?: { member: Member; user: User }
}

/** TYPING_START for everyone who can view the channel. */
export const typingStart = eventType<Typing>({
  key: 'typing.started',
  name: 'TYPING_START',
  intents: ({ guildId }) => (guildId ? Intent.GUILD_MESSAGE_TYPING : Intent.DIRECT_MESSAGE_TYPING),
  visibleTo: (viewer, { guildId, channelId }) => guildId === null || viewer.sees(channelId),
  visibleInChannel: ({ guildId, channelId }) => guildId && channelId,
  present: ({ channelId, guildId, userId, at, member }) => ({
    channel_id: channelId.toString(),
    user_id: userId.toString(),
    timestamp: Math.floor(at / 1000),
    ...(guildId ? { guild_id: guildId.toString() } : {}),
    ...(member ? { member: presentMember(member.member, member.user) } : {}),
  }),
})
