import type { Snowflake } from '@guildhall/protocol'
import { guildTopic } from '../../../../kernel/event.ts'
import type { StoredLobby } from '../../../../kernel/lobby-model.ts'
import type { LinkedLobby } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { channelUpdate } from '../../../guild/channels/events.ts'
import { findGuildIdOfChannel, updateChannel } from '../../../guild/channels/store.ts'

/** Stores the lobby that a channel is linked to, and emits CHANNEL_UPDATE. Does nothing for a deleted channel. */
export async function saveLinkedLobby(
  work: Work,
  channelId: Snowflake,
  linked_lobby: LinkedLobby | null,
): Promise<void> {
  const guildId = await findGuildIdOfChannel(work, channelId)
  const view = guildId == null ? null : await work.view(guildId)
  const before = view?.channels.get(channelId)
  if (!view || !before) return
  const channel = { ...before, linked_lobby }
  await updateChannel(work, channel)
  work.emit(channelUpdate, guildTopic(view.id), channel)
}

/** Ends the link of the channel that a deleted lobby was linked to. */
export async function unlinkChannelOf(work: Work, { linked_channel_id }: StoredLobby): Promise<void> {
  if (linked_channel_id !== null) await saveLinkedLobby(work, linked_channel_id, null)
}
