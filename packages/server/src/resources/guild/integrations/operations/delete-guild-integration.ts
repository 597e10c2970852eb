import { ApiError, AuditLogAction, Permission } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import { findUser } from '../../../accounts/users/index.ts'
import { audit } from '../../audit-log/index.ts'
import { removeMember } from '../../members/index.ts'
import { deleteIntegration } from '../actions/save.ts'
import { integrationDeleting } from '../consequences.ts'
import * as store from '../store.ts'

/** Delete Guild Integration, with its bot and the webhooks that it created. */
export const deleteGuildIntegration = operation({
  id: 'delete_guild_integration',
  method: 'DELETE',
  path: '/guilds/:guild_id/integrations/:integration_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, integration_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id, Permission.MANAGE_GUILD)
    const integration = await store.findIntegrationById(work, view.id, params.integration_id)
    if (!integration) throw new ApiError('UNKNOWN_INTEGRATION')
    const application = await findApplication(work, integration.application_id)
    const bot = application?.bot_id == null ? undefined : await findUser(work, application.bot_id)
    await work.follow(integrationDeleting, { guildId: view.id, applicationId: integration.application_id })
    // Removing the bot deletes the integration too; without a bot the integration is deleted here.
    if (!bot || !(await removeMember(work, view.id, bot))) await deleteIntegration(work, integration)
    const changes = [
      { key: 'name', old_value: application?.name },
      { key: 'type', old_value: 'discord' },
    ]
    await audit(work, {
      guildId: view.id,
      action: AuditLogAction.INTEGRATION_DELETE,
      targetId: integration.id,
      changes,
    })
  },
})
