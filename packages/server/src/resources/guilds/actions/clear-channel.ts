import type { Snowflake } from '@guildhall/protocol'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { Work } from '../../../kernel/work.ts'
import { withoutChannel } from '../model.ts'
import { saveGuild } from './save.ts'

/** Clears the settings of a guild that refer to a deleted channel. */
export async function clearChannelSettings(work: Work, view: GuildView, channelId: Snowflake): Promise<void> {
  const guild = withoutChannel(view.guild, channelId)
  if (guild !== view.guild) await saveGuild(work, view, guild)
}
