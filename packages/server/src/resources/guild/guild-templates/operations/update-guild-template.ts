import { GuildTemplateObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Optional, OptionalNullable, Type } from '../../../../validation/schema.ts'
import { loadTemplateObject, templateForCaller } from '../actions/load.ts'
import { saveTemplate } from '../actions/save.ts'
import { TemplateDescription, TemplateName, TemplateParams } from '../requests.ts'

/** Modify Guild Template: its name and description, without a new snapshot. */
export const updateGuildTemplate = operation({
  id: 'update_guild_template',
  method: 'PATCH',
  path: '/guilds/:guild_id/templates/:code',
  callers: ['bot', 'person'],
  params: TemplateParams,
  body: Type.Object({ name: Optional(TemplateName), description: OptionalNullable(TemplateDescription) }),
  responses: { 200: GuildTemplateObject },

  async run({ caller, params, body, work }) {
    const { view, template } = await templateForCaller(work, caller, params)
    const changed = {
      ...template,
      name: body.name ?? template.name,
      description: body.description === undefined ? template.description : body.description,
    }
    await saveTemplate(work, changed)
    return loadTemplateObject(work, changed, view)
  },
})
