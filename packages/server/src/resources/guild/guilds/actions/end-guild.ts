import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Work } from '../../../../kernel/work.ts'
import { channelUnlinked } from '../../channels/consequences.ts'
import { updateGuildTagOfUsers } from '../../members/index.ts'
import { deleteGuild } from './save.ts'

/** Deletes a guild with all its contents, and what people and lobbies hold of it. */
export async function endGuild(work: Work, view: GuildView): Promise<void> {
  for (const channel of view.channels.values()) if (channel.linked_lobby) await work.follow(channelUnlinked, channel)
  await updateGuildTagOfUsers(work, view.id, null)
  await deleteGuild(work, view)
}
