import { VoiceOp, VoiceWire } from '@guildhall/local-client/voice'
import { requestVoice, type VoiceAddress } from '@guildhall/testing'
import type { VoiceLab } from './voice-lab.ts'
import { type IceSide, type SrtpProfileName, WebRtcClient } from './webrtc-client.ts'

const WAIT_MS = 10_000
/** Streams that the page may send. */
const STREAMS = [{ type: 'video', rid: '100', quality: 100 }]

/** Data of op 2. */
interface Ready {
  ssrc: number
  ip: string
  port: number
  streams: { rid: string; ssrc: number; rtx_ssrc: number }[]
  ice_servers: { urls: string | string[]; username?: string; credential?: string }[]
}

/** Returns the ICE parts of the `sdp` of op 4. */
export function answerOf(sdp: string): IceSide & { candidates: string[] } {
  const value = (name: string) => new RegExp(`^a=${name}:(.+)$`, 'm').exec(sdp)?.[1] ?? ''
  const candidates = sdp.split('\n').filter((line) => line.startsWith('a=candidate:'))
  return { ufrag: value('ice-ufrag'), password: value('ice-pwd'), candidates }
}

/** A member of a call who connects as a page does, without end-to-end encryption. */
export class PageInCall {
  readonly rtc: WebRtcClient
  readonly wire: VoiceWire
  readonly userId: string
  /** Port of the voice server's WebSockets, which also takes media by TCP. */
  readonly tcpPort: number
  /** Data of op 2. */
  readonly ready: Ready
  answer: ReturnType<typeof answerOf> = { ufrag: '', password: '', candidates: [] }

  private constructor(parts: { rtc: WebRtcClient; wire: VoiceWire; userId: string; endpoint: string; ready: Ready }) {
    this.rtc = parts.rtc
    this.wire = parts.wire
    this.userId = parts.userId
    this.tcpPort = Number(new URL(`ws://${parts.endpoint}`).port)
    this.ready = parts.ready
  }

  get ssrc(): number {
    return this.ready.ssrc
  }

  /** Joins a channel and identifies. Nothing is negotiated yet. */
  static async open(lab: VoiceLab, name: string, where: string, ip?: string): Promise<PageInCall> {
    const gateway = await lab.gateway(name)
    return PageInCall.identify(await requestVoice(gateway, { guildId: lab.guildId, channelId: lab.channel(where) }), ip)
  }

  /** Identifies at the voice server that the gateway has named. Nothing is negotiated yet. */
  static async identify(address: VoiceAddress, ip?: string): Promise<PageInCall> {
    const { serverId, userId, sessionId, token, endpoint } = address
    const wire = await VoiceWire.connect(`ws://${endpoint}/?v=8`)
    const identity = { server_id: serverId, user_id: userId, session_id: sessionId, token }
    wire.send(VoiceOp.IDENTIFY, { ...identity, video: true, streams: STREAMS })
    const ready = (await wire.next(VoiceOp.READY, WAIT_MS)).d as unknown as Ready
    const rtc = await WebRtcClient.open(ip)
    rtc.aim(ready)
    return new PageInCall({ rtc, wire, userId, endpoint, ready })
  }

  /** Joins a channel, and connects with keys. */
  static async join(lab: VoiceLab, name: string, where: string, profile?: SrtpProfileName) {
    const page = await PageInCall.open(lab, name, where)
    await page.connect(profile)
    return page
  }

  /** Negotiates, connects with keys, and speaks. */
  async connect(profile?: SrtpProfileName): Promise<void> {
    await this.negotiate()
    await this.rtc.check(this.answer)
    if (!(await this.rtc.handshake(profile))) throw new Error('the handshake failed')
    this.wire.send(VoiceOp.SPEAKING, { speaking: 1, delay: 0, ssrc: this.rtc.ssrc })
  }

  /** Sends op 1, and takes the answer. */
  async negotiate(fragment = this.rtc.fragment): Promise<void> {
    this.select(fragment)
    const { sdp } = (await this.wire.next(VoiceOp.SESSION_DESCRIPTION, WAIT_MS)).d as { sdp: string }
    this.answer = answerOf(sdp)
  }

  /** Sends op 1. */
  select(fragment: string): void {
    this.wire.send(VoiceOp.SELECT_PROTOCOL, { protocol: 'webrtc', data: fragment })
  }

  close(): void {
    this.wire.close(1000)
    this.rtc.close()
  }
}
