import type { Instant } from '@guildhall/protocol'
import type { ChannelAccess } from '../../../../access/channel.ts'
import type { Work } from '../../../../kernel/work.ts'
import { audit } from '../../../guild/audit-log/index.ts'
import { findChannel, updateChannel } from '../../../guild/channels/index.ts'
import { channelPinsUpdate } from '../events.ts'
import type { StoredMessage } from '../model.ts'
import { emitInChannel } from './emit.ts'

/** Stores the time of a channel's newest pin, emits CHANNEL_PINS_UPDATE and writes the audit log entry. */
export async function saveLastPin(
  work: Work,
  access: ChannelAccess,
  message: StoredMessage,
  action: number,
  at: Instant | null,
): Promise<void> {
  const { id: channelId, guild_id: guildId } = access.channel
  // The current row: posting the system message has changed it.
  const current = (await findChannel(work, channelId)) ?? access.channel
  await updateChannel(work, { ...current, last_pin_timestamp: at })
  emitInChannel(work, channelPinsUpdate, access, { channelId, guildId, at })
  if (guildId === null) return
  const options = { channel_id: channelId.toString(), message_id: message.id.toString() }
  await audit(work, { guildId, action, targetId: message.author_id, options })
}
