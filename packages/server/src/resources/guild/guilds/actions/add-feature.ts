import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Work } from '../../../../kernel/work.ts'
import { saveGuild } from './save.ts'

/** Adds a feature that the platform gives a guild with the first object that needs it, such as SOUNDBOARD. */
export async function addFeature(work: Work, view: GuildView, feature: string): Promise<void> {
  const { features } = view.guild
  if (!features.includes(feature)) await saveGuild(work, view, { ...view.guild, features: [...features, feature] })
}
