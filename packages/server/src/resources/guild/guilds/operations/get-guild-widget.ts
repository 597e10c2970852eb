import { WidgetObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import { SYSTEM_ACTOR } from '../../../../kernel/units.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { addWidgetInvite, findWidgetInvite } from '../../invites/index.ts'
import { areInvitesPaused } from '../actions/invites-paused.ts'
import { guildWithWidget, loadWidget } from '../actions/load-widget.ts'

/** Get Guild Widget, which needs no token. It writes only to replace an expired invite. */
export const getGuildWidget = operation({
  id: 'get_guild_widget',
  method: 'GET',
  path: '/guilds/:guild_id/widget.json',
  callers: ['anyone'],
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 200: WidgetObject },

  before: ({ params, platform }) => inviteCodeOf(platform, params.guild_id),

  async run({ params, work, platform, prepared }) {
    const view = await guildWithWidget(work, params.guild_id)
    return loadWidget(work, view, { addresses: platform.addresses, inviteCode: prepared })
  },
})

/** Returns the code of the widget's invite; null without a widget channel, or while invites are paused. */
async function inviteCodeOf(platform: Platform, guildId: bigint): Promise<string | null> {
  const { channelId, code } = await platform.units.read(SYSTEM_ACTOR, async (work) => {
    const { guild, channels } = await guildWithWidget(work, guildId)
    const id = guild.widget_channel_id
    if (id === null || !channels.has(id) || (await areInvitesPaused(work, guild)))
      return { channelId: null, code: null }
    return { channelId: id, code: (await findWidgetInvite(work, guildId, id))?.code ?? null }
  })
  if (channelId === null || code !== null) return code
  const made = await platform.units.write(SYSTEM_ACTOR, async (work) => {
    const view = await work.view(guildId)
    return view?.channels.has(channelId) ? addWidgetInvite(work, guildId, channelId) : null
  })
  return made?.code ?? null
}
