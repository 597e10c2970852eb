import { AutoModerationRuleObject, demand } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { getRule } from '../actions/save.ts'
import { presentRule } from '../present.ts'
import { mayConfigure } from '../rules.ts'

/** Get Auto Moderation Rule. */
export const getAutoModerationRule = operation({
  id: 'get_auto_moderation_rule',
  method: 'GET',
  path: '/guilds/:guild_id/auto-moderation/rules/:rule_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, rule_id: SnowflakeId }),
  responses: { 200: AutoModerationRuleObject },

  async run({ caller, params, work }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    demand(mayConfigure(permissions))
    return presentRule(await getRule(work, view, params.rule_id))
  },
})
