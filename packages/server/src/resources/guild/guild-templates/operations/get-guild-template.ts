import { ApiError, GuildTemplateObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { loadTemplateObject } from '../actions/load.ts'
import { TemplateCode } from '../requests.ts'
import * as store from '../store.ts'

/** Get Guild Template, for every user with the code. */
export const getGuildTemplate = operation({
  id: 'get_guild_template',
  method: 'GET',
  path: '/guilds/templates/:code',
  callers: ['anyone'],
  params: TemplateCode,
  responses: { 200: GuildTemplateObject },

  async run({ params, work }) {
    const template = await store.findTemplate(work, params.code)
    if (!template) throw new ApiError('UNKNOWN_GUILD_TEMPLATE')
    return loadTemplateObject(work, template, await work.view(template.guild_id))
  },
})
