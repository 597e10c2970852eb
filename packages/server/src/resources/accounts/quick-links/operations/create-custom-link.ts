import { QuickLinkObject } from '@guildhall/protocol'
import { applicationForCaller } from '../../../../access/application.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { createLink } from '../actions/save.ts'
import { presentQuickLink } from '../present.ts'
import { LinkFields } from '../requests.ts'

/** Creates a link to an activity for the owner of its application. */
export const createCustomLink = operation({
  id: 'create_custom_link',
  method: 'POST',
  path: '/applications/:application_id/custom-links',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ application_id: SnowflakeId }),
  body: LinkFields,
  responses: { 200: QuickLinkObject },

  async run({ caller, params, body, work, platform }) {
    const { id: application_id } = await applicationForCaller(work, caller, params.application_id)
    const place = { application_id, creator_id: caller.userId.toString(), custom: true }
    return presentQuickLink(await createLink(work, platform, { ...body, ...place }))
  },
})
