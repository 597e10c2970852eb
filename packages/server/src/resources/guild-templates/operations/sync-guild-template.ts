import { GuildTemplateObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { managedTemplate, showTemplate, TemplateParams } from '../show.ts'
import { snapshotOf } from '../snapshot.ts'
import * as store from '../store.ts'

/** Sync Guild Template: from now on it shows the guild as it is now. */
export const syncGuildTemplate = operation({
  id: 'sync_guild_template',
  method: 'PUT',
  path: '/guilds/:guild_id/templates/:code',
  callers: ['bot', 'person'],
  params: TemplateParams,
  responses: { 200: GuildTemplateObject },

  async run({ caller, params, work }) {
    const { view, template } = await managedTemplate(work, caller, params)
    const synced = { ...template, snapshot: snapshotOf(view), updated_at: work.now }
    await store.update(work, synced)
    return showTemplate(work, synced, view)
  },
})
