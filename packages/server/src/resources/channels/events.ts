import { type Instant, Intent, OverwriteType, type Snowflake } from '@guildhall/protocol'
import { canView, type Visibility, visibilityOf, visibilityWhere } from '../../access/visibility.ts'
import { eventType } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Channel, Member, User } from '../../kernel/model.ts'
import type { Viewer } from '../../kernel/viewer.ts'
import { presentMember } from '../members/index.ts'
import { presentAs } from './obfuscate.ts'
import { presentDm } from './present.ts'

/** The channel, and the threads that are gone with it. */
function forget(view: GuildView, channel: Channel): void {
  for (const thread of view.threadsOf(channel.id)) {
    view.channels.delete(thread.id)
    view.privateThreads.delete(thread.id)
  }
  view.channels.delete(channel.id)
}

/** Bots are told of channels that they cannot view too, in full or by their shape alone, as the date and they themselves decide. [EVT-3] */
function channelEvent(name: string) {
  return eventType<Channel>({
    name,
    intents: () => Intent.GUILDS,
    visibleTo: (viewer, channel) => visibilityOf(viewer, channel) !== 'nothing',
    variant: visibilityOf,
    subjectChannel: (channel) => channel.id,
    present: (channel, visibility) => presentAs(channel, visibility as Visibility),
    apply: (view, channel) => {
      view.channels.set(channel.id, channel)
      view.epoch += 1
    },
  })
}

export const channelCreate = channelEvent('CHANNEL_CREATE')
export const channelUpdate = channelEvent('CHANNEL_UPDATE')

export interface ChannelDeleted {
  readonly channel: Channel
  /** Channels that were in the category: who viewed one of them viewed the category. [CH-12] */
  readonly inside: readonly Channel[]
}

function lastVisibility(viewer: Viewer, { channel, inside }: ChannelDeleted): Visibility {
  return visibilityWhere(
    viewer,
    [channel, ...inside].some((one) => canView(viewer, one)),
  )
}

export const channelDelete = eventType<ChannelDeleted>({
  name: 'CHANNEL_DELETE',
  intents: () => Intent.GUILDS,
  visibleTo: (viewer, deleted) => lastVisibility(viewer, deleted) !== 'nothing',
  // With the channel their overwrites are gone, and so is what kept them apart from others.
  evaluateIndividually: ({ channel, inside }) =>
    [channel, ...inside].flatMap(({ permission_overwrites }) =>
      permission_overwrites.filter(({ type }) => type === OverwriteType.MEMBER).map(({ id }) => id),
    ),
  variant: lastVisibility,
  subjectChannel: ({ channel }) => channel.id,
  present: ({ channel }, visibility) => presentAs(channel, visibility as Visibility),
  apply: (view, { channel }) => {
    forget(view, channel)
    view.epoch += 1
  },
})

/** A DM appears to one of its recipients. Bots learn of it by the first message, and by asking. */
export const dmCreate = eventType<{ channel: Channel; viewerId: Snowflake; recipients: readonly User[] }>({
  name: 'CHANNEL_CREATE',
  intents: () => Intent.DIRECT_MESSAGES,
  visibleTo: (viewer) => viewer.kind === 'person',
  present: ({ channel, viewerId, recipients }) => presentDm(channel, viewerId, recipients),
})

/** A person has closed a DM; it is there again with its next message. */
export const dmClosed = eventType<{ channel: Channel; viewerId: Snowflake; recipients: readonly User[] }>({
  name: 'CHANNEL_DELETE',
  intents: () => Intent.DIRECT_MESSAGES,
  visibleTo: (viewer) => viewer.kind === 'person',
  present: ({ channel, viewerId, recipients }) => presentDm(channel, viewerId, recipients),
})

/** A group DM has another name, icon or owner. */
export const dmUpdate = eventType<{ channel: Channel; viewerId: Snowflake; recipients: readonly User[] }>({
  name: 'CHANNEL_UPDATE',
  intents: () => Intent.DIRECT_MESSAGES,
  visibleTo: (viewer) => viewer.kind === 'person',
  present: ({ channel, viewerId, recipients }) => presentDm(channel, viewerId, recipients),
})

export interface Typing {
  readonly channelId: Snowflake
  readonly guildId: Snowflake | null
  readonly userId: Snowflake
  readonly at: Instant
  readonly member?: { member: Member; user: User }
}

export const typingStart = eventType<Typing>({
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
