import { VoiceRegionObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'

/** There is one: this platform. */
export const REGIONS = [{ id: 'local', name: 'Local', optimal: true, deprecated: false, custom: false }]

/** List Voice Regions. */
export const listVoiceRegions = operation({
  id: 'list_voice_regions',
  method: 'GET',
  path: '/voice/regions',
  callers: ['bot', 'person'],
  responses: { 200: Type.Array(VoiceRegionObject) },

  run: async () => REGIONS,
})
