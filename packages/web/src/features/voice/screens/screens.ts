import { GatewayOp } from '@guildhall/protocol'
import type { Client } from '../../../gateway/client.ts'
import { reasonOf } from '../sound/device.ts'
import { sendPreviews } from './preview.ts'
import { Returns } from './returns.ts'
import { NO_SCREENS, sharedScreens } from './shared-screens.ts'
import { type ScreenTracks, StreamCall } from './stream-call.ts'
import { type StreamChannel, streamKeyOf } from './stream-key.ts'

const WANTED = { frameRate: { ideal: 30, max: 30 } }
/** Time after which the voice server of a stream is asked for again, in ms. */
const AGAIN_MS = 1_000

/** Place of the call whose members share screens. */
export interface CallPlace extends StreamChannel {
  readonly userId: string
  readonly sessionId: string
}

interface StreamCreate {
  readonly stream_key: string
  readonly rtc_server_id: string
  readonly rtc_channel_id: string
  readonly paused: boolean
}

interface StreamServer {
  readonly stream_key: string
  readonly endpoint: string | null
  readonly token: string
}

interface StreamUpdate {
  readonly stream_key: string
  readonly paused: boolean
}

interface StreamDelete {
  readonly stream_key: string
  /** `user_requested` for the response to a request of this session. */
  readonly reason?: string
  /** Whether the server has lost the stream, which may begin again. */
  readonly unavailable?: boolean
}

/** Screens that go on in the next session of the gateway. */
export interface KeptScreens {
  readonly channelId: string
  /** The person's own screen. */
  readonly own: ScreenTracks | null
  /** Users whose screens are watched. */
  readonly watched: readonly string[]
}

/** Ends the screen that was kept. */
export function stopScreens({ own }: KeptScreens): void {
  own?.video.stop()
  own?.audio?.stop()
}

/** Shares the person's screen, and watches those of others in a call. It ends with `close`. */
export class Screens {
  readonly #client: Client
  readonly #place: CallPlace
  readonly #ids = new Map<string, StreamCreate>()
  /** By user, the person too. */
  readonly #calls = new Map<string, StreamCall>()
  readonly #visible = new Set<string>()
  readonly #returns = new Returns()
  readonly #ends: (() => void)[]
  #own: ScreenTracks | null = null
  #endPreviews: () => void = () => undefined
  #isDeaf = false
  #closed = false

