/** A stream of video as ops 2 and 12 name it. */
export interface NamedStream {
  readonly rid: string
  readonly ssrc: number
  readonly rtx_ssrc?: number
  readonly quality?: number
  readonly active?: boolean
}

/** The `d` of op 2. */
export interface Ready {
  readonly ssrc: number
  readonly streams?: readonly NamedStream[]
  readonly ice_servers?: readonly RTCIceServer[]
}

/** Starts the worker of a call; null in a browser without encoded transforms. */
export function newVoiceWorker(): Worker | null {
  if (!('RTCRtpScriptTransform' in globalThis)) return null
  return new Worker(new URL('../worker/voice-worker.ts', import.meta.url), { type: 'module' })
}
