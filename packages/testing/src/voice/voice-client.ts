import {
  DaveClient,
  type MediaPacket,
  VoiceMedia,
  type VoiceMessage,
  type VoiceMode,
  VoiceOp,
  VoiceWire,
} from '@guildhall/local-client/voice'
import type { Closed, RawGateway } from '../raw-gateway.ts'

const WAIT_MS = 10_000
const FRAME_MS = 20
const DEFAULT_VERSION = 8
/** Packets of unnamed senders that are kept. */
const UNNAMED_MAX = 1_000

/** Place to join, and how. */
export interface VoiceJoin {
  /** Guild of the channel. Without it, the channel is a DM, a group DM or a lobby. */
  guildId?: string
  /** Channel, or lobby. */
  channelId: string
  selfMute?: boolean
  selfDeaf?: boolean
  /** Certificate of the authority to trust. With it the client speaks TLS, as other voice clients do. */
  ca?: string | Buffer | undefined
  /** Default `aead_aes256_gcm_rtpsize`. */
  mode?: VoiceMode
  /** Version of the voice gateway, 4 to 9. Default 8. */
  version?: number
  /** Whether the client supports end-to-end encryption, which needs `@snazzah/davey`. Default true. */
  dave?: boolean
}

/** Voice server and place in a call, as VOICE_STATE_UPDATE and VOICE_SERVER_UPDATE name them. */
export interface VoiceAddress {
  endpoint: string
  token: string
  serverId: string
  channelId: string
  userId: string
  sessionId: string
}

/** An Opus frame that a client heard. */
export interface HeardFrame {
  /** Undefined for a sender whom the voice server has not named. */
  userId: string | undefined
  ssrc: number
  sequence: number
  frame: Buffer
}

type Json = Record<string, unknown>

/**
 * A voice client without sound devices: it joins a call through a gateway session, sends Opus frames that the test has,
 * and keeps those that it hears. Frames are encrypted end to end like those of other clients.
 */
export class VoiceClient {
  readonly address: VoiceAddress
  /** Frames in the order in which they arrived. */
  readonly heard: HeardFrame[] = []
  /** Frames that could not be decrypted end to end. */
  undecryptable = 0
  readonly #options: VoiceJoin
  readonly #members = new Set<string>()
  readonly #userOf = new Map<number, string>()
  /** Packets of senders whom op 5 has not named yet: media can be faster than the WebSocket. */
  #unnamed: MediaPacket[] = []
  readonly #dave: DaveClient | null
  #wire: VoiceWire
  #media: VoiceMedia | null = null
  #ssrc = 0
  #heartbeat: NodeJS.Timeout | undefined
  readonly #watchers = new Set<() => void>()

  private constructor(address: VoiceAddress, options: VoiceJoin, wire: VoiceWire, davey: Davey | null) {
    this.address = address
    this.#options = options
    this.#wire = wire
    this.#dave = davey && this.#daveClient(davey)
    this.#listen(wire)
  }

