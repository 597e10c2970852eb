import { operation } from '../../../../kernel/operation.ts'
import { NoContent, Nullable, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { changeParent } from '../actions/publisher.ts'

/** Update Application Parent: the operator links a game to its publisher's application, or separates it. [AUT-24] */
export const updateApplicationParent = operation({
  id: 'update_application_parent',
  method: 'PUT',
  path: '/admin/applications/:application_id/parent',
  callers: ['operator'],
  unlisted: true,
  params: Type.Object({ application_id: SnowflakeId }),
  body: Type.Object({ application_id: Nullable(SnowflakeId) }),
  responses: { 204: NoContent },

  async run({ params, body, work }) {
    await changeParent(work, params.application_id, body.application_id)
  },
})
