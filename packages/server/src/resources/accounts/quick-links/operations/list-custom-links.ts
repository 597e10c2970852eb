import { QuickLinkObject } from '@guildhall/protocol'
import { applicationForCaller } from '../../../../access/application.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { presentQuickLink } from '../present.ts'
import * as store from '../store.ts'

/** Lists the custom links of an application, for its owner. On the public platform this is a page of the portal. */
export const listCustomLinks = operation({
  id: 'list_custom_links',
  method: 'GET',
  path: '/applications/:application_id/custom-links',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ application_id: SnowflakeId }),
  responses: { 200: Type.Array(QuickLinkObject) },

  async run({ caller, params, work }) {
    const { id } = await applicationForCaller(work, caller, params.application_id)
    const links = await store.listQuickLinks(work, id)
    return links.filter(({ custom }) => custom).map(presentQuickLink)
  },
})
