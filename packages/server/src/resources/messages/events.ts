import { type Instant, Intent, type Snowflake, wireTimeOrNull } from '@guildhall/protocol'
import { eventType } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import { contentVariant, hiddenBy, namedReaders } from './content-present.ts'
import { countsInThread, type HydratedMessage } from './model.ts'
import { presentMessageEvent } from './present.ts'

/** Payload of MESSAGE_CREATE and MESSAGE_UPDATE. */
export interface MessageEvent {
  readonly hydrated: HydratedMessage
}

const messageIntent = (guildId: Snowflake | null) => (guildId ? Intent.GUILD_MESSAGES : Intent.DIRECT_MESSAGES)

/** Changes the message counts of a thread in the cached guild. Clients count by the same events. */
function addToThreadCount(view: GuildView, channelId: Snowflake, by: number): void {
  const thread = view.channels.get(channelId)
  if (!thread?.thread_metadata) return
  const message_count = Math.max(thread.message_count + by, 0)
  const total_message_sent = thread.total_message_sent + Math.max(by, 0)
  view.channels.set(channelId, { ...thread, message_count, total_message_sent })
}

const applyDeleted = (view: GuildView, { ids, channelId, onlyFor }: MessageDeleted) => {
  if (onlyFor === undefined) addToThreadCount(view, channelId, -ids.filter((id) => id !== channelId).length)
}

function messageEventType(name: 'MESSAGE_CREATE' | 'MESSAGE_UPDATE') {
  return eventType<MessageEvent>({
    name,
    intents: ({ hydrated }) => messageIntent(hydrated.message.guild_id),
    visibleTo: (viewer, { hydrated: { message } }) =>
      message.only_for !== null
        ? viewer.userId === message.only_for || viewer.userId === message.author_id
        : message.guild_id === null || viewer.sees(message.channel_id),
    visibleInChannel: ({ hydrated: { message } }) =>
      message.only_for === null && message.guild_id ? message.channel_id : null,
    evaluateIndividually: ({ hydrated }) => [
      ...namedReaders(hydrated),
      ...(hydrated.message.only_for === null ? [] : [hydrated.message.only_for]),
    ],
    variant: (viewer, { hydrated }) => contentVariant(viewer, hydrated),
    present: ({ hydrated }, variant, urls) => presentMessageEvent(hydrated, hiddenBy(variant, hydrated), urls),
    outsideSnapshot: true,
    apply: (view, { hydrated }) => {
      if (name !== 'MESSAGE_CREATE') return
      const channel = view.channels.get(hydrated.message.channel_id)
      if (channel) channel.last_message_id = hydrated.message.id
      if (channel?.thread_metadata && countsInThread(hydrated.message)) addToThreadCount(view, channel.id, 1)
    },
  })
}

export const messageCreate = messageEventType('MESSAGE_CREATE')
export const messageUpdate = messageEventType('MESSAGE_UPDATE')

/** Payload of MESSAGE_DELETE and MESSAGE_DELETE_BULK. */
export interface MessageDeleted {
  readonly ids: readonly Snowflake[]
  readonly channelId: Snowflake
  readonly guildId: Snowflake | null
  /** Recipients of the deletion of an ephemeral message: its user and its application. */
  readonly onlyFor?: readonly Snowflake[]
}

export const messageDelete = eventType<MessageDeleted>({
  name: 'MESSAGE_DELETE',
  intents: ({ guildId }) => messageIntent(guildId),
  visibleTo: (viewer, { guildId, channelId, onlyFor }) =>
    onlyFor !== undefined ? onlyFor.includes(viewer.userId) : guildId === null || viewer.sees(channelId),
  evaluateIndividually: ({ onlyFor }) => onlyFor ?? [],
  visibleInChannel: ({ guildId, channelId, onlyFor }) => (onlyFor === undefined && guildId ? channelId : null),
  present: ({ ids, channelId, guildId }) => ({
    id: ids[0]?.toString(),
    channel_id: channelId.toString(),
    ...(guildId ? { guild_id: guildId.toString() } : {}),
  }),
  apply: applyDeleted,
  outsideSnapshot: true,
})

export const messageDeleteBulk = eventType<MessageDeleted>({
  name: 'MESSAGE_DELETE_BULK',
  intents: ({ guildId }) => messageIntent(guildId),
  visibleTo: (viewer, { guildId, channelId }) => guildId === null || viewer.sees(channelId),
  visibleInChannel: ({ guildId, channelId }) => guildId && channelId,
  present: ({ ids, channelId, guildId }) => ({
    ids: ids.map(String),
    channel_id: channelId.toString(),
    ...(guildId ? { guild_id: guildId.toString() } : {}),
  }),
  apply: applyDeleted,
  outsideSnapshot: true,
})

/** Payload of CHANNEL_PINS_UPDATE. */
export interface PinsUpdated {
  readonly channelId: Snowflake
  readonly guildId: Snowflake | null
  /** Time of the newest pin; null when no message is pinned. */
  readonly at: Instant | null
}

export const channelPinsUpdate = eventType<PinsUpdated>({
  name: 'CHANNEL_PINS_UPDATE',
  intents: ({ guildId }) => (guildId ? Intent.GUILDS : Intent.DIRECT_MESSAGES),
  visibleTo: (viewer, { guildId, channelId }) => guildId === null || viewer.sees(channelId),
  visibleInChannel: ({ guildId, channelId }) => guildId && channelId,
  present: ({ channelId, guildId, at }) => ({
    channel_id: channelId.toString(),
    last_pin_timestamp: wireTimeOrNull(at),
    ...(guildId ? { guild_id: guildId.toString() } : {}),
  }),
  outsideSnapshot: true,
  apply: (view, { channelId, at }) => {
    const channel = view.channels.get(channelId)
    if (channel) view.channels.set(channelId, { ...channel, last_pin_timestamp: at })
  },
})
