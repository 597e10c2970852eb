import { ApplicationCommandObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { Type } from '../../../validation/schema.ts'
import { GuildParams, ListQuery, listCommandObjects, scopeOf } from '../actions/save.ts'

/** Get Guild Application Commands. */
export const listGuildApplicationCommands = operation({
  id: 'list_guild_application_commands',
  method: 'GET',
  path: '/applications/:application_id/guilds/:guild_id/commands',
  callers: ['bot', 'bearer'],
  scope: 'applications.commands.update',
  params: GuildParams,
  query: ListQuery,
  responses: { 200: Type.Array(ApplicationCommandObject) },

  async run({ caller, params, query, locale, work }) {
    return listCommandObjects(work, await scopeOf(work, caller, params), query.with_localizations ? null : locale())
  },
})
