import {
  ApiError,
  AuditLogAction,
  demand,
  type Instant,
  Intent,
  MessageType,
  type Snowflake,
  wireTimeOrNull,
} from '@guildhall/protocol'
import type { ChannelAccess } from '../../access/channel.ts'
import type { Caller } from '../../kernel/caller.ts'
import { eventType } from '../../kernel/event.ts'
import type { Work } from '../../kernel/work.ts'
import { audit } from '../audit-log/index.ts'
import { findChannel, updateChannel } from '../channels/index.ts'
import { changeMessage } from './change.ts'
import { messageWith } from './load.ts'
import type { Message } from './message.ts'
import { announce, postMessage } from './post.ts'
import { mayPin } from './rules.ts'
import * as store from './store.ts'

interface PinsUpdated {
  readonly channelId: Snowflake
  readonly guildId: Snowflake | null
  readonly at: Instant | null
}

const channelPinsUpdate = eventType<PinsUpdated>({
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

type Params = { channel_id: Snowflake; message_id: Snowflake }

/** Pins a message by either route. A second pin changes and announces nothing, since clients retry. [END-57] */
export async function pin(work: Work, caller: Caller, params: Params): Promise<void> {
  const { message, ...place } = await messageWith(work, caller, params)
  const pinned = message.pinned_at === null ? await store.countPinned(work, place.channel.id) : 0
  demand(mayPin({ permissions: place.permissions, pinned }, work.now, work.changes))
  if (message.type !== MessageType.DEFAULT && message.type !== MessageType.REPLY && message.type < MessageType.REPLY) {
    throw new ApiError('CANNOT_EXECUTE_ON_SYSTEM_MESSAGE')
  }
  if (message.pinned_at !== null) return
  await changeMessage(work, place, message, { pinned_at: work.now })
  await postMessage(work, place, {
    author: caller.user,
    type: MessageType.CHANNEL_PINNED_MESSAGE,
    content: '',
    reference: { type: 0, message_id: message.id, channel_id: message.channel_id, guild_id: message.guild_id },
  })
  await savePins(work, place, message, AuditLogAction.MESSAGE_PIN, work.now)
}

/** Unpins by either route. [END-58] */
export async function unpin(work: Work, caller: Caller, params: Params): Promise<void> {
  const { message, ...place } = await messageWith(work, caller, params)
  demand(mayPin({ permissions: place.permissions, pinned: 0 }, work.now, work.changes))
  if (message.pinned_at === null) return
  await changeMessage(work, place, message, { pinned_at: null })
  const [newest] = await store.pinned(work, place.channel.id, null, 1)
  await savePins(work, place, message, AuditLogAction.MESSAGE_UNPIN, newest?.pinned_at ?? null)
}

/** Stores the time of a channel's last pin, announces it and writes the audit entry. */
async function savePins(
  work: Work,
  place: ChannelAccess,
  message: Message,
  action: number,
  at: Instant | null,
): Promise<void> {
  const { id: channelId, guild_id: guildId } = place.channel
  // The row as it is now: posting the system message has changed it.
  const current = (await findChannel(work, channelId)) ?? place.channel
  await updateChannel(work, { ...current, last_pin_timestamp: at })
  announce(work, channelPinsUpdate, place, { channelId, guildId, at })
  if (guildId === null) return
  const options = { channel_id: channelId.toString(), message_id: message.id.toString() }
  await audit(work, { guildId, action, targetId: message.author_id, options })
}
