import { demand, Permission, VANITY_CODE_MAX, VanityUrlObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Nullable, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { saveVanityUrl } from '../actions/save-vanity-url.ts'
import { mayHaveVanityUrl } from '../rules.ts'
import * as store from '../vanity-store.ts'

const Code = Type.String({ minLength: 2, maxLength: VANITY_CODE_MAX, pattern: '^[A-Za-z0-9-]+$' })

/** Modify Guild Vanity URL: claims a code that no other guild has; null releases the code. */
export const updateGuildVanityUrl = operation({
  id: 'update_guild_vanity_url',
  method: 'PATCH',
  path: '/guilds/:guild_id/vanity-url',
  callers: ['person'],
  freshFactor: true,
  unlisted: true,
  params: Type.Object({ guild_id: SnowflakeId }),
  body: Type.Object({ code: Nullable(Code) }),
  responses: { 200: VanityUrlObject },

  async run({ caller, params, body, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id, Permission.MANAGE_GUILD)
    demand(mayHaveVanityUrl(view.guild.features))
    const { code } = body
    const used = await store.findVanityUrlOfGuild(work, view.id)
    if (used && used.code === code?.toLowerCase()) return { code: view.guild.vanity_url_code, uses: used.uses }
    await saveVanityUrl(work, view, code)
    return { code, uses: 0 }
  },
})
