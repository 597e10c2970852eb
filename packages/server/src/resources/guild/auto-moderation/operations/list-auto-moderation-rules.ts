import { AutoModerationRuleObject, demand } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { loadRules } from '../actions/load.ts'
import { presentRule } from '../present.ts'
import { mayConfigure } from '../rules.ts'

/** List Auto Moderation Rules for Guild. */
export const listAutoModerationRules = operation({
  id: 'list_auto_moderation_rules',
  method: 'GET',
  path: '/guilds/:guild_id/auto-moderation/rules',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 200: Type.Array(AutoModerationRuleObject) },

  async run({ caller, params, work }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    demand(mayConfigure(permissions))
    return [...(await loadRules(work, view)).values()].map(presentRule)
  },
})
