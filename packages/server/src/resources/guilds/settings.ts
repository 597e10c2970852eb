import type { Snowflake } from '@guildhall/protocol'
import { guildTopic } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Guild } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { guildUpdate } from './events.ts'
import { presentGuild } from './present.ts'
import * as store from './store.ts'

const SETTINGS = [
  'afk_channel_id',
  'system_channel_id',
  'rules_channel_id',
  'public_updates_channel_id',
  'safety_alerts_channel_id',
  'widget_channel_id',
] as const

/** The guild without the settings that name a channel; the same object when none does. */
function withoutChannel(guild: Guild, channelId: Snowflake): Guild {
  const named = SETTINGS.filter((key) => guild[key] === channelId)
  return named.length === 0 ? guild : { ...guild, ...Object.fromEntries(named.map((key) => [key, null])) }
}

/** A channel is gone: settings that named it are cleared, and the guild tells of it. */
export async function forgetChannel(work: Work, view: GuildView, channelId: Snowflake): Promise<void> {
  const guild = withoutChannel(view.guild, channelId)
  if (guild === view.guild) return
  await store.update(work, guild)
  work.emit(guildUpdate, guildTopic(view.id), { guild, wire: presentGuild(view, guild) })
}

/** A feature that comes by itself, with the first of what it names. */
export async function gainFeature(work: Work, view: GuildView, feature: string): Promise<void> {
  if (view.guild.features.includes(feature)) return
  const guild = { ...view.guild, features: [...view.guild.features, feature] }
  await store.update(work, guild)
  work.emit(guildUpdate, guildTopic(view.id), { guild, wire: presentGuild(view, guild) })
}
