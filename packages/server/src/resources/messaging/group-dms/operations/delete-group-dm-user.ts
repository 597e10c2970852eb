import { groupDmForCaller } from '../../../../access/channel.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { removeFromGroupDm } from '../actions/recipients.ts'

/** Group DM Remove Recipient: the caller, or another user for the owner or application of the group. */
export const deleteGroupDmUser = operation({
  id: 'delete_group_dm_user',
  method: 'DELETE',
  path: '/channels/:channel_id/recipients/:user_id',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId, user_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const group = await groupDmForCaller(work, caller, params.channel_id)
    await removeFromGroupDm(work, caller, group, params.user_id)
  },
})
