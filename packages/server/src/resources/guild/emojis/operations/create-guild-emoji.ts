import { demand, EmojiObject } from '@guildhall/protocol'
import { mayCreateExpression } from '../../../../access/expressions.ts'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { createExpression } from '../../expressions/index.ts'
import { guildEmojis } from '../actions/save.ts'
import { EMOJI_DEFAULTS, rolesInGuild } from '../model.ts'
import { presentEmoji } from '../present.ts'
import { EmojiFields, readImage } from '../requests.ts'
import { mayAddGuildEmoji } from '../rules.ts'

/** Create Guild Emoji. [PRM-2] [PRM-4] */
export const createGuildEmoji = operation({
  id: 'create_guild_emoji',
  method: 'POST',
  path: '/guilds/:guild_id/emojis',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  body: EmojiFields,
  responses: { 201: EmojiObject },

  async run({ caller, params, body, work, platform }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    demand(mayCreateExpression(permissions, work.now, work.changes))
    const { bytes, animated } = readImage(body.image)
    demand(mayAddGuildEmoji(view.guild, view.emojis.values(), animated))
    const owner = { guild_id: view.id, application_id: null, user_id: caller.userId }
    const fields = { name: body.name, animated, roles: rolesInGuild(view, body.roles) }
    const emoji = { ...EMOJI_DEFAULTS, id: work.nextId(), ...owner, ...fields }
    await createExpression(work, platform, view, guildEmojis, { expression: emoji, bytes })
    return presentEmoji(emoji, caller.user)
  },
})
