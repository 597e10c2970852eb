import { type DeviceState, reasonOf, stopTracks } from '../sound/device.ts'

/** Size and rate that are asked for. Cameras without them give what they have. */
const WANTED = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30, max: 30 } }

export interface CameraParts {
  /** Returns the id of the chosen camera; empty for the usual one. */
  readonly deviceId: () => string
  readonly onState: (state: DeviceState) => void
  /** The picture to send, or none. */
  readonly onTrack: (track: MediaStreamTrack | null) => void
}

/** The camera of a call: asked for when it is turned on, and closed after. */
export class Camera {
  readonly #parts: CameraParts
  #stream: MediaStream | null = null
  #turn = 0

  constructor(parts: CameraParts) {
    this.#parts = parts
  }

  /** Turns the chosen camera on. */
  async open(): Promise<void> {
    this.end()
    const turn = this.#turn
    this.#parts.onState('asking')
    try {
      const stream = await this.#request()
      if (turn !== this.#turn) return stopTracks(stream)
      this.#use(stream)
    } catch (error) {
      if (turn === this.#turn) this.#parts.onState(reasonOf(error))
    }
  }

  async #request(): Promise<MediaStream> {
    const deviceId = this.#parts.deviceId()
    try {
      const device = deviceId === '' ? {} : { deviceId: { exact: deviceId } }
      return await navigator.mediaDevices.getUserMedia({ video: { ...WANTED, ...device } })
    } catch (error) {
      // The chosen camera may have been taken away: the usual one is better than none.
      if (deviceId === '' || reasonOf(error) === 'refused') throw error
      return await navigator.mediaDevices.getUserMedia({ video: WANTED })
    }
  }

  #use(stream: MediaStream): void {
    this.#stream = stream
    const track = stream.getVideoTracks()[0] ?? null
    track?.addEventListener('ended', () => {
      if (this.#stream !== stream) return
      this.end()
      this.#parts.onState('lost')
    })
    this.#parts.onTrack(track)
    this.#parts.onState('on')
  }

  /** Turns the camera off. */
  close(): void {
    this.end()
    this.#parts.onState('off')
  }

  /** Turns the camera off with the call, which may go on in another session. */
  end(): void {
    this.#turn += 1
    if (!this.#stream) return
    stopTracks(this.#stream)
    this.#stream = null
    this.#parts.onTrack(null)
  }
}
