import { SkuObject } from '@guildhall/protocol'
import { applicationForCaller } from '../../../access/application.ts'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'
import { addSku, NewSku, presentSku } from '../actions/add-sku.ts'

/** What the public platform has a page of its portal for: the owner of an application makes something to sell. */
export const createSku = operation({
  id: 'create_sku',
  method: 'POST',
  path: '/applications/:application_id/skus',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ application_id: SnowflakeId }),
  body: NewSku,
  responses: { 200: SkuObject },

  async run({ caller, params, body, work }) {
    const { id } = await applicationForCaller(work, caller, params.application_id)
    return presentSku(await addSku(work, id, body))
  },
})
