import { ApiError, AuditLogAction, demand, StickerObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'
import { audit, changesBetween } from '../../audit-log/index.ts'
import { mayCreateExpression } from '../../emojis/index.ts'
import { keepFile, stickerKey } from '../../files/index.ts'
import {
  AUDITED,
  announceStickers,
  Description,
  Name,
  readDescription,
  readStickerFile,
  Tags,
} from '../actions/save.ts'
import { presentSticker } from '../present.ts'
import { mayBeSticker, stickersMax } from '../rules.ts'
import * as store from '../store.ts'

/** Create Guild Sticker: a form with its file. [PRM-3] */
export const createGuildSticker = operation({
  id: 'create_guild_sticker',
  method: 'POST',
  path: '/guilds/:guild_id/stickers',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  body: Type.Object({ name: Name, tags: Tags, description: Description }),
  filesMax: 1,
  fileField: 'file',
  responses: { 201: StickerObject },

  before: ({ files }) => readStickerFile(files),

  async run({ caller, params, body, work, platform, prepared: { bytes, facts } }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    demand(mayCreateExpression(permissions, work.now, work.changes))
    const description = readDescription(body.description ?? null)
    demand(mayBeSticker(facts, view.guild.features))
    if (view.stickers.size >= stickersMax(view.guild)) throw new ApiError('TOO_MANY_STICKERS')
    const id = work.nextId()
    const { name, tags } = body
    const made = { id, guild_id: view.id, name, description, tags, format_type: facts.format, user_id: caller.userId }
    await keepFile(work, platform, stickerKey(id), bytes)
    await store.insertSticker(work, made)
    announceStickers(work, view, [...view.stickers.values(), made])
    const changes = changesBetween({}, presentSticker(made), AUDITED)
    await audit(work, { guildId: view.id, action: AuditLogAction.STICKER_CREATE, targetId: id, changes })
    return presentSticker(made, caller.user)
  },
})
