import { ApiError, StickerPackObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { presentStickerPack } from '../present.ts'
import { STICKER_PACKS } from '../standard-stickers.ts'

/** Get Sticker Pack. */
export const getStickerPack = operation({
  id: 'get_sticker_pack',
  method: 'GET',
  path: '/sticker-packs/:pack_id',
  callers: ['bot', 'person'],
  params: Type.Object({ pack_id: SnowflakeId }),
  responses: { 200: StickerPackObject },

  async run({ params }) {
    const pack = STICKER_PACKS.find(({ id }) => id === params.pack_id)
    if (!pack) throw new ApiError('UNKNOWN_STICKER_PACK')
    return presentStickerPack(pack)
  },
})
