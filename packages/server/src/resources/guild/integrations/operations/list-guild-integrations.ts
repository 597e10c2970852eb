import { INTEGRATIONS_LISTED_MAX, IntegrationObject, Permission } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import { findUser } from '../../../accounts/users/index.ts'
import { presentIntegration } from '../present.ts'
import * as store from '../store.ts'

/** Get Guild Integrations: the 50 oldest, because the operation has no pages. */
export const listGuildIntegrations = operation({
  id: 'list_guild_integrations',
  method: 'GET',
  path: '/guilds/:guild_id/integrations',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 200: Type.Array(IntegrationObject) },

  async run({ caller, params, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id, Permission.MANAGE_GUILD)
    const objects: IntegrationObject[] = []
    for (const integration of await store.listIntegrations(work, view.id, INTEGRATIONS_LISTED_MAX)) {
      const application = await findApplication(work, integration.application_id)
      if (!application) continue
      const bot = application.bot_id === null ? undefined : await findUser(work, application.bot_id)
      const user = integration.user_id === null ? undefined : await findUser(work, integration.user_id)
      objects.push(presentIntegration(integration, application, { bot, user }))
    }
    return objects
  },
})
