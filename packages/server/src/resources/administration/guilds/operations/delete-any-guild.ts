import { ApiError } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { operatorOf } from '../../../accounts/operators/index.ts'
import { removeGuild } from '../actions/save.ts'

/** Delete Any Guild: deletes a guild as its owner would, and tells the owner. */
export const deleteAnyGuild = operation({
  id: 'delete_any_guild',
  method: 'DELETE',
  path: '/admin/guilds/:guild_id',
  callers: ['operator', 'person'],
  unlisted: true,
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ params, platform, ...request }) {
    const { work } = request
    const operator = await operatorOf({ ...request, platform }, 'admin', { fresh: true })
    const view = await work.view(params.guild_id)
    if (!view) throw new ApiError('UNKNOWN_GUILD')
    await removeGuild(work, operator, view, platform.addresses.url)
  },
})
