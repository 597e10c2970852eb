import { SkuObject } from '@guildhall/protocol'
import { applicationForCaller } from '../../../../access/application.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import * as actions from '../actions/save.ts'
import { presentSku } from '../present.ts'
import { SkuFields } from '../requests.ts'

/** Creates a SKU for the owner of an application. On the public platform this is a page of the portal. */
export const createSku = operation({
  id: 'create_sku',
  method: 'POST',
  path: '/applications/:application_id/skus',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ application_id: SnowflakeId }),
  body: SkuFields,
  responses: { 200: SkuObject },

  async run({ caller, params, body, work }) {
    const { id } = await applicationForCaller(work, caller, params.application_id)
    return presentSku(await actions.createSku(work, id, body))
  },
})
