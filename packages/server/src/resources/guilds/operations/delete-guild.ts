import { ApiError } from '@guildhall/protocol'
import { guildForCaller } from '../../../access/guild.ts'
import { guildTopic } from '../../../kernel/event.ts'
import { operation } from '../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../validation/schema.ts'
import { updateGuildTagOfUsers } from '../../members/index.ts'
import { guildDelete } from '../events.ts'
import * as store from '../store.ts'

/** A guild is deleted by its owner, with all that is in it. Jobs that were waiting for it find nothing to do. */
export const deleteGuild = operation({
  id: 'delete_guild',
  method: 'DELETE',
  path: '/guilds/:guild_id',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id)
    if (view.guild.owner_id !== caller.userId) throw new ApiError('MISSING_PERMISSIONS')
    await updateGuildTagOfUsers(work, view.id, null)
    await store.removeWhole(work, view.id)
    if (view.searchIndexed) await work.schedule('forget-texts', '', work.now, { guildId: view.id, channelId: null })
    work.emit(guildDelete, guildTopic(view.id), view.id)
  },
})
