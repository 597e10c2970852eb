import { demand, GuildOnboardingObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { requestedOnboarding } from '../actions/edit.ts'
import { saveOnboarding } from '../actions/save.ts'
import { NEW_ONBOARDING } from '../model.ts'
import { presentOnboarding } from '../present.ts'
import { OnboardingBody } from '../requests.ts'
import { mayEditOnboarding } from '../rules.ts'
import * as store from '../store.ts'

/** Modify Guild Onboarding. */
export const putGuildsOnboarding = operation({
  id: 'put_guilds_onboarding',
  method: 'PUT',
  path: '/guilds/:guild_id/onboarding',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  body: OnboardingBody,
  responses: { 200: GuildOnboardingObject },

  async run({ caller, params, body, work }) {
    const guild = await guildForCaller(work, caller, params.guild_id)
    demand(mayEditOnboarding(guild.permissions))
    const before = await store.findDocument(work, guild.view.id, 'onboarding')
    const after = requestedOnboarding(work, guild, before ?? NEW_ONBOARDING, body)
    await saveOnboarding(work, guild.view, before, after)
    return presentOnboarding(guild.view, after)
  },
})
