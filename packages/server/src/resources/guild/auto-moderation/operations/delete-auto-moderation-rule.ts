import { demand } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { deleteRule, getRule } from '../actions/save.ts'
import { mayConfigure } from '../rules.ts'

/** Delete Auto Moderation Rule. */
export const deleteAutoModerationRule = operation({
  id: 'delete_auto_moderation_rule',
  method: 'DELETE',
  path: '/guilds/:guild_id/auto-moderation/rules/:rule_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, rule_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    demand(mayConfigure(permissions))
    await deleteRule(work, view, await getRule(work, view, params.rule_id))
  },
})
