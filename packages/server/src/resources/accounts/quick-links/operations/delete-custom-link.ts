import { operation } from '../../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { customLinkForCaller } from '../access.ts'
import { removeLink } from '../actions/save.ts'

/** Deletes a custom link. The activity still starts by its address, without what the link gave. */
export const deleteCustomLink = operation({
  id: 'delete_custom_link',
  method: 'DELETE',
  path: '/applications/:application_id/custom-links/:link_id',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ application_id: SnowflakeId, link_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    await removeLink(work, await customLinkForCaller(work, caller, params))
  },
})
