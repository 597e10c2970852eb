import { Intent, type Snowflake } from '@guildhall/protocol'
import { eventType } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import { contentVariant, hiddenBy, namedReaders } from './content.ts'
import { countsInThread, type ShownMessage } from './message.ts'
import { presentMessageEvent } from './present.ts'

export interface MessageEvent {
  readonly shown: ShownMessage
}

const messageIntent = (guildId: Snowflake | null) => (guildId ? Intent.GUILD_MESSAGES : Intent.DIRECT_MESSAGES)

/** Clients count a thread's messages by their events, and so does a view. */
function count(view: GuildView, channelId: Snowflake, by: number): void {
  const thread = view.channels.get(channelId)
  if (!thread?.thread_metadata) return
  const message_count = Math.max(thread.message_count + by, 0)
  const total_message_sent = thread.total_message_sent + Math.max(by, 0)
  view.channels.set(channelId, { ...thread, message_count, total_message_sent })
}

const applyDeleted = (view: GuildView, { ids, channelId, onlyFor }: MessageDeleted) => {
  if (onlyFor === undefined) count(view, channelId, -ids.filter((id) => id !== channelId).length)
}

function messageEventType(name: 'MESSAGE_CREATE' | 'MESSAGE_UPDATE') {
  return eventType<MessageEvent>({
    name,
    intents: ({ shown }) => messageIntent(shown.message.guild_id),
    visibleTo: (viewer, { shown: { message } }) =>
      message.only_for !== null
        ? viewer.userId === message.only_for || viewer.userId === message.author_id
        : message.guild_id === null || viewer.sees(message.channel_id),
    visibleInChannel: ({ shown: { message } }) =>
      message.only_for === null && message.guild_id ? message.channel_id : null,
    evaluateIndividually: ({ shown }) => [
      ...namedReaders(shown),
      ...(shown.message.only_for === null ? [] : [shown.message.only_for]),
    ],
    variant: (viewer, { shown }) => contentVariant(viewer, shown),
    present: ({ shown }, variant, urls) => presentMessageEvent(shown, hiddenBy(variant, shown), urls),
    outsideSnapshot: true,
    apply: (view, { shown }) => {
      if (name !== 'MESSAGE_CREATE') return
      const channel = view.channels.get(shown.message.channel_id)
      if (channel) channel.last_message_id = shown.message.id
      if (channel?.thread_metadata && countsInThread(shown.message)) count(view, channel.id, 1)
    },
  })
}

export const messageCreate = messageEventType('MESSAGE_CREATE')
export const messageUpdate = messageEventType('MESSAGE_UPDATE')

export interface MessageDeleted {
  readonly ids: readonly Snowflake[]
  readonly channelId: Snowflake
  readonly guildId: Snowflake | null
  /** Ephemeral ones are gone for their person and the application that wrote them. */
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
