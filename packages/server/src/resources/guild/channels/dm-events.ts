import { ChannelType, GameIntent, Intent, type Snowflake } from '@guildhall/protocol'
import { type EventType, eventType } from '../../../kernel/event.ts'
import type { Channel, User } from '../../../kernel/model.ts'
import { presentDm } from './present.ts'

/** A DM or group DM, for one of its recipients. */
export interface DmForViewer {
  readonly channel: Channel
  readonly viewerId: Snowflake
  readonly recipients: readonly User[]
}

/** Declares an event of a DM for people and games. Bots learn of a DM by its first message or by requesting it. */
function dmEvent(key: string, name: string) {
  return eventType<DmForViewer>({
    key,
    name,
    intents: () => Intent.DIRECT_MESSAGES | GameIntent.PRIVATE_CHANNELS,
    gameScope: ({ channel }) => (channel.type === ChannelType.DM ? 'dm_channels.read' : null),
    visibleTo: (viewer) => viewer.kind !== 'bot',
    inReady: true,
    present: ({ channel, viewerId, recipients }) => presentDm(channel, viewerId, recipients),
  })
}

/** CHANNEL_CREATE when a DM opens for a recipient. */
export const dmCreate = dmEvent('dm.opened', 'CHANNEL_CREATE')

/** CHANNEL_UPDATE when a group DM has a new name, icon or owner. */
export const dmUpdate = dmEvent('dm.updated', 'CHANNEL_UPDATE')

/** CHANNEL_DELETE when a recipient closes a DM or leaves a group. A closed DM opens again with its next message. */
export const dmDelete: EventType<DmForViewer> = {
  ...dmEvent('dm.closed', 'CHANNEL_DELETE'),
  effect: ({ channel, viewerId }) =>
    channel.type === ChannelType.GROUP_DM
      ? { kind: 'recipient-removed', channelId: channel.id, userId: viewerId }
      : undefined,
}
