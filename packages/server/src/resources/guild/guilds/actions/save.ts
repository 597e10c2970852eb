import { guildTopic } from '../../../../kernel/event.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Guild } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { removeFilesOfGuild } from '../../../accounts/files/index.ts'
import { guildDelete, guildUpdate } from '../events.ts'
import { textsDropped } from '../jobs.ts'
import { presentGuild } from '../present.ts'
import * as store from '../store.ts'

/** Stores a new guild. No event: GUILD_CREATE is sent when the membership of its owner begins. */
export async function createGuild(work: Work, guild: Parameters<typeof store.insertGuild>[1]): Promise<Guild> {
  await work.holdGuild(guild.id)
  return store.insertGuild(work, guild)
}

/** Stores a changed guild and emits it. */
export async function saveGuild(work: Work, view: GuildView, guild: Guild): Promise<void> {
  await store.updateGuild(work, guild)
  work.emit(guildUpdate, guildTopic(view.id), { guild, wire: presentGuild(view, guild) })
}

/** Deletes a guild with all its contents and emits it. A job deletes its texts from the search index. */
export async function deleteGuild(work: Work, view: GuildView): Promise<void> {
  await removeFilesOfGuild(work, view.id)
  await store.deleteGuild(work, view.id)
  if (view.searchIndexed) await work.schedule(textsDropped, '', work.now, { guildId: view.id, channelId: null })
  work.emit(guildDelete, guildTopic(view.id), view.id)
}
