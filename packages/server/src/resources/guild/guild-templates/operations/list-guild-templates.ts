import { GuildTemplateObject, Permission } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { loadTemplateObject } from '../actions/load.ts'
import * as store from '../store.ts'

/** Get Guild Templates: at most one. */
export const listGuildTemplates = operation({
  id: 'list_guild_templates',
  method: 'GET',
  path: '/guilds/:guild_id/templates',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 200: Type.Array(GuildTemplateObject) },

  async run({ caller, params, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id, Permission.MANAGE_GUILD)
    const template = await store.findTemplateOfGuild(work, view.id)
    return template ? [await loadTemplateObject(work, template, view)] : []
  },
})
