import { type EventType, guildTopic, userTopic } from '../../../../kernel/event.ts'
import type { Work } from '../../../../kernel/work.ts'
import type { ChannelLocation } from '../model.ts'

/** Emits an event of a channel: to the topic of its guild, or to each recipient of a DM. */
export function emitInChannel<P>(work: Work, type: EventType<P>, { channel }: ChannelLocation, payload: P): void {
  if (channel.guild_id !== null) work.emit(type, guildTopic(channel.guild_id), payload)
  else for (const userId of channel.recipient_ids) work.emit(type, userTopic(userId), payload)
}
