import { ApiError, demand, WelcomeScreenObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { presentWelcomeScreen } from '../present.ts'
import { maySeeWelcomeScreen } from '../rules.ts'
import * as store from '../store.ts'

/** Get Guild Welcome Screen. A disabled one needs MANAGE_GUILD. */
export const getGuildWelcomeScreen = operation({
  id: 'get_guild_welcome_screen',
  method: 'GET',
  path: '/guilds/:guild_id/welcome-screen',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 200: WelcomeScreenObject },

  async run({ caller, params, work }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    const screen = await store.findDocument(work, view.id, 'welcome_screen')
    const { features } = view.guild
    const state = {
      community: features.includes('COMMUNITY'),
      enabled: features.includes('WELCOME_SCREEN_ENABLED'),
      exists: screen !== undefined,
    }
    demand(maySeeWelcomeScreen(permissions, state))
    if (!screen) throw new ApiError('UNKNOWN_GUILD_WELCOME_SCREEN')
    return presentWelcomeScreen(view, screen)
  },
})
