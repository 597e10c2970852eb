import { AutoModerationRuleObject, demand, invalidForm } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { loadRules } from '../actions/load.ts'
import { createRule } from '../actions/save.ts'
import { newRule, ruleWith } from '../configuration-rules.ts'
import { presentRule } from '../present.ts'
import { CreateRuleBody } from '../requests.ts'
import { maxRulesOf, mayConfigure } from '../rules.ts'

/** Create Auto Moderation Rule: disabled by default. Each trigger type has a documented maximum number of rules. */
export const createAutoModerationRule = operation({
  id: 'create_auto_moderation_rule',
  method: 'POST',
  path: '/guilds/:guild_id/auto-moderation/rules',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  body: CreateRuleBody,
  responses: { 200: AutoModerationRuleObject },

  async run({ caller, params, body, work }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    demand(mayConfigure(permissions, body.actions ?? []))
    if (body.trigger_type === RETIRED_TRIGGER)
      throw invalidForm(['trigger_type'], 'BASE_TYPE_CHOICES', 'Value must be one of (1, 3, 4, 5, 6).')
    const same = [...(await loadRules(work, view)).values()].filter((rule) => rule.trigger_type === body.trigger_type)
    const max = maxRulesOf(body.trigger_type)
    if (same.length >= max)
      throw invalidForm(
        ['trigger_type'],
        'AUTO_MODERATION_MAX_RULES_OF_TYPE_EXCEEDED',
        `A guild has at most ${max} rules of this type.`,
      )
    const ids = { id: work.nextId(), guild_id: view.id, creator_id: caller.userId }
    const rule = ruleWith(view, newRule(ids, body), body)
    await createRule(work, view, rule)
    return presentRule(rule)
  },
})

/** HARMFUL_LINK, which the public API does not offer any more. */
const RETIRED_TRIGGER = 2
