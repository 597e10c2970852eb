/**
 * This program runs a bot with unmodified discord.js and @discordjs/voice. The program reads one JSON command per line
 * and writes one JSON line per event. NODE_EXTRA_CA_CERTS must name the platform's authority.
 */
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import {
  createAudioPlayer,
  createAudioResource,
  EndBehaviorType,
  getVoiceConnection,
  joinVoiceChannel,
  NoSubscriberBehavior,
  StreamType,
  type VoiceReceiver,
} from '@discordjs/voice'
import { Client, GatewayIntentBits } from 'discord.js'

export interface BotCommand {
  do: 'join' | 'play' | 'leave' | 'vanish' | 'cut'
  guildId: string
  channelId?: string
  dave?: boolean
  /** Frames to play, in base64. */
  frames?: string[]
}

export type BotEvent =
  | { event: 'ready' }
  | { event: 'status'; status: string; code?: number }
  | { event: 'frame'; from: string; frame: string }
  | { event: 'played' }

const { BOT_API = '', BOT_TOKEN = '' } = process.env
const say = (event: BotEvent) => process.stdout.write(`${JSON.stringify(event)}\n`)
const client = new Client({
  intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildVoiceStates],
  rest: { api: BOT_API },
})
const player = createAudioPlayer({ behaviors: { noSubscriber: NoSubscriberBehavior.Play } })
player.on('stateChange', (before, after) => {
  if (before.status !== 'idle' && after.status === 'idle') say({ event: 'played' })
})

function join({ guildId, channelId = '', dave = true }: BotCommand): void {
  const guild = client.guilds.cache.get(guildId)
  if (!guild) throw new Error(`not in guild ${guildId}`)
  const connection = joinVoiceChannel({
    guildId,
    channelId,
    adapterCreator: guild.voiceAdapterCreator,
    selfDeaf: false,
    daveEncryption: dave,
  })
  connection.removeAllListeners()
  connection.subscribe(player)
  connection.on('stateChange', (_before, { status, ...rest }) => {
    const code = 'closeCode' in rest ? rest.closeCode : undefined
    say({ event: 'status', status, ...(code === undefined ? {} : { code }) })
  })
  connection.on('error', () => undefined)
  const { receiver } = connection
  receiver.ssrcMap.removeAllListeners('create')
  // Before the first frame: the client drops frames of users without a subscription.
  receiver.ssrcMap.on('create', ({ userId }) => listenTo(receiver, userId))
}

function listenTo(receiver: VoiceReceiver, from: string): void {
  const stream = receiver.subscribe(from, { end: { behavior: EndBehaviorType.Manual } })
  if (stream.listenerCount('data') > 0) return
  stream.on('data', (frame: Buffer) => say({ event: 'frame', from, frame: frame.toString('base64') }))
  stream.on('error', () => undefined)
}

/** Cuts the WebSocket of the voice connection, as a lost network does. */
function cut({ guildId }: BotCommand): void {
  const state = getVoiceConnection(guildId)?.state
  const networking = state && 'networking' in state ? state.networking : undefined
  const inner = networking?.state as { ws?: { ws?: { terminate(): void } } } | undefined
  inner?.ws?.ws?.terminate()
}

/** Leaves, but the op 4 is lost on its way. */
function vanish({ guildId }: BotCommand): void {
  const shard = client.guilds.cache.get(guildId)?.shard
  if (!shard) throw new Error(`not in guild ${guildId}`)
  const { send } = shard
  shard.send = () => undefined
  getVoiceConnection(guildId)?.destroy()
  shard.send = send
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const command = JSON.parse(line) as BotCommand
  if (command.do === 'join') join(command)
  if (command.do === 'leave') getVoiceConnection(command.guildId)?.destroy()
  if (command.do === 'vanish') vanish(command)
  if (command.do === 'cut') cut(command)
  if (command.do === 'play') {
    const frames = (command.frames ?? []).map((frame) => Buffer.from(frame, 'base64'))
    player.play(createAudioResource(Readable.from(frames), { inputType: StreamType.Opus }))
  }
})
client.once('clientReady', () => say({ event: 'ready' }))
await client.login(BOT_TOKEN)
