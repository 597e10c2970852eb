import type { Work } from '../../../../kernel/work.ts'
import type { GuildChannel } from '../../channels/consequences.ts'
import { withoutChannel } from '../model.ts'
import { saveGuild } from './save.ts'

/** Clears the settings of a guild that refer to a deleted channel. */
export async function clearChannelSettings(work: Work, { view, channel }: GuildChannel): Promise<void> {
  const guild = withoutChannel(view.guild, channel.id)
  if (guild !== view.guild) await saveGuild(work, view, guild)
}
