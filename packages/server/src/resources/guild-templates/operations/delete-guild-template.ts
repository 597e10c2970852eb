import { GuildTemplateObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { managedTemplate, showTemplate, TemplateParams } from '../show.ts'
import * as store from '../store.ts'

/** Delete Guild Template: answers what was deleted. */
export const deleteGuildTemplate = operation({
  id: 'delete_guild_template',
  method: 'DELETE',
  path: '/guilds/:guild_id/templates/:code',
  callers: ['bot', 'person'],
  params: TemplateParams,
  responses: { 200: GuildTemplateObject },

  async run({ caller, params, work }) {
    const { view, template } = await managedTemplate(work, caller, params)
    await store.remove(work, template.code)
    return showTemplate(work, template, view)
  },
})
