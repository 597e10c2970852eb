import { GuildTemplateObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { loadTemplateObject, templateForCaller } from '../actions/load.ts'
import { deleteTemplate } from '../actions/save.ts'
import { TemplateParams } from '../requests.ts'

/** Delete Guild Template; returns the deleted template. */
export const deleteGuildTemplate = operation({
  id: 'delete_guild_template',
  method: 'DELETE',
  path: '/guilds/:guild_id/templates/:code',
  callers: ['bot', 'person'],
  params: TemplateParams,
  responses: { 200: GuildTemplateObject },

  async run({ caller, params, work }) {
    const { view, template } = await templateForCaller(work, caller, params)
    await deleteTemplate(work, template)
    return loadTemplateObject(work, template, view)
  },
})