  #daveClient(davey: Davey): DaveClient {
    return new DaveClient({
      davey,
      ...this.address,
      sendJson: (op, d) => this.send(op, d),
      sendBinary: (op, payload) => this.#wire.sendBinary(op, payload),
      members: () => this.#members,
    })
  }

  /** Joins a call by op 4 of a gateway session, and connects to the voice server that the gateway names. */
  static async join(gateway: RawGateway, join: VoiceJoin): Promise<VoiceClient> {
    return VoiceClient.connect(await requestVoice(gateway, join), join)
  }

  /** Connects to a voice server. Resolves once the voice server has described the session (op 4). */
  static async connect(address: VoiceAddress, join: VoiceJoin): Promise<VoiceClient> {
    const client = await VoiceClient.open(address, join)
    client.identify()
    await client.#establish()
    return client
  }

  /** Opens the WebSocket only. Tests of refusals send what they want by `send`. */
  static async open(address: VoiceAddress, join: VoiceJoin): Promise<VoiceClient> {
    const davey = join.dave === false ? null : await import('@snazzah/davey')
    const wire = await VoiceWire.connect(urlOf(address, join), { ca: join.ca })
    return new VoiceClient(address, join, wire, davey)
  }

  /** Settles when the connection is closed; never rejects. */
  get closed(): Promise<Closed> {
    return this.#wire.closed
  }

  /** SSRC of this client; 0 before op 2. */
  get ssrc(): number {
    return this.#ssrc
  }

  /** Other members of the call. */
  get members(): ReadonlySet<string> {
    return this.#members
  }

  /** Epoch of the encryption group; null without one. */
  get epoch(): bigint | null {
    return this.#dave?.epoch ?? null
  }

  /** Code that is equal for members with the same group; empty without one. */
  get privacyCode(): string {
    return this.#dave?.privacyCode ?? ''
  }

  /** Whether the client encrypts what it sends end to end. */
  get encrypts(): boolean {
    return this.#dave?.active === true
  }

  /** JSON messages of the voice server that no call has taken yet, oldest first. */
  get messages(): readonly VoiceMessage[] {
    return this.#wire.messages
  }

  /** UDP side, for tests that send their own packets. */
  get media(): VoiceMedia {
    if (!this.#media) throw new Error('the voice server has not named its address yet')
    return this.#media
  }

  /** Sends one JSON message unchecked. */
  send(op: number, d: unknown): void {
    this.#wire.send(op, d)
  }

  /** Sends one binary message unchecked. */
  sendBinary(op: number, payload: Buffer): void {
    this.#wire.sendBinary(op, payload)
  }

  /** Takes the first JSON message with an opcode, already received or future. */
  next(op: number): Promise<VoiceMessage> {
    return this.#wire.next(op, WAIT_MS)
  }

  /** Sends op 0. */
  identify(): void {
    const { serverId, userId, sessionId, token, channelId } = this.address
    this.send(VoiceOp.IDENTIFY, {
      server_id: serverId,
      user_id: userId,
      session_id: sessionId,
      token,
      max_dave_protocol_version: this.#dave ? 1 : 0,
      ...((this.#options.version ?? DEFAULT_VERSION) > 8 ? { channel_id: channelId } : {}),
    })
  }

  async #establish(): Promise<void> {
    const { ssrc, ip, port } = (await this.next(VoiceOp.READY)).d as unknown as {
      ssrc: number
      ip: string
      port: number
    }
    this.#ssrc = ssrc
    this.#media = await VoiceMedia.open({ ssrc, ip, port }, (packet) => this.#hear(packet))
    const mode = this.#options.mode ?? 'aead_aes256_gcm_rtpsize'
    this.send(VoiceOp.SELECT_PROTOCOL, { protocol: 'udp', data: { ...(await this.#media.discover()), mode } })
    await this.next(VoiceOp.SESSION_DESCRIPTION)
  }

  #listen(wire: VoiceWire): void {
    wire.onJson = (op, d) => {
      this.#receive(op, d as Json)
      for (const watcher of this.#watchers) watcher()
    }
    wire.onBinary = (op, payload) => this.#dave?.receive(op, payload)
    void wire.closed.then(() => clearInterval(this.#heartbeat))
    for (const { op, d } of wire.messages) this.#receive(op, d as Json)
  }

  #receive(op: number, d: Json): void {
    switch (op) {
      case VoiceOp.HELLO:
        return this.#beat(d.heartbeat_interval as number)
      case VoiceOp.SESSION_DESCRIPTION:
        this.media.use(d.mode as VoiceMode, Buffer.from(d.secret_key as number[]))
        return this.#dave?.start(d.dave_protocol_version as number)
      case VoiceOp.SPEAKING:
        return this.#name(d.ssrc as number, d.user_id as string)
      case VoiceOp.CLIENTS_CONNECT:
        for (const id of d.user_ids as string[]) this.#members.add(id)
        return
      case VoiceOp.CLIENT_DISCONNECT:
        return void this.#members.delete(d.user_id as string)
      case VoiceOp.DAVE_PREPARE_TRANSITION:
        return this.#dave?.prepareTransition(d as Record<string, number>)
      case VoiceOp.DAVE_EXECUTE_TRANSITION:
        return this.#dave?.executeTransition(d.transition_id as number)
      case VoiceOp.DAVE_PREPARE_EPOCH:
        return this.#dave?.prepareEpoch(d as Record<string, number>)
    }
  }

  #beat(intervalMs: number): void {
    clearInterval(this.#heartbeat)
    this.#heartbeat = setInterval(() => {
      const t = Date.now()
      const sequenced = (this.#options.version ?? DEFAULT_VERSION) >= 8
      this.send(VoiceOp.HEARTBEAT, sequenced ? { t, seq_ack: this.#wire.seq } : t)
    }, intervalMs)
    this.#heartbeat.unref()
  }

  #hear(packet: MediaPacket): void {
    const userId = this.#userOf.get(packet.ssrc)
    if (userId === undefined && this.#unnamed.length < UNNAMED_MAX) this.#unnamed.push(packet)
    else this.#keep(packet, userId)
  }

  #name(ssrc: number, userId: string): void {
    this.#userOf.set(ssrc, userId)
    for (const packet of this.#unnamed.filter((one) => one.ssrc === ssrc)) this.#keep(packet, userId)
    this.#unnamed = this.#unnamed.filter((one) => one.ssrc !== ssrc)
  }

  #keep({ ssrc, sequence, payload }: MediaPacket, userId: string | undefined): void {
    try {
      const frame = userId !== undefined && this.#dave ? this.#dave.decrypt(userId, payload) : payload
      this.heard.push({ userId, ssrc, sequence, frame })
    } catch {
      this.undecryptable += 1
    }
    for (const watcher of this.#watchers) watcher()
  }

  /** Announces what the client sends: 0 nothing, 1 microphone, 2 sound of a screen, 4 with priority. */
  speaking(flags = 1): void {
    this.send(VoiceOp.SPEAKING, { speaking: flags, delay: 0, ssrc: this.#ssrc })
  }

  /** Sends one Opus frame, encrypted if the call is. */
  sendFrame(frame: Buffer): void {
    this.media.send(this.#dave?.encrypt(frame) ?? frame)
  }

  /** Announces speaking, sends frames at the pace of speech, and announces the end. */
  async play(frames: Iterable<Buffer>, { everyMs = FRAME_MS }: { everyMs?: number } = {}): Promise<void> {
    this.speaking()
    for (const frame of frames) {
      this.sendFrame(frame)
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
    this.speaking(0)
  }

  /**
   * Waits until a condition of this client holds, which is tested after each message and frame.
   * @throws after 10 s
   */
  async until(condition: () => boolean, what = 'condition'): Promise<void> {
    if (condition()) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const watcher = () => condition() && resolve()
    this.#watchers.add(watcher)
    const guard = setTimeout(() => reject(new Error(`no ${what} within ${WAIT_MS} ms`)), WAIT_MS)
    // The group changes with binary messages too.
    const poll = setInterval(watcher, FRAME_MS)
    try {
      await promise
    } finally {
      clearTimeout(guard)
      clearInterval(poll)
      this.#watchers.delete(watcher)
    }
  }

  /** Waits until the client is in a group with these users and encrypts what it sends. */
  async encrypted(...userIds: readonly string[]): Promise<void> {
    const ready = () => this.encrypts && userIds.every((id) => this.#members.has(id))
    await this.until(ready, 'encryption group')
  }

  /** Returns the frames of a user so far, without silence. */
  framesOf(userId: string): Buffer[] {
    return this.heard.filter((one) => one.userId === userId && one.frame.length > 3).map(({ frame }) => frame)
  }

  /** Cuts the WebSocket without a close frame, as a lost network does. The UDP socket stays. */
  async drop(): Promise<Closed> {
    this.#wire.terminate()
    return await this.closed
  }

  /** Opens another WebSocket and resumes the session. Resolves with op 9. @throws if the server closes instead */
  async resume(): Promise<void> {
    const former = this.#wire
    this.#wire = await VoiceWire.connect(urlOf(this.address, this.#options), { ca: this.#options.ca })
    this.#wire.seq = former.seq
    this.#listen(this.#wire)
    const { serverId, sessionId, token } = this.address
    this.send(VoiceOp.RESUME, { server_id: serverId, session_id: sessionId, token, seq_ack: former.seq })
    await this.next(VoiceOp.RESUMED)
  }

  /** Leaves the voice server. The voice state stays until op 4 of the gateway session, or its end. */
  async leave(code = 1000): Promise<Closed> {
    this.#wire.close(code)
    this.#media?.close()
    this.#media = null
    return await this.closed
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.leave()
  }
}

type Davey = typeof import('@snazzah/davey')

function urlOf({ endpoint }: VoiceAddress, { ca, version = DEFAULT_VERSION }: VoiceJoin): string {
  return `${ca === undefined ? 'ws' : 'wss'}://${endpoint}/?v=${version}`
}

/** Sends op 4 and waits for what the gateway says about the voice server. */
export async function requestVoice(gateway: RawGateway, join: VoiceJoin): Promise<VoiceAddress> {
  const { guildId, channelId, selfMute = false, selfDeaf = false } = join
  const request = { guild_id: guildId ?? null, channel_id: channelId, self_mute: selfMute, self_deaf: selfDeaf }
  gateway.send(4, request)
  const { d: state } = await gateway.next<Record<string, string>>(
    ({ t, d }) => STATES.has(t ?? '') && d?.session_id === gateway.sessionId && d?.channel_id === channelId,
  )
  const { d: server } = await gateway.next<Record<string, string>>(({ t }) => SERVERS.has(t ?? ''))
  return {
    endpoint: server.endpoint ?? '',
    token: server.token ?? '',
    serverId: guildId ?? channelId,
    channelId,
    userId: state.user_id ?? '',
    sessionId: gateway.sessionId ?? '',
  }
}

const STATES: ReadonlySet<string> = new Set(['VOICE_STATE_UPDATE', 'LOBBY_VOICE_STATE_UPDATE'])
const SERVERS: ReadonlySet<string> = new Set(['VOICE_SERVER_UPDATE', 'LOBBY_VOICE_SERVER_UPDATE'])
