import { GuildOnboardingObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { NEW_ONBOARDING } from '../model.ts'
import { presentOnboarding } from '../present.ts'
import * as store from '../store.ts'

/** Get Guild Onboarding. Every member may read it, because members choose its options. */
export const getGuildsOnboarding = operation({
  id: 'get_guilds_onboarding',
  method: 'GET',
  path: '/guilds/:guild_id/onboarding',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 200: GuildOnboardingObject },

  async run({ caller, params, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id)
    return presentOnboarding(view, (await store.findDocument(work, view.id, 'onboarding')) ?? NEW_ONBOARDING)
  },
})
