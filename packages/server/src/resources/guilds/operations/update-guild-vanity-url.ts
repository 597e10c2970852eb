import { ApiError, demand, Permission, VanityUrlObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { Nullable, SnowflakeId, Type } from '../../../validation/schema.ts'
import { saveGuild } from '../edit.ts'
import { mayHaveVanityUrl } from '../rules.ts'
import * as vanity from '../vanity-store.ts'

const Code = Type.String({ minLength: 2, maxLength: 32, pattern: '^[A-Za-z0-9-]+$' })

/** A person gives their guild an address of its own choice, which no other guild has; null gives it up. */
export const updateGuildVanityUrl = operation({
  id: 'update_guild_vanity_url',
  method: 'PATCH',
  path: '/guilds/:guild_id/vanity-url',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ guild_id: SnowflakeId }),
  body: Type.Object({ code: Nullable(Code) }),
  responses: { 200: VanityUrlObject },

  async run({ caller, params, body, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id, Permission.MANAGE_GUILD)
    demand(mayHaveVanityUrl(view.guild.features))
    const { code } = body
    const used = await vanity.findOfGuild(work, view.id)
    if (used && used.code === code?.toLowerCase()) return { code: view.guild.vanity_url_code, uses: used.uses }
    if (!(await vanity.set(work, view.id, code))) throw new ApiError('INVITE_CODE_INVALID_OR_TAKEN')
    await saveGuild(work, view, { ...view.guild, vanity_url_code: code })
    return { code, uses: 0 }
  },
})
