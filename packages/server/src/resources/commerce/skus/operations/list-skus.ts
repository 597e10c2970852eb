import { SkuObject } from '@guildhall/protocol'
import { applicationForCaller } from '../../../../access/application.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { presentSku } from '../present.ts'
import * as store from '../store.ts'

/** List SKUs. It is documented but missing from the public API description. */
export const listSkus = operation({
  id: 'list_skus',
  method: 'GET',
  path: '/applications/:application_id/skus',
  callers: ['bot', 'person'],
  unlisted: true,
  params: Type.Object({ application_id: SnowflakeId }),
  responses: { 200: Type.Array(SkuObject) },

  async run({ caller, params, work }) {
    const { id } = await applicationForCaller(work, caller, params.application_id)
    return (await store.listSkus(work, id)).map(presentSku)
  },
})
