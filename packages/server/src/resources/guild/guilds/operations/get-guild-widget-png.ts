import { HttpResponse, operation } from '../../../../kernel/operation.ts'
import { SYSTEM_ACTOR } from '../../../../kernel/units.ts'
import { Media, OneOf, Optional, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { drawWidget, WIDGET_STYLES } from '../actions/draw-widget.ts'
import { guildWithWidget } from '../actions/load-widget.ts'

/** Get Guild Widget Image, which web pages embed without a token. */
export const getGuildWidgetPng = operation({
  id: 'get_guild_widget_png',
  method: 'GET',
  path: '/guilds/:guild_id/widget.png',
  callers: ['anyone'],
  params: Type.Object({ guild_id: SnowflakeId }),
  query: Type.Object({ style: Optional(OneOf(...WIDGET_STYLES)) }),
  responses: { 200: Media('image/png') },

  // Drawn before the transaction, because drawing takes long and does not use the store.
  async before({ params, query, platform }) {
    const facts = await platform.units.read(SYSTEM_ACTOR, async (work) => {
      const { guild, presences } = await guildWithWidget(work, params.guild_id)
      return { guildId: guild.id.toString(), name: guild.name, icon: guild.icon, online: presences.size }
    })
    return drawWidget(query.style ?? 'shield', facts, platform.files)
  },

  async run({ prepared }) {
    return new HttpResponse(200, prepared, { 'content-type': 'image/png', 'cache-control': 'public, max-age=60' })
  },
})
