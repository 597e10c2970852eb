/** Checks that media of calls reaches a running platform: STUN and DTLS over UDP, STUN over TCP. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import { isLoopbackHost } from '../../validation/loopback-host.ts'
import { ControlClient, ControlError } from '../control/control-client.ts'
import { type Finding, finding } from './finding.ts'
import { bindingRequest, clientHello, type IceCredentials, isBindingResponse, isServerFlight } from './voice-packets.ts'

/** Times at which a packet is sent, since any may be lost. */
const SEND_AT_MS = [0, 200, 600, 1_200]
const WAIT_MS = 3_000
/** Offer without media: the handshake is not ended. */
const OFFER = [
  'a=ice-ufrag:doct',
  `a=ice-pwd:${'d'.repeat(24)}`,
  `a=fingerprint:sha-256 ${new Array(32).fill('00').join(':')}`,
  'a=rtpmap:111 opus/48000/2',
].join('\n')

/** Address of an answer. */
interface Candidate {
  readonly transport: 'UDP' | 'TCP'
  readonly ip: string
  readonly port: number
}

/** Tries the addresses of media that a platform announces. Without a key of its control API, nothing is tried. */
export async function checkVoice(server: URL, key: string | null): Promise<Finding[]> {
  if (key === null) return [finding('voice', 'none', 'not tried without --key: it tells the addresses of media')]
  let sdp: string
  try {
    sdp = (await new ControlClient(server, key).request('POST /voice/probes', { sdp: OFFER })).sdp
  } catch (error) {
    if (!(error instanceof ControlError)) throw error
    return [finding('voice', 'none', `not tried: ${error.message}`)]
  }
  const value = (name: string) => new RegExp(`^a=${name}:(.+)$`, 'm').exec(sdp)?.[1] ?? ''
  const ice = { ufrag: value('ice-ufrag'), password: value('ice-pwd') }
  const found = await Promise.all(candidatesOf(sdp).map((candidate) => checkCandidate(server, candidate, ice)))
  return found.flat()
}

function candidatesOf(sdp: string): Candidate[] {
  return sdp.split('\n').flatMap((line) => {
    const [, transport, ip, port] = /^a=candidate:\d+ 1 (UDP|TCP) \d+ (\S+) (\d+) typ host/.exec(line) ?? []
    return transport && ip ? [{ transport: transport as Candidate['transport'], ip, port: Number(port) }] : []
  })
}

async function checkCandidate(server: URL, candidate: Candidate, ice: IceCredentials): Promise<Finding[]> {
  const { transport, ip, port } = candidate
  const target = `${ip.includes(':') ? `[${ip}]` : ip}:${port}`
  const subject = `voice ${transport}`
  if (isLoopbackHost(ip) && !isLoopbackHost(server.hostname)) {
    const advice = `Name the address that people reach: --voice-announce HOST:${port}.`
    return [
      finding(subject, transport === 'UDP' ? 'fail' : 'warn', `${target} is announced, a loopback address`, advice),
    ]
  }
  if (transport === 'TCP') return [await checkTcp(target, candidate, ice)]
  const { stun, dtls } = await tryUdp(candidate, ice)
  if (!stun) {
    const advice = `Open UDP port ${port} in firewalls, forward it at NAT and containers, and name the outer address: --voice-announce HOST:PORT.`
    // A machine may have no IPv6 where its server has.
    return [finding(subject, ip.includes(':') ? 'warn' : 'fail', `no answer to STUN from ${target}`, advice)]
  }
  const passes = finding(subject, 'ok', `STUN passes to ${target}`)
  if (dtls) return [passes, finding('voice DTLS', 'ok', `a handshake begins at ${target}`)]
  const advice = `A firewall passes STUN and not DTLS, or drops packets of 1,200 bytes. Open UDP port ${port} for all packets.`
  return [passes, finding('voice DTLS', 'fail', `no answer to DTLS from ${target}`, advice)]
}

async function tryUdp({ ip, port }: Candidate, ice: IceCredentials): Promise<{ stun: boolean; dtls: boolean }> {
  const socket = createSocket(ip.includes(':') ? 'udp6' : 'udp4')
  socket.on('error', () => {})
  const exchange = async (packet: () => Buffer, isAnswer: (packet: Buffer) => boolean) => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    socket.on('message', (answer) => isAnswer(answer) && resolve(true))
    const timers = SEND_AT_MS.map((ms) => setTimeout(() => socket.send(packet(), port, ip, () => {}), ms))
    timers.push(setTimeout(() => resolve(false), WAIT_MS))
    const answered = await promise
    for (const timer of timers) clearTimeout(timer)
    socket.removeAllListeners('message')
    return answered
  }
  try {
    const stun = await exchange(() => bindingRequest(ice), isBindingResponse)
    return { stun, dtls: stun && (await exchange(clientHello, isServerFlight)) }
  } finally {
    socket.close()
  }
}

async function checkTcp(target: string, { ip, port }: Candidate, ice: IceCredentials): Promise<Finding> {
  const socket = connect(port, ip)
  try {
    const signal = AbortSignal.timeout(WAIT_MS)
    await once(socket, 'connect', { signal })
    const packet = bindingRequest(ice)
    socket.write(Buffer.concat([Buffer.of(packet.length >> 8, packet.length & 0xff), packet]))
    const [answer] = (await once(socket, 'data', { signal })) as [Buffer]
    if (!isBindingResponse(answer.subarray(2))) throw new Error('another program answers, such as a proxy')
    return finding('voice TCP', 'ok', `STUN passes to ${target}`)
  } catch (error) {
    const advice =
      "Networks without UDP have no calls. Publish the platform's port itself, and name it: --voice-tcp HOST:PORT; or --voice-tcp off."
    return finding('voice TCP', 'warn', `no answer to STUN from ${target}: ${(error as Error).message}`, advice)
  } finally {
    socket.on('error', () => {}).destroy()
  }
}
