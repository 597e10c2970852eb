import { ChannelType, GameIntent, type Instant, Intent, type Snowflake, wireTimeOrNull } from '@guildhall/protocol'
import type { AttachmentSigner } from '../../../kernel/attachment-urls.ts'
import { eventType } from '../../../kernel/event.ts'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { Viewer } from '../../../kernel/viewer.ts'
import { isThread } from '../../guild/channels/model.ts'
import { contentVariant, hiddenBy, namedReaders } from './content-present.ts'
import { isOfGame, presentMessageForGame } from './game-present.ts'
import { countsInThread, type HydratedMessage } from './model.ts'
import { presentMessageEvent } from './present.ts'

/** Payload of MESSAGE_CREATE and MESSAGE_UPDATE. */
export interface MessageEvent {
  readonly hydrated: HydratedMessage
  /** Type of the channel of a stored direct message; games receive no other messages. */
  readonly channelType?: number
}

/** Bots need DIRECT_MESSAGES in a DM. Games, which list other intents, need that or PRIVATE_CHANNELS. */
const messageIntent = (guildId: Snowflake | null) =>
  guildId ? Intent.GUILD_MESSAGES : Intent.DIRECT_MESSAGES | GameIntent.PRIVATE_CHANNELS

/**
 * Returns the scope with which a game receives a direct message. Invites to activities also reach games whose players
 * share only their presence.
 */
function scopeOfDm(channelType: number | undefined, invite = false): string | null {
  if (channelType !== ChannelType.DM) return null
  return invite ? 'activities.read' : 'dm_channels.messages.read'
}

/** Returns whether a game may receive a direct message: an invite to another game only with the scope of messages. */
function visibleToGame({ applicationId, scopes }: Viewer, { message }: HydratedMessage): boolean {
  return message.activity === null || isOfGame(message, applicationId) || scopes.has('dm_channels.messages.read')
}

const GAME = 'game'

/** Returns the variant of a message event for a game: with or without what the game's server wrote about it. */
function gameVariant({ applicationId }: Viewer, { message }: HydratedMessage): string {
  return isOfGame(message, applicationId) ? `${GAME} ${applicationId}` : GAME
}

function presentVariant(
  { hydrated, channelType = ChannelType.DM }: MessageEvent,
  variant: string,
  urls: AttachmentSigner,
) {
  const [kind, id] = variant.split(' ')
  if (kind !== GAME) return presentMessageEvent(hydrated, hiddenBy(variant, hydrated), urls)
  return presentMessageForGame(hydrated, { applicationId: id === undefined ? null : BigInt(id), channelType }, urls)
}

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

function messageEventType(key: string, name: 'MESSAGE_CREATE' | 'MESSAGE_UPDATE') {
  return eventType<MessageEvent>({
    key,
    name,
    intents: ({ hydrated }) => messageIntent(hydrated.message.guild_id),
    gameScope: ({ hydrated, channelType }) => scopeOfDm(channelType, hydrated.message.activity !== null),
    visibleTo: (viewer, { hydrated }) => {
      const { message } = hydrated
      if (viewer.kind === 'game') return visibleToGame(viewer, hydrated)
      return message.only_for !== null
        ? viewer.userId === message.only_for || viewer.userId === message.author_id
        : message.guild_id === null || viewer.sees(message.channel_id)
    },
    visibleInChannel: ({ hydrated: { message } }) =>
      message.only_for === null && message.guild_id ? message.channel_id : null,
    evaluateIndividually: ({ hydrated }) => [
      ...namedReaders(hydrated),
      ...(hydrated.message.only_for === null ? [] : [hydrated.message.only_for]),
    ],
    variant: (viewer, { hydrated }) =>
      viewer.kind === 'game' ? gameVariant(viewer, hydrated) : contentVariant(viewer, hydrated),
    // One digit for each message in the message.
    reducedIn: (variant) => (/^[01]+$/.test(variant) ? 'content' : null),
    present: presentVariant,
    outsideSnapshot: true,
    // A message in a thread changes its counts, which the next message reads.
    leavesDecisions: ({ hydrated, channelType }) =>
      name === 'MESSAGE_CREATE' &&
      hydrated.message.only_for === null &&
      channelType !== undefined &&
      !isThread(channelType),
    apply: (view, { hydrated }) => {
      // An ephemeral message is in no channel.
      if (name !== 'MESSAGE_CREATE' || hydrated.message.only_for !== null) return
      const channel = view.channels.get(hydrated.message.channel_id)
      if (channel) channel.last_message_id = hydrated.message.id
      if (channel?.thread_metadata && countsInThread(hydrated.message)) addToThreadCount(view, channel.id, 1)
    },
  })
}

export const messageCreate = messageEventType('message.created', 'MESSAGE_CREATE')
export const messageUpdate = messageEventType('message.updated', 'MESSAGE_UPDATE')

/** MESSAGE_UPDATE for the game whose server wrote about the message, and for nobody else. [LOB-6] */
export const messageModerated = eventType<MessageEvent>({
  ...messageUpdate,
  key: 'message.moderated',
  visibleTo: (viewer, { hydrated }) => viewer.kind === 'game' && isOfGame(hydrated.message, viewer.applicationId),
})

/** Payload of MESSAGE_DELETE and MESSAGE_DELETE_BULK. */
export interface MessageDeleted {
  readonly ids: readonly Snowflake[]
  readonly channelId: Snowflake
  readonly guildId: Snowflake | null
  /** Recipients of the deletion of an ephemeral message: its user and its application. */
  readonly onlyFor?: readonly Snowflake[]
  /** Type of the channel of a stored direct message; games receive no other deletions. */
  readonly channelType?: number
}

export const messageDelete = eventType<MessageDeleted>({
  key: 'message.deleted',
  name: 'MESSAGE_DELETE',
  intents: ({ guildId }) => messageIntent(guildId),
  gameScope: ({ channelType }) => scopeOfDm(channelType),
  visibleTo: (viewer, { guildId, channelId, onlyFor }) =>
    onlyFor !== undefined ? onlyFor.includes(viewer.userId) : guildId === null || viewer.sees(channelId),
  evaluateIndividually: ({ onlyFor }) => onlyFor ?? [],
  visibleInChannel: ({ guildId, channelId, onlyFor }) => (onlyFor === undefined && guildId ? channelId : null),
  present: ({ ids, channelId, guildId }) => ({
    id: String(ids[0]),
    channel_id: channelId.toString(),
    ...(guildId ? { guild_id: guildId.toString() } : {}),
  }),
  apply: applyDeleted,
  outsideSnapshot: true,
})

export const messageDeleteBulk = eventType<MessageDeleted>({
  key: 'messages.deleted',
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
  key: 'pins.changed',
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
