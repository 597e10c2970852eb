import { ApiError } from '@guildhall/protocol'
import { HttpResponse, operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Stream, Type } from '../../../../validation/schema.ts'
import { HarvestStatus, harvestKey, isExpired } from '../model.ts'
import { findHarvest } from '../store.ts'

/** Download Harvest: the zip of a package, for sessions of its person. */
export const downloadHarvest = operation({
  id: 'download_harvest',
  method: 'GET',
  path: '/users/@me/harvest/:harvest_id',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ harvest_id: SnowflakeId }),
  responses: { 200: Stream('application/zip') },

  async run({ caller, params, work, platform }) {
    const harvest = await findHarvest(work, params.harvest_id)
    const isOwn = harvest?.user_id === caller.userId && harvest.status === HarvestStatus.COMPLETED
    const file = isOwn && !isExpired(harvest, work.now) ? await platform.files.open(harvestKey(harvest.id)) : null
    if (!file) throw new ApiError('NOT_FOUND')
    return new HttpResponse(200, file.read(), {
      'content-type': 'application/zip',
      'content-length': String(file.sizeBytes),
      'content-disposition': `attachment; filename="data-${caller.userId}.zip"`,
      'cache-control': 'no-store',
    })
  },
})
