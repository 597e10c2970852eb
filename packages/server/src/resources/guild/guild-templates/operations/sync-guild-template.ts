import { GuildTemplateObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { loadTemplateObject, templateForCaller } from '../actions/load.ts'
import { saveTemplate } from '../actions/save.ts'
import { TemplateParams } from '../requests.ts'
import { snapshotOf } from '../snapshot-rules.ts'

/** Sync Guild Template: replaces the snapshot by the current state of the guild. */
export const syncGuildTemplate = operation({
  id: 'sync_guild_template',
  method: 'PUT',
  path: '/guilds/:guild_id/templates/:code',
  callers: ['bot', 'person'],
  params: TemplateParams,
  responses: { 200: GuildTemplateObject },

  async run({ caller, params, work }) {
    const { view, template } = await templateForCaller(work, caller, params)
    const synced = { ...template, snapshot: snapshotOf(view), updated_at: work.now }
    await saveTemplate(work, synced)
    return loadTemplateObject(work, synced, view)
  },
})
