import { AuditLogAction, demand, StickerObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { Optional, SnowflakeId, Type } from '../../../validation/schema.ts'
import { audit, changesBetween } from '../../audit-log/index.ts'

import { mayChangeExpression } from '../../emojis/index.ts'
import { findUser } from '../../users/index.ts'
import {
  AUDITED_EDITS,
  announceStickers,
  Description,
  getSticker,
  Name,
  readDescription,
  Tags,
} from '../actions/save.ts'
import { presentSticker } from '../present.ts'
import * as store from '../store.ts'

/** Modify Guild Sticker. */
export const updateGuildSticker = operation({
  id: 'update_guild_sticker',
  method: 'PATCH',
  path: '/guilds/:guild_id/stickers/:sticker_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, sticker_id: SnowflakeId }),
  body: Type.Object({ name: Optional(Name), tags: Optional(Tags), description: Description }),
  responses: { 200: StickerObject },

  async run({ caller, params, body, work }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    const before = getSticker(view, params.sticker_id)
    demand(mayChangeExpression(permissions, before.user_id === caller.userId))
    const description = body.description === undefined ? before.description : readDescription(body.description)
    const after = { ...before, name: body.name ?? before.name, tags: body.tags ?? before.tags, description }
    const changes = changesBetween(presentSticker(before), presentSticker(after), AUDITED_EDITS)
    if (changes.length > 0) {
      await store.updateSticker(work, after)
      const all = [...view.stickers.values()].map((sticker) => (sticker.id === after.id ? after : sticker))
      announceStickers(work, view, all)
      await audit(work, { guildId: view.id, action: AuditLogAction.STICKER_UPDATE, targetId: after.id, changes })
    }
    return presentSticker(after, after.user_id === null ? undefined : await findUser(work, after.user_id))
  },
})
