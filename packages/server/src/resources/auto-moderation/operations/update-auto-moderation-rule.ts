import { AutoModerationRuleObject, demand } from '@guildhall/protocol'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'

import { RuleForm, ruleWith } from '../form.ts'
import { presentRule } from '../present.ts'
import { mayConfigure } from '../rules.ts'
import { getRule, updateRule } from '../save.ts'

/** Modify Auto Moderation Rule: what it is set off by stays, all else may change. */
export const updateAutoModerationRule = operation({
  id: 'update_auto_moderation_rule',
  method: 'PATCH',
  path: '/guilds/:guild_id/auto-moderation/rules/:rule_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, rule_id: SnowflakeId }),
  body: RuleForm,
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
