import { ApiError, GuildTemplateObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { showTemplate, TemplateCode } from '../show.ts'
import * as store from '../store.ts'

/** Get Guild Template: whoever has the code may look. */
export const getGuildTemplate = operation({
  id: 'get_guild_template',
  method: 'GET',
  path: '/guilds/templates/:code',
  callers: ['anyone'],
  params: TemplateCode,
  responses: { 200: GuildTemplateObject },

  async run({ params, work }) {
    const template = await store.find(work, params.code)
    if (!template) throw new ApiError('UNKNOWN_GUILD_TEMPLATE')
    return showTemplate(work, template, await work.view(template.guild_id))
  },
})
