import { AuditLogAction, demand } from '@guildhall/protocol'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../validation/schema.ts'
import { audit, changesBetween } from '../../audit-log/index.ts'
import { mayChangeExpression } from '../../emojis/index.ts'
import { removeFiles, stickerKey } from '../../files/index.ts'
import { AUDITED, announceStickers, getSticker } from '../actions/save.ts'
import { presentSticker } from '../present.ts'
import * as store from '../store.ts'

/** Delete Guild Sticker. Its picture stays while messages show it. */
export const deleteGuildSticker = operation({
  id: 'delete_guild_sticker',
  method: 'DELETE',
  path: '/guilds/:guild_id/stickers/:sticker_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, sticker_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    const sticker = getSticker(view, params.sticker_id)
    demand(mayChangeExpression(permissions, sticker.user_id === caller.userId))
    await store.deleteSticker(work, sticker.id)
    await removeFiles(work, [stickerKey(sticker.id)])
    const others = [...view.stickers.values()].filter(({ id }) => id !== sticker.id)
    announceStickers(work, view, others)
    const changes = changesBetween(presentSticker(sticker), {}, AUDITED)
    await audit(work, { guildId: view.id, action: AuditLogAction.STICKER_DELETE, targetId: sticker.id, changes })
  },
})
