import { ChannelType } from '@guildhall/protocol'
import Type from 'typebox'
import { RpcError } from '../codes.ts'
import { type Context, command } from '../command.ts'
import type { VoiceSettings } from '../host.ts'
import { PseudoScope } from '../scopes.ts'
import { Id, NoArguments, NullableId, Timeout } from './fields.ts'
import { channelObject, demandChannel } from './guilds.ts'

const VOICE_TYPES: readonly number[] = [
  ChannelType.GUILD_VOICE,
  ChannelType.GUILD_STAGE_VOICE,
  ChannelType.DM,
  ChannelType.GROUP_DM,
]

const selectVoiceChannel = command({
  name: 'SELECT_VOICE_CHANNEL',
  scope: ['rpc'],
  args: Type.Object({
    channel_id: NullableId,
    timeout: Timeout,
    force: Type.Optional(Type.Boolean()),
    navigate: Type.Optional(Type.Boolean()),
  }),
  async run({ host }, { channel_id, timeout, force }) {
    if (channel_id === null) {
      host.leaveVoice()
      return null
    }
    const channel = demandChannel(host, channel_id)
    if (!VOICE_TYPES.includes(channel.type))
      throw new RpcError('INVALID_CHANNEL', `The channel has no voice: ${channel_id}`)
    const current = host.selectedVoice()
    if (current !== null && current !== channel_id && force !== true)
      throw new RpcError('SELECT_VOICE_FORCE_REQUIRED', 'The person is in another voice channel already.')
    if (current !== channel_id) {
      const joined = await host.joinVoice(
        { guildId: channel.guild_id ?? null, channelId: channel_id },
        seconds(timeout),
      )
      if (!joined) throw new RpcError('SELECT_CHANNEL_TIMED_OUT', 'The person could not join the channel in time.')
    }
    return channelObject(host, channel)
  },
})

const DEFAULT_TIMEOUT_S = 10

function seconds(timeout: number | undefined): number {
  return (timeout || DEFAULT_TIMEOUT_S) * 1_000
}

const getSelectedVoiceChannel = command({
  name: 'GET_SELECTED_VOICE_CHANNEL',
  scope: ['rpc', 'rpc.voice.read'],
  args: NoArguments,
  run({ host }) {
    const selected = host.selectedVoice()
    const channel = selected === null ? undefined : host.channel(selected)
    return channel ? channelObject(host, channel) : null
  },
})

const Volume = (max: number) => Type.Optional(Type.Number({ minimum: 0, maximum: max }))
const Device = (volume: number) =>
  Type.Object({ device_id: Type.Optional(Type.String({ maxLength: 200 })), volume: Volume(volume) })
const Shortcut = Type.Object({
  type: Type.Integer({ minimum: 0, maximum: 3 }),
  code: Type.Integer(),
  name: Type.Optional(Type.String({ maxLength: 100 })),
})
const SHORTCUT_KEYS_MAX = 10

const getVoiceSettings = command({
  name: 'GET_VOICE_SETTINGS',
  scope: ['rpc', 'rpc.voice.read'],
  args: NoArguments,
  run: ({ host }) => voiceSettingsObject(host.voiceSettings()),
})

const setVoiceSettings = command({
  name: 'SET_VOICE_SETTINGS',
  scope: ['rpc', 'rpc.voice.write'],
  args: Type.Object({
    input: Type.Optional(Device(100)),
    output: Type.Optional(Device(200)),
    mode: Type.Optional(
      Type.Object({
        type: Type.Optional(Type.Union([Type.Literal('PUSH_TO_TALK'), Type.Literal('VOICE_ACTIVITY')])),
        auto_threshold: Type.Optional(Type.Boolean()),
        threshold: Type.Optional(Type.Number({ minimum: -100, maximum: 0 })),
        shortcut: Type.Optional(Type.Array(Shortcut, { maxItems: SHORTCUT_KEYS_MAX })),
        delay: Type.Optional(Type.Number({ minimum: 0, maximum: 2_000 })),
      }),
    ),
    automatic_gain_control: Type.Optional(Type.Boolean()),
    echo_cancellation: Type.Optional(Type.Boolean()),
    noise_suppression: Type.Optional(Type.Boolean()),
    qos: Type.Optional(Type.Boolean()),
    silence_warning: Type.Optional(Type.Boolean()),
    deaf: Type.Optional(Type.Boolean()),
    mute: Type.Optional(Type.Boolean()),
  }),
  run(context, { input, output, mode, ...flags }) {
    const { host, session } = context
    const before = host.voiceSettings()
    demandLock(context)
    host.changeVoiceSettings(session, {
      ...flags,
      ...(input ? { input: { ...before.input, ...input } } : {}),
      ...(output ? { output: { ...before.output, ...output } } : {}),
      ...(mode ? { mode: { ...before.mode, ...mode } } : {}),
    })
    return voiceSettingsObject(host.voiceSettings())
  },
})

