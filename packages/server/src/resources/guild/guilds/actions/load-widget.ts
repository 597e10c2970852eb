import { ApiError, type Snowflake, WIDGET_MEMBERS_MAX, type WidgetObject } from '@guildhall/protocol'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Addresses } from '../../../../kernel/platform.ts'
import type { Work } from '../../../../kernel/work.ts'
import { listUsers } from '../../../accounts/users/index.ts'
import { listMembersById } from '../../members/index.ts'
import { presentWidget } from '../widget-present.ts'

/** Returns a guild whose widget is enabled. Throws 10004, or 50004 when the widget is disabled. */
export async function guildWithWidget(work: Work, guildId: Snowflake): Promise<GuildView> {
  const view = await work.view(guildId)
  if (!view) throw new ApiError('UNKNOWN_GUILD')
  if (!view.guild.widget_enabled) throw new ApiError('GUILD_WIDGET_DISABLED')
  return view
}

/** Returns the widget of a guild with the names of its online members. */
export async function loadWidget(
  work: Work,
  view: GuildView,
  options: { addresses: Addresses; inviteCode: string | null },
): Promise<WidgetObject> {
  const presences = [...view.presences.values()].slice(0, WIDGET_MEMBERS_MAX)
  const ids = presences.map((presence) => presence.user_id)
  const users = await listUsers(work, ids)
  const members = await listMembersById(work, view.id, ids)
  return presentWidget(view, { ...options, presences, users, members })
}
