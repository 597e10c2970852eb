/** Players of a game with the social SDK, as it is published for Node, in one process. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Capability, GatewayOp } from '../packages/protocol/src/opcodes.ts'
import type * as Sdk from '../packages/social-sdk/src/index.ts'
import { toneFrame } from '../packages/social-sdk/test/support/tone.ts'
import { answerCommands } from './answer-commands.ts'
import { monotonicMicros, pause, quantile } from './measure.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const HERTZ = 440
const LOUD = 1_000
const FRAME_MS = 20
/** Frames of the microphone from one burst to the next, and those of them with sound. */
const BURST_FRAMES = 30
const LOUD_FRAMES = 8
const REQUESTS_AT_ONCE = 16
/** Address of a platform with a game. */
export interface Place {
  readonly url: string
  readonly tokens: readonly string[]
}
export interface Loaded {
  readonly ms: number
  readonly cpuMs: number
  /** Native modules of the process. */
  readonly native: readonly string[]
}
/** Sound of the microphone. */
type Speech = 'none' | 'bursts' | 'always'
export interface Heard {
  readonly count: number
  readonly clock: { readonly p50: number; readonly p99: number }
  readonly cpu: { readonly p50: number; readonly p99: number }
}
export interface Usage {
  readonly cpuMs: number
  readonly elapsedMs: number
  readonly heapBytes: number
}

let sdk: typeof Sdk
const clients: Sdk.Client[] = []
interface Moment {
  readonly ms: number
  readonly cpuMs: number
}
/** Moments at which frames with a message arrived at the socket, and how much later their callbacks were called. */
const arrivals: Moment[] = []
const late: Moment[] = []
/** Times at which a burst of sound was captured, or played. */
const bursts: number[] = []
let speech: Speech = 'none'
let isHearing = false

/** Notes when a message arrives, before the library hears of it. */
class WatchedSocket extends WebSocket {
  constructor(url: string | URL) {
    super(url)
    this.addEventListener('message', ({ data }) => {
      if (isHearing && typeof data === 'string' && data.includes('"LOBBY_MESSAGE_CREATE"')) arrivals.push(now())
    })
  }
}
globalThis.WebSocket = WatchedSocket

function now(): Moment {
  const { user, system } = process.cpuUsage()
  return { ms: performance.now(), cpuMs: (user + system) / 1e3 }
}

function since(moment: Moment): Moment {
  const { ms, cpuMs } = now()
  return { ms: ms - moment.ms, cpuMs: cpuMs - moment.cpuMs }
}

/** A microphone with bursts of a tone, and a loudspeaker that notes when they are played. */
const sound: Sdk.AudioBackend = {
  inputs: () => [{ id: 'default', name: 'Bench', isDefault: true }],
  outputs: () => [{ id: 'default', name: 'Bench', isDefault: true }],
  openInput(_id, onFrame) {
    let number = 0
    const timer = setInterval(() => {
      const at = number % BURST_FRAMES
      const isLoud = speech === 'always' || (speech === 'bursts' && at < LOUD_FRAMES)
      if (speech === 'bursts' && at === 0) bursts.push(monotonicMicros())
      onFrame(isLoud ? toneFrame(HERTZ, number) : new Int16Array(1920))
      number += 1
    }, FRAME_MS)
    return { close: () => clearInterval(timer) }
  },
  openOutput() {
    let quiet = 0
    return {
      play(pcm) {
        const isLoud = pcm.some((sample) => Math.abs(sample) > LOUD)
        if (isLoud && quiet > 5) bursts.push(monotonicMicros())
        quiet = isLoud ? 0 : quiet + 1
      },
      close: () => {},
    }
  },
}

async function connect(url: string, token: string): Promise<void> {
  const options = new sdk.ClientCreateOptions()
  options.SetWebBase(url)
  options.audioBackend = sound
  const client = new sdk.Client(options)
  sdk.ok(await client.UpdateToken(sdk.AuthorizationTokenType.Bearer, token))
  const statuses = sdk.events(client).iterate('statusChanged')
  client.Connect()
  for await (const [status] of statuses) if (status === sdk.Client.Status.Ready) break
  clients.push(client)
}

function nativeModules(): string[] {
  const { sharedObjects } = process.report.getReport() as { sharedObjects: string[] }
  return sharedObjects.filter((name) => name.endsWith('.node'))
}

function first(): Sdk.Client {
  const [client] = clients
  if (!client) throw new Error('no player is connected')
  return client
}