  /** Goes on with screens of the former session, if there are any. */
  constructor(client: Client, place: CallPlace, kept: KeptScreens | null) {
    this.#client = client
    this.#place = place
    this.#ends = [
      client.on('STREAM_CREATE', (created: StreamCreate) => this.#created(created)),
      client.on('STREAM_SERVER_UPDATE', (server: StreamServer) => this.#connect(server)),
      client.on('STREAM_UPDATE', ({ stream_key, paused }: StreamUpdate) => this.#showPaused(stream_key, paused)),
      client.on('STREAM_DELETE', (deleted: StreamDelete) => this.#deleted(deleted)),
      client.on('RESUMED', () => this.#ask()),
    ]
    sharedScreens.setState({ ...NO_SCREENS, control: this })
    if (kept) this.#goOn(kept)
  }

  #goOn({ own, watched }: KeptScreens): void {
    if (own) {
      this.#returns.expect(this.#place.userId)
      this.#use(own)
    }
    for (const userId of watched) {
      this.#returns.expect(userId)
      this.watch(userId)
    }
  }

  /** Asks for the streams of the session, which the server may have lost. */
  #ask(): void {
    for (const userId of this.#calls.keys())
      this.#client.send(GatewayOp.STREAM_PING, { stream_key: this.#keyOf(userId) })
  }

  #keyOf(userId: string): string {
    return streamKeyOf(this.#place, userId)
  }

  #created(created: StreamCreate): void {
    const key = created.stream_key
    this.#ids.set(key, created)
    this.#returns.end(ownerOf(key))
    this.#showPaused(key, created.paused)
    if (!this.#own || key !== this.#keyOf(this.#place.userId)) return
    this.#endPreviews()
    this.#endPreviews = sendPreviews(this.#client, key, this.#own.video)
    if (!this.#own.video.enabled) this.#client.send(GatewayOp.STREAM_SET_PAUSED, { stream_key: key, paused: true })
  }

  /** Asks which screen to share, and shares it. */
  async share(): Promise<void> {
    sharedScreens.setState({ state: 'asking' })
    try {
      const stream = await navigator.mediaDevices.getDisplayMedia({ video: WANTED, audio: true })
      const [video, audio = null] = [stream.getVideoTracks()[0], stream.getAudioTracks()[0]]
      if (this.#closed || !video) return stream.getTracks().forEach((track) => void track.stop())
      this.#use({ video, audio })
    } catch (error) {
      if (!this.#closed) sharedScreens.setState({ state: reasonOf(error) })
    }
  }

  #use(own: ScreenTracks): void {
    this.#own = own
    const { video } = own
    video.addEventListener('ended', () => this.#own?.video === video && this.stopSharing())
    sharedScreens.setState({ state: 'on', own: video, isPaused: !video.enabled })
    this.#create()
  }

  #create(): void {
    const { guildId, channelId } = this.#place
    const place = guildId === null ? { type: 'call' } : { type: 'guild', guild_id: guildId }
    this.#client.send(GatewayOp.STREAM_CREATE, { ...place, channel_id: channelId, preferred_region: null })
  }

  /** Pauses the person's own screen: no picture and no sound of it leaves the page. */
  setPaused(isPaused: boolean): void {
    if (!this.#own) return
    for (const track of [this.#own.video, this.#own.audio]) if (track) track.enabled = !isPaused
    this.#client.send(GatewayOp.STREAM_SET_PAUSED, {
      stream_key: this.#keyOf(this.#place.userId),
      paused: isPaused,
    })
    sharedScreens.setState({ isPaused })
  }

  #showPaused(key: string, isPaused: boolean): void {
    const paused = new Set(sharedScreens.getState().paused)
    if (isPaused) paused.add(ownerOf(key))
    else paused.delete(ownerOf(key))
    sharedScreens.setState({ paused })
  }

  /** Ends sharing the person's own screen. */
  stopSharing(): void {
    this.#client.send(GatewayOp.STREAM_DELETE, { stream_key: this.#keyOf(this.#place.userId) })
    this.#endOwn('off')
  }

  #endOwn(state: 'off' | 'lost'): void {
    this.#endPreviews()
    this.#own?.video.stop()
    this.#own?.audio?.stop()
    this.#own = null
    this.#end(this.#place.userId)
    sharedScreens.setState({ state, own: null, isPaused: false })
  }

  /** Watches the screen of another. */
  watch(userId: string): void {
    this.#askToWatch(userId)
    this.#setWatched(userId, null)
  }

  #askToWatch(userId: string): void {
    this.#client.send(GatewayOp.STREAM_WATCH, { stream_key: this.#keyOf(userId) })
  }

  /** Ends watching. */
  stopWatching(userId: string): void {
    this.#client.send(GatewayOp.STREAM_DELETE, { stream_key: this.#keyOf(userId) })
    this.#endWatching(userId)
  }

  #endWatching(userId: string): void {
    this.#end(userId)
    const watched = new Map(sharedScreens.getState().watched)
    watched.delete(userId)
    sharedScreens.setState({ watched })
  }

  #setWatched(userId: string, track: MediaStreamTrack | null): void {
    sharedScreens.setState({ watched: new Map(sharedScreens.getState().watched).set(userId, track) })
  }

  /** Says whether a screen that is watched is visible. One that is not is not received. */
  see(userId: string, isVisible: boolean): void {
    if (isVisible) this.#visible.add(userId)
    else this.#visible.delete(userId)
    this.#calls.get(userId)?.want(isVisible)
  }

  /** Applies whether the person is deafened. */
  setDeaf(isDeaf: boolean): void {
    this.#isDeaf = isDeaf
    for (const call of this.#calls.values()) call.setDeaf(isDeaf)
  }

  #connect({ stream_key: key, endpoint, token }: StreamServer): void {
    const ids = this.#ids.get(key)
    const ownerId = ownerOf(key)
    const { userId, sessionId } = this.#place
    const isWanted = ownerId === userId ? this.#own !== null : sharedScreens.getState().watched.has(ownerId)
    if (!ids || endpoint === null || key !== this.#keyOf(ownerId) || !isWanted) return
    this.#end(ownerId)
    const call = new StreamCall({
      endpoint,
      identity: { serverId: ids.rtc_server_id, channelId: ids.rtc_channel_id, userId, sessionId, token },
      screen: ownerId === userId ? this.#own : null,
      isDeaf: this.#isDeaf,
      onVideo: (track) => {
        if (sharedScreens.getState().watched.has(ownerId)) this.#setWatched(ownerId, track)
      },
      onEnd: (again) => {
        if (again) setTimeout(() => this.#client.send(GatewayOp.STREAM_PING, { stream_key: key }), AGAIN_MS)
      },
    })
    this.#calls.set(ownerId, call)
    call.want(this.#visible.has(ownerId))
  }

  #deleted({ stream_key: key, reason, unavailable = false }: StreamDelete): void {
    const ownerId = ownerOf(key)
    this.#ids.delete(key)
    // The response to a request to stop, which was applied at once. The person may watch or share again since.
    if (key !== this.#keyOf(ownerId) || reason === 'user_requested') return
    const isOwn = ownerId === this.#place.userId
    const isWanted = isOwn ? this.#own !== null : sharedScreens.getState().watched.has(ownerId)
    if (!isWanted) return
    if (unavailable) this.#returns.expect(ownerId)
    if (this.#returns.again(ownerId, () => (isOwn ? this.#create() : this.#askToWatch(ownerId)))) return
    if (isOwn) this.#endOwn('lost')
    else this.#endWatching(ownerId)
  }

  #end(userId: string): void {
    this.#returns.end(userId)
    this.#calls.get(userId)?.close()
    this.#calls.delete(userId)
  }

  /** Leaves all streams, with the session. Returns the screens, which may go on in the next one. */
  close(): KeptScreens {
    this.#closed = true
    for (const end of this.#ends) end()
    this.#endPreviews()
    this.#returns.close()
    const own = this.#own
    this.#own = null
    for (const userId of [...this.#calls.keys()]) this.#end(userId)
    const watched = [...sharedScreens.getState().watched.keys()]
    sharedScreens.setState(NO_SCREENS)
    return { channelId: this.#place.channelId, own, watched }
  }
}

/** Returns the user whose stream has a key. */
function ownerOf(streamKey: string): string {
  return streamKey.split(':').at(-1) ?? ''
}
