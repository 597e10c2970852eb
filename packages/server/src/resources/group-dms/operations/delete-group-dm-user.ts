import { operation } from '../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../validation/schema.ts'
import { groupOf, removeFromGroup } from '../manage.ts'

/** Group DM Remove Recipient: oneself, or by the owner or application of the group. */
export const deleteGroupDmUser = operation({
  id: 'delete_group_dm_user',
  method: 'DELETE',
  path: '/channels/:channel_id/recipients/:user_id',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId, user_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const group = await groupOf(work, caller, params.channel_id)
    await removeFromGroup(work, caller, group, params.user_id)
  },
})
