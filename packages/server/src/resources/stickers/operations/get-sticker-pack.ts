import { ApiError, StickerPackObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'
import { presentPack } from '../present.ts'
import { PACKS } from '../standard.ts'

/** Get Sticker Pack. */
export const getStickerPack = operation({
  id: 'get_sticker_pack',
  method: 'GET',
  path: '/sticker-packs/:pack_id',
  callers: ['bot', 'person'],
  params: Type.Object({ pack_id: SnowflakeId }),
  responses: { 200: StickerPackObject },

  async run({ params }) {
    const pack = PACKS.find(({ id }) => id === params.pack_id)
    if (!pack) throw new ApiError('UNKNOWN_STICKER_PACK')
    return presentPack(pack)
  },
})
