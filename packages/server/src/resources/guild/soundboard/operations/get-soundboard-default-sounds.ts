import { SoundboardSoundObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { DEFAULT_SOUNDS } from '../default-sounds.ts'
import { presentDefaultSound } from '../present.ts'

/** List Default Soundboard Sounds, which every user has. */
export const getSoundboardDefaultSounds = operation({
  id: 'get_soundboard_default_sounds',
  method: 'GET',
  path: '/soundboard-default-sounds',
  callers: ['bot', 'person'],
  responses: { 200: Type.Array(SoundboardSoundObject) },

  run: async () => DEFAULT_SOUNDS.map(presentDefaultSound),
})
