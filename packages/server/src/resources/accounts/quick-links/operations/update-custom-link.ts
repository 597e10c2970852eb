import { QuickLinkObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { customLinkForCaller } from '../access.ts'
import { updateLink } from '../actions/save.ts'
import { presentQuickLink } from '../present.ts'
import { LinkFields } from '../requests.ts'

/** Changes a custom link. Links that people have shared show the new texts. */
export const updateCustomLink = operation({
  id: 'update_custom_link',
  method: 'PATCH',
  path: '/applications/:application_id/custom-links/:link_id',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ application_id: SnowflakeId, link_id: SnowflakeId }),
  body: Type.Partial(LinkFields),
  responses: { 200: QuickLinkObject },

  async run({ caller, params, body, work, platform }) {
    const link = await customLinkForCaller(work, caller, params)
    return presentQuickLink(await updateLink(work, platform, link, body))
  },
})
