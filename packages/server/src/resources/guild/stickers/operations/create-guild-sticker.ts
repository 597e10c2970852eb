import { demand, StickerObject } from '@guildhall/protocol'
import { mayCreateExpression } from '../../../../access/expressions.ts'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { createExpression } from '../../expressions/index.ts'
import { readStickerFile } from '../actions/read-file.ts'
import { guildStickers } from '../actions/save.ts'
import { presentSticker } from '../present.ts'
import { readDescription, StickerFields } from '../requests.ts'
import { mayAddSticker, mayBeSticker } from '../rules.ts'

/** Create Guild Sticker, from a form with one file. [PRM-3] */
export const createGuildSticker = operation({
  id: 'create_guild_sticker',
  method: 'POST',
  path: '/guilds/:guild_id/stickers',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  body: StickerFields,
  filesMax: 1,
  fileField: 'file',
  responses: { 201: StickerObject },

  before: ({ files }) => readStickerFile(files),

  async run({ caller, params, body, work, platform, prepared: { bytes, facts } }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    demand(mayCreateExpression(permissions, work.now, work.changes))
    const { name, tags } = body
    const description = readDescription(body.description ?? null)
    demand(mayBeSticker(facts, view.guild.features))
    demand(mayAddSticker(view.guild, view.stickers.size))
    const fields = { name, description, tags, format_type: facts.format, user_id: caller.userId }
    const sticker = { id: work.nextId(), guild_id: view.id, ...fields }
    await createExpression(work, platform, view, guildStickers, { expression: sticker, bytes })
    return presentSticker(sticker, caller.user)
  },
})
