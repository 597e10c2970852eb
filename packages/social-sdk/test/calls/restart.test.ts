/** Calls over a restart of the server, and beside the voice library of bots. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import tls from 'node:tls'
import {
  createAudioPlayer,
  createAudioResource,
  EndBehaviorType,
  joinVoiceChannel,
  StreamType,
  VoiceConnectionStatus,
} from '@discordjs/voice'
import { Decoder, Encoder } from '@evan/opus'
import { GatewayConnection } from '@guildhall/client'
import { GatewayOp } from '@guildhall/protocol'
import { lobbyOf, type Player, player } from '../support/players.ts'
import * as sdk from '../support/sdk.ts'
import { type SdkLab, sdkLab } from '../support/sdk-lab.ts'
import { strengthOf, toneFrame } from '../support/tone.ts'
import { until } from '../support/until.ts'

const { Status } = sdk.Call
const FRAMES = 150

const folder = mkdtempSync(join(tmpdir(), 'guildhall-call-'))
after(() => rmSync(folder, { recursive: true }))

test('a call goes on after the server restarted', async () => {
  await using lab = await sdkLab({ data: join(folder, 'restart') })
  const ann = await player(lab, 'ann', 440)
  const bob = await player(lab, 'bob', 880)
  const lobbyId = await lobbyOf(lab, ann, bob)
  const calls = [ann, bob].map(({ client }) => client.GetCall(lobbyId))
  const areConnected = () => calls.every((call) => call.GetStatus() === Status.Connected)
  await until(areConnected, 'call')
  await lab.restart()
  await until(() => !areConnected(), 'loss of the call')
  await until(areConnected, 'call after the restart')
  await Promise.all([ann.sound.hearsOnly(880, [440]), bob.sound.hearsOnly(440, [880])])
  assert.deepEqual(calls[0]?.GetParticipants().toSorted(), [ann.id, bob.id].toSorted())
})

test('a player and the voice library of bots hear each other', async () => {
  await using lab = await sdkLab({ data: join(folder, 'library'), tls: 'local' })
  const ann = await player(lab, 'ann', 440)
  const token = await lab.playerToken('arcade', 'library')
  const { body: user } = await lab.bearer(token).get<{ id: string }>('/users/@me')
  const lobbyId = await lobbyOf(lab, ann, { id: BigInt(user.id) })
  await using library = await trusting(lab.platform.ca, () => joinByLibrary(lab, token, lobbyId))
  await until(() => ann.client.GetCall(lobbyId).GetStatus() === Status.Connected, 'call')
  const frames = library.listenTo(ann)
  library.play(1_000)
  await ann.sound.hearsOnly(1_000, [440])
  await until(() => frames.length > 20, 'frames of the player')
  const decoder = new Decoder({ channels: 2, sample_rate: 48_000 })
  const pcm = frames.map((frame) => new Int16Array(decoder.decode(frame).slice().buffer)).at(-1) ?? new Int16Array()
  assert.ok(strengthOf(440, pcm) > 1_500 && strengthOf(1_000, pcm) < 500)
})

/** Runs a function while this process trusts an authority: the library always speaks TLS. */
async function trusting<T>(path: string | null, run: () => Promise<T>): Promise<T> {
  const known = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...known, readFileSync(path ?? '', 'utf8')])
  try {
    return await run()
  } finally {
    tls.setDefaultCACertificates(known)
  }
}

/** Lets the library join the call of a lobby. It knows guilds only: its adapter renames what goes in and out. */
async function joinByLibrary(lab: SdkLab, token: string, lobbyId: bigint) {
  const { body } = await lab.bearer(token).get<{ url: string }>('/gateway')
  const gateway = new GatewayConnection({
    url: body.url,
    token: `Bearer ${token}`,
    identify: () => ({ properties: {} }),
  })
  await new Promise<void>((resolve) => gateway.on('READY', () => resolve()))
  const guildId = `${lobbyId}`
  const connection = joinVoiceChannel({
    guildId,
    channelId: guildId,
    selfDeaf: false,
    adapterCreator: (methods) => {
      gateway.on('LOBBY_VOICE_STATE_UPDATE', (state) => {
        if (state.session_id === gateway.sessionId) methods.onVoiceStateUpdate({ ...state, guild_id: guildId } as never)
      })
      gateway.on('LOBBY_VOICE_SERVER_UPDATE', (server) =>
        methods.onVoiceServerUpdate({ ...server, guild_id: guildId } as never),
      )
      return {
        sendPayload: ({ op, d }: { op: number; d: object }) => gateway.send(op, { ...d, guild_id: null }),
        destroy: () => undefined,
      }
    },
  })
  await until(() => connection.state.status === VoiceConnectionStatus.Ready, 'connection of the library')
  const playing = createAudioPlayer()
  return {
    listenTo(one: Player): Buffer[] {
      const frames: Buffer[] = []
      const stream = connection.receiver.subscribe(`${one.id}`, { end: { behavior: EndBehaviorType.Manual } })
      stream.on('data', (frame: Buffer) => frames.push(frame))
      return frames
    },
    play(hertz: number) {
      const encoder = new Encoder({ channels: 2, sample_rate: 48_000, application: 'audio' })
      const frames = Array.from({ length: FRAMES }, (_, at) => Buffer.from(encoder.encode(toneFrame(hertz, at))))
      connection.subscribe(playing)
      playing.play(createAudioResource(Readable.from(frames), { inputType: StreamType.Opus }))
    },
    async [Symbol.asyncDispose]() {
      playing.stop(true)
      connection.destroy()
      gateway.send(GatewayOp.VOICE_STATE_UPDATE, {
        guild_id: null,
        channel_id: null,
        self_mute: false,
        self_deaf: false,
      })
      gateway.close()
    },
  }
}
