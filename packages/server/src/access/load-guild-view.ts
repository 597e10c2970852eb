import type { Snowflake } from '@guildhall/protocol'
import { guildTopic } from '../kernel/event.ts'
import { GuildView } from '../kernel/guild-view.ts'
import { versionOf } from '../kernel/raise-topics.ts'
import type { StoreSession } from '../kernel/store/store.ts'
import { listGuildChannels } from '../resources/guild/channels/store.ts'
import { listGuildEmojis } from '../resources/guild/emojis/store.ts'
import { findGuild } from '../resources/guild/guilds/store.ts'
import { countMembers } from '../resources/guild/members/index-store.ts'
import { listRoles } from '../resources/guild/roles/store.ts'
import { listScheduledEvents } from '../resources/guild/scheduled-events/store.ts'
import { listGuildSounds } from '../resources/guild/soundboard/store.ts'
import { listStageInstances } from '../resources/guild/stage-instances/store.ts'
import { listGuildStickers } from '../resources/guild/stickers/store.ts'
import { loadVoice } from '../resources/guild/voice-states/store.ts'
import { findIndexState } from '../resources/messaging/messages/search/store.ts'
import { listPrivateThreadMembers } from '../resources/messaging/threads/store.ts'

/** Loads everything that a guild view holds; null for a guild that does not exist. */
export async function loadGuildView(session: StoreSession, guildId: Snowflake): Promise<GuildView | null> {
  const version = await versionOf(session, guildTopic(guildId))
  const guild = await findGuild(session, guildId)
  if (!guild) return null
  const view = new GuildView(guild)
  view.version = version
  for (const role of await listRoles(session, guildId)) view.roles.set(role.id, role)
  for (const channel of await listGuildChannels(session, guildId)) view.channels.set(channel.id, channel)
  for (const [id, members] of await listPrivateThreadMembers(session, guildId)) view.privateThreads.set(id, members)
  for (const emoji of await listGuildEmojis(session, guildId)) view.emojis.set(emoji.id, emoji)
  for (const sticker of await listGuildStickers(session, guildId)) view.stickers.set(sticker.id, sticker)
  for (const sound of await listGuildSounds(session, guildId)) view.sounds.set(sound.id, sound)
  for (const stage of await listStageInstances(session, guildId)) view.stageInstances.set(stage.channel_id, stage)
  for (const event of await listScheduledEvents(session, guildId)) view.scheduledEvents.set(event.id, event)
  view.memberCount = await countMembers(session, guildId)
  view.searchIndexed = (await findIndexState(session, guildId)) !== undefined
  return view
}

/** Loads a guild view where there are several nodes: rows also say who is connected to voice. */
export async function loadSharedGuildView(session: StoreSession, guildId: Snowflake): Promise<GuildView | null> {
  const view = await loadGuildView(session, guildId)
  if (view) await loadVoice(session, view)
  return view
}
