import { AutoModerationRuleObject, demand } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { getRule, updateRule } from '../actions/save.ts'
import { ruleWith } from '../configuration-rules.ts'
import { presentRule } from '../present.ts'
import { UpdateRuleBody } from '../requests.ts'
import { mayConfigure } from '../rules.ts'

/** Modify Auto Moderation Rule: every field but the trigger type can change. */
export const updateAutoModerationRule = operation({
  id: 'update_auto_moderation_rule',
  method: 'PATCH',
  path: '/guilds/:guild_id/auto-moderation/rules/:rule_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, rule_id: SnowflakeId }),
  body: UpdateRuleBody,
  responses: { 200: AutoModerationRuleObject },

  async run({ caller, params, body, work }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    demand(mayConfigure(permissions, body.actions ?? []))
    const before = await getRule(work, view, params.rule_id)
    const after = ruleWith(view, before, body)
    await updateRule(work, before, after)
    return presentRule(after)
  },
})