const setVoiceSettings2 = command({
  name: 'SET_VOICE_SETTINGS_2',
  scope: [PseudoScope.LOCAL],
  args: Type.Object({
    input_mode: Type.Optional(
      Type.Object({
        type: Type.Union([Type.Literal('PUSH_TO_TALK'), Type.Literal('VOICE_ACTIVITY')]),
        shortcut: Type.Optional(Type.String({ maxLength: 200 })),
      }),
    ),
    self_mute: Type.Optional(Type.Boolean()),
    self_deaf: Type.Optional(Type.Boolean()),
  }),
  run(context, { input_mode, self_mute, self_deaf }) {
    const { host, session } = context
    demandLock(context)
    host.changeVoiceSettings(session, {
      ...(self_mute === undefined ? {} : { mute: self_mute }),
      ...(self_deaf === undefined ? {} : { deaf: self_deaf }),
      ...(input_mode ? { mode: { ...host.voiceSettings().mode, type: input_mode.type } } : {}),
    })
  },
})

const Pan = Type.Object({
  left: Type.Number({ minimum: 0, maximum: 1 }),
  right: Type.Number({ minimum: 0, maximum: 1 }),
})

const setUserVoiceSettings = command({
  name: 'SET_USER_VOICE_SETTINGS',
  scope: ['rpc', 'rpc.voice.write'],
  args: Type.Object({
    user_id: Id,
    pan: Type.Optional(Pan),
    volume: Volume(200),
    mute: Type.Optional(Type.Boolean()),
  }),
  run(context, { user_id, ...change }) {
    const { host, session } = context
    if (user_id === host.user().id) throw new RpcError('INVALID_USER', `Invalid user id: ${user_id}`)
    demandLock(context)
    return { user_id, ...host.changeUserVoice(session, user_id, change) }
  },
})

const setUserVoiceSettings2 = command({
  name: 'SET_USER_VOICE_SETTINGS_2',
  scope: [PseudoScope.LOCAL],
  args: Type.Object({ user_id: Id, volume: Volume(200), mute: Type.Optional(Type.Boolean()) }),
  run(context, { user_id, ...change }) {
    const { host, session } = context
    if (user_id === host.user().id) throw new RpcError('INVALID_USER', `Invalid user id: ${user_id}`)
    demandLock(context)
    host.changeUserVoice(session, user_id, change)
  },
})

const pushToTalk = command({
  name: 'PUSH_TO_TALK',
  scope: [['rpc', 'rpc.voice.write']],
  args: Type.Object({ active: Type.Boolean() }),
  // The client carries no sound: the key is accepted, and has nothing to open.
  run: () => null,
})

/** Vendor or model; the documentation names `url` in one place and `id` in another. */
const Maker = Type.Object({
  name: Type.String({ maxLength: 200 }),
  url: Type.Optional(Type.String({ maxLength: 2_048 })),
  id: Type.Optional(Type.String({ maxLength: 200 })),
})

/** Devices are described to the person's settings. Without sound they are not used. */
const setCertifiedDevices = command({
  name: 'SET_CERTIFIED_DEVICES',
  scope: ['rpc', PseudoScope.LOCAL],
  args: Type.Object({
    devices: Type.Array(
      Type.Object({
        type: Type.Union([Type.Literal('audioinput'), Type.Literal('audiooutput'), Type.Literal('videoinput')]),
        id: Type.String({ maxLength: 200 }),
        vendor: Maker,
        model: Maker,
        related: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 20 })),
        echo_cancellation: Type.Optional(Type.Boolean()),
        noise_suppression: Type.Optional(Type.Boolean()),
        automatic_gain_control: Type.Optional(Type.Boolean()),
        hardware_mute: Type.Optional(Type.Boolean()),
      }),
      { maxItems: 50 },
    ),
  }),
  run: () => null,
})

export const voiceCommands = [
  selectVoiceChannel,
  getSelectedVoiceChannel,
  getVoiceSettings,
  setVoiceSettings,
  setVoiceSettings2,
  setUserVoiceSettings,
  setUserVoiceSettings2,
  pushToTalk,
  setCertifiedDevices,
]

/** Only one application at a time changes the voice settings, until it disconnects. */
function demandLock({ session, host }: Context): void {
  if (host.lockVoiceSettings(session)) session.atEnd('voice settings', () => host.unlockVoiceSettings(session))
  else throw new RpcError('INVALID_PERMISSIONS', 'Another application has locked the voice settings.')
}

/** Returns the voice settings object of RPC. There are no devices. */
export function voiceSettingsObject(settings: VoiceSettings): object {
  const devices = [{ id: 'default', name: 'Default' }]
  return {
    ...settings,
    input: { available_devices: devices, ...settings.input },
    output: { available_devices: devices, ...settings.output },
  }
}
