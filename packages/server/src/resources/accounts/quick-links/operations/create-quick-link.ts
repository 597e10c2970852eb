import { ApiError, QuickLinkObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { createLink } from '../actions/save.ts'
import { presentQuickLink } from '../present.ts'
import { LinkFields } from '../requests.ts'

/** Create Quick Link: a link to an activity with a picture, a title and a description, for SHARE_LINK. */
export const createQuickLink = operation({
  id: 'create_quick_link',
  method: 'POST',
  path: '/applications/:application_id/quick-links',
  callers: ['bot', 'bearer'],
  unlisted: true,
  params: Type.Object({ application_id: SnowflakeId }),
  body: LinkFields,
  responses: { 200: QuickLinkObject },
  limit: { limit: 30, windowMs: 60_000 },

  async run({ caller, params: { application_id }, body, work, platform }) {
    if (caller.application?.id !== application_id) throw new ApiError('APPLICATION_ACTION_NOT_AUTHORIZED')
    const link = await createLink(work, platform, {
      ...body,
      application_id,
      creator_id: caller.userId.toString(),
      custom: false,
    })
    return presentQuickLink(link)
  },
})