/** Opens a session without the library: what it is late by is the work of the runtime and the noise of the machine. */
async function connectBare(url: string, token: string, secret: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const joined = await fetch(`${url}/api/v10/lobbies`, { method: 'PUT', headers, body: JSON.stringify({ secret }) })
  if (!joined.ok) throw new Error(`the lobby was not joined: ${joined.status}`)
  const response = await fetch(`${url}/api/v10/gateway`)
  const gateway = (await response.json()) as { url: string }
  const socket = new WebSocket(`${gateway.url}?v=10&encoding=json`)
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  socket.onmessage = ({ data }) => {
    const frame = String(data)
    if (frame.includes('"LOBBY_MESSAGE_CREATE"')) {
      const arrived = now()
      setImmediate(() => late.push(since(arrived)))
    }
    const { op, t, d } = JSON.parse(frame) as { op: number; t?: string; d?: { heartbeat_interval: number } }
    if (op === GatewayOp.HELLO) {
      const properties = { os: 'linux', browser: 'bench', device: 'bench' }
      const identify = { token: `Bearer ${token}`, capabilities: Capability.AUTO_LOBBY_CONNECT, properties }
      socket.send(JSON.stringify({ op: GatewayOp.IDENTIFY, d: identify }))
      const beat = () => socket.send(JSON.stringify({ op: GatewayOp.HEARTBEAT, d: null }))
      setInterval(beat, d?.heartbeat_interval)
    }
    if (t === 'READY') resolve()
  }
  await ready
}

/** Runs a task a number of times, some of them at once. */
async function repeat(count: number, task: (number: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const work = async () => {
    while (next < count) await task(next++)
  }
  await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, work))
}

answerCommands({
  /** Imports the package, which nothing has done before in this process. */
  async load({ file }: { file: string }): Promise<Loaded> {
    const before = now()
    sdk = (await import(file)) as typeof Sdk
    return { ...since(before), native: nativeModules() }
  },

  /** Returns the CPU, in ms, that RunCallbacks takes for a number of waiting callbacks, of each round. */
  async runCallbacks({ count, rounds }: { count: number; rounds: number }): Promise<number[]> {
    using client = new sdk.Client()
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      let called = 0
      for (let n = 0; n < count; n += 1) void client.IsDiscordAppInstalled(() => (called += 1))
      const before = now()
      sdk.RunCallbacks()
      times.push(since(before).cpuMs)
      if (called !== count) throw new Error(`${called} of ${count} callbacks were called`)
      await pause(0)
    }
    return times
  },

  async connect({ url, tokens }: Place): Promise<void> {
    sdk.pumpCallbacks()
    for (const token of tokens) await connect(url, token)
  },

  async connectBare({ url, token, secret }: { url: string; token: string; secret: string }): Promise<void> {
    await connectBare(url, token, secret)
  },

  /** Lets the players be for some time. Returns what the process used meanwhile, and what it holds. */
  async rest({ ms }: { ms: number }): Promise<Usage> {
    const before = now()
    await pause(ms)
    const { ms: elapsedMs, cpuMs } = since(before)
    for (let round = 0; round < 3; round += 1) {
      collectGarbage()
      await pause(50)
    }
    const { heapUsed } = process.memoryUsage()
    return { cpuMs, elapsedMs, heapBytes: heapUsed }
  },

  async join({ secret }: { secret: string }): Promise<string> {
    return String(sdk.ok(await first().CreateOrJoinLobby(secret))[0])
  },

  /** Notes from now on what callbacks of messages are late by. */
  hear(): void {
    arrivals.length = 0
    late.length = 0
    isHearing = true
    clients[0]?.SetMessageCreatedCallback(() => {
      const arrived = arrivals.shift()
      if (arrived !== undefined) late.push(since(arrived))
    })
  },

  /** Returns the number of callbacks, and how late they were, in ms: by the clock and in CPU of this process. */
  heard(): Heard {
    isHearing = false
    const of = (name: keyof Moment) => {
      const delays = Float64Array.from(late, (moment) => moment[name])
      return { p50: quantile(delays, 0.5), p99: quantile(delays, 0.99) }
    }
    return { count: late.length, clock: of('ms'), cpu: of('cpuMs') }
  },

  /** Sends messages to a lobby: at a rate, or as fast as responses come. */
  async send({ lobbyId, count, everyMs = 0 }: { lobbyId: string; count: number; everyMs?: number }): Promise<void> {
    const id = BigInt(lobbyId)
    if (everyMs === 0) return repeat(count, (number) => first().SendLobbyMessage(id, `message ${number}`))
    for (let number = 0; number < count; number += 1) {
      void first().SendLobbyMessage(id, `message ${number}`)
      await pause(everyMs)
    }
  },

  /** Joins lobbies and leaves each again. */
  async visit({ count }: { count: number }): Promise<void> {
    await repeat(count, async (number) => {
      const [id] = sdk.ok(await first().CreateOrJoinLobby(`visit ${number}`))
      sdk.ok(await first().LeaveLobby(id))
    })
  },

  async call({ lobbyId }: { lobbyId: string }): Promise<void> {
    const call = first().StartCall(BigInt(lobbyId))
    while (call.GetStatus() !== sdk.Call.Status.Connected) await pause(10)
  },

  speak({ how }: { how: Speech }): void {
    speech = how
  },

  /** Returns the times at which bursts were captured or played so far, in µs. */
  bursts: (): number[] => bursts.splice(0),
})
