import { ApiError, GuildPreviewObject } from '@guildhall/protocol'
import { memberInGuild } from '../../../../access/member.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { presentPreview } from '../present.ts'
import { mayPreview } from '../rules.ts'

/** Get Guild Preview, for members and for every user of a discoverable guild. */
export const getGuildPreview = operation({
  id: 'get_guild_preview',
  method: 'GET',
  path: '/guilds/:guild_id/preview',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 200: GuildPreviewObject },

  async run({ caller, params, work }) {
    const view = await work.view(params.guild_id)
    const member = view && (await memberInGuild(work, view, caller.userId))
    if (!view || !mayPreview({ member: member !== undefined, features: view.guild.features }))
      throw new ApiError('UNKNOWN_GUILD')
    return presentPreview(view)
  },
})
