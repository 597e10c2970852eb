import type { SoundboardSoundObject } from '@guildhall/protocol'
import Type from 'typebox'
import { RpcError } from '../codes.ts'
import { command } from '../command.ts'
import { type Host, HostRefusal } from '../host.ts'
import { PseudoScope } from '../scopes.ts'
import { Id, NoArguments } from './fields.ts'

/** Guilds whose sounds are read for one command. */
const GUILDS_MAX = 50

/** Default sounds, then those of the person's guilds. */
const getSoundboardSounds = command({
  name: 'GET_SOUNDBOARD_SOUNDS',
  scope: ['rpc', PseudoScope.LOCAL],
  args: NoArguments,
  run: ({ host }) => soundsOf(host),
})

async function soundsOf(host: Host): Promise<SoundboardSoundObject[]> {
  const sounds = await host.request<SoundboardSoundObject[]>('GET', '/soundboard-default-sounds')
  for (const { guild } of [...host.guilds()].slice(0, GUILDS_MAX)) {
    const path = `/guilds/${guild.id}/soundboard-sounds`
    const { items } = await host.request<{ items: SoundboardSoundObject[] }>('GET', path)
    sounds.push(...items)
  }
  return sounds
}

/** Plays a sound in the person's voice channel; without `sound_id` the first one. */
const playSoundboardSound = command({
  name: 'PLAY_SOUNDBOARD_SOUND',
  scope: [['rpc', 'rpc.voice.write']],
  args: Type.Object({ guild_id: Type.Optional(Id), sound_id: Type.Optional(Id) }),
  async run({ host }, { guild_id, sound_id }) {
    const channel = host.selectedVoice()
    if (channel === null) throw new RpcError('INVALID_CHANNEL', 'The person is in no voice channel.')
    const sound = sound_id ?? (await soundsOf(host))[0]?.sound_id
    if (sound === undefined) throw new RpcError('INVALID_SOUND', 'There is no sound.')
    const body = { sound_id: sound, ...(guild_id === undefined ? {} : { source_guild_id: guild_id }) }
    try {
      await host.request('POST', `/channels/${channel}/send-soundboard-sound`, { body })
    } catch (error) {
      if (error instanceof HostRefusal && (error.status === 404 || error.status === 400))
        throw new RpcError('INVALID_SOUND', `Invalid sound id: ${sound}`)
      throw error
    }
  },
})

export const soundboardCommands = [getSoundboardSounds, playSoundboardSound]
