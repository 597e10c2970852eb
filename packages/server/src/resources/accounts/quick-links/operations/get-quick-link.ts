import { ApiError, QuickLinkObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { presentQuickLink } from '../present.ts'
import * as store from '../store.ts'

/** Get Quick Link: for whoever follows the link. Its id is not secret. */
export const getQuickLink = operation({
  id: 'get_quick_link',
  method: 'GET',
  path: '/applications/:application_id/quick-links/:link_id',
  callers: ['bot', 'bearer', 'person'],
  unlisted: true,
  params: Type.Object({ application_id: SnowflakeId, link_id: SnowflakeId }),
  responses: { 200: QuickLinkObject },

  async run({ params, work }) {
    const link = await store.findQuickLink(work, params.application_id, params.link_id)
    if (!link) throw new ApiError('NOT_FOUND')
    return presentQuickLink(link)
  },
})
