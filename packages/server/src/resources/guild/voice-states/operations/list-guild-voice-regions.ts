import { VoiceRegionObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'

import { REGIONS } from './list-voice-regions.ts'

/** Get Guild Voice Regions. */
export const listGuildVoiceRegions = operation({
  id: 'list_guild_voice_regions',
  method: 'GET',
  path: '/guilds/:guild_id/regions',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 200: Type.Array(VoiceRegionObject) },

  async run({ caller, params, work }) {
    await guildForCaller(work, caller, params.guild_id)
    return REGIONS
  },
})
