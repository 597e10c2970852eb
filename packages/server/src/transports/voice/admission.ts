import { setTimeout as pause } from 'node:timers/promises'
import { type Changes, ChannelType, has, Permission, VoiceCloseCode, VoiceOp } from '@guildhall/protocol'
import { memberChannelPermissions } from '../../access/channel.ts'
import { memberInGuild } from '../../access/member.ts'
import type { Clock } from '../../kernel/clock.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { VoiceTicket } from '../../kernel/voice.ts'
import type { Calls } from './calls.ts'
import type { MediaServer } from './media/media-server.ts'
import type { IdentifyData, ResumeData } from './payloads.ts'
import type { VoiceTokens } from './tokens.ts'
import { VoiceSession } from './voice-session.ts'

/** Close codes of refused Identifies and Resumes. */
export const REFUSALS = {
  token: { code: VoiceCloseCode.AUTHENTICATION_FAILED, reason: 'Authentication failed.' },
  session: { code: VoiceCloseCode.SESSION_INVALID, reason: 'Session is no longer valid.' },
  server: { code: VoiceCloseCode.SERVER_NOT_FOUND, reason: 'Server not found.' },
  encryption: { code: VoiceCloseCode.ENCRYPTION_REQUIRED, reason: 'E2EE/DAVE protocol required.' },
} as const

/** Pauses in which a voice state of another node is waited for. */
const WAITS_MAX = 20
const WAIT_MS = 50

/** Name of a refusal. */
export type AdmissionRefusal = keyof typeof REFUSALS

export interface AdmissionParts {
  calls: Calls
  tokens: VoiceTokens
  media: MediaServer
  units: Units
  changes: Changes
  /** Platform date, by which calls need end-to-end encryption. */
  clock: Clock
  /** Whether other nodes have members of calls. */
  isShared: boolean
}

/** Facts about a channel and a member that decide how the member takes part. */
interface Place {
  /** Whether the call can be encrypted. Those of stage channels are not. */
  readonly encrypted: boolean
  /** Whether the member has PRIORITY_SPEAKER. */
  readonly priority: boolean
}

/** Decides which clients take part in calls. */
export class Admission {
  readonly #parts: AdmissionParts

  constructor(parts: AdmissionParts) {
    this.#parts = parts
  }

  /**
   * Begins a voice session for Identify. A former session of the user on the same server is disconnected.
   * [VER-6] [VER-7] [VER-8] [VER-9]
   */
  async admit(request: IdentifyData, version: number): Promise<VoiceSession | AdmissionRefusal> {
    const { calls, tokens, media, changes, clock } = this.#parts
    const { sessionId, token, maxDaveVersion, streams } = request
    const proof = tokens.verify(token)
    if (!proof || proof.userId !== request.userId) return 'token'
    if (proof.serverId !== request.serverId) return 'server'
    const { userId, serverId, channelId } = proof
    const ticket: VoiceTicket = { userId, serverId, channelId, sessionId }
    const misplaced = request.channelId !== null && request.channelId !== channelId
    if (misplaced || !proof.isOf(sessionId) || !(await this.#isPlaced(ticket))) return 'session'
    const { encrypted, priority } = await this.#placeOf(ticket)
    if (encrypted && maxDaveVersion < 1 && changes.inEffect('e2ee_only', clock.now())) return 'encryption'
    // The user may have moved or left meanwhile.
    if (!calls.roster.has(ticket)) return 'session'
    const session: VoiceSession = new VoiceSession({
      ticket,
      version,
      maxDaveVersion,
      encrypted,
      priority,
      media: media.open(
        channelId.toString(),
        {
          speaking: () => session.spoke(clock.now()),
          keyUsedUp: () => calls.end(session, VoiceCloseCode.SESSION_INVALID, 'Session is no longer valid.'),
          videoWanted: (wanted) => session.send(VoiceOp.MEDIA_SINK_WANTS, wantsOf(wanted)),
        },
        streams,
      ),
    })
    calls.add(session)
    return session
  }

  /** Returns whether the user is at a place. Another node may have stored it just now. */
  async #isPlaced(ticket: VoiceTicket): Promise<boolean> {
    const { roster } = this.#parts.calls
    const waits = this.#parts.isShared ? WAITS_MAX : 0
    for (let waited = 0; waited < waits && !roster.has(ticket); waited += 1) await pause(WAIT_MS)
    return roster.has(ticket)
  }

  async #placeOf({ userId, serverId, channelId }: VoiceTicket): Promise<Place> {
    const { units, clock, calls } = this.#parts
    if (serverId === channelId || calls.roster.isPlain(serverId))
      return { encrypted: !calls.roster.isPlain(serverId), priority: false }
    return units.read(SYSTEM_ACTOR, async (work) => {
      const view = await work.view(serverId)
      const channel = view?.channels.get(channelId)
      const member = view && (await memberInGuild(work, view, userId))
      if (!view || !channel || !member) return { encrypted: true, priority: false }
      const permissions = memberChannelPermissions(view, channel, member, clock.now())
      return {
        encrypted: channel.type !== ChannelType.GUILD_STAGE_VOICE,
        priority: has(permissions, Permission.PRIORITY_SPEAKER),
      }
    })
  }

  /** Returns the session that Resume continues. */
  resume({ serverId, sessionId, token, acknowledged }: ResumeData): VoiceSession | AdmissionRefusal {
    const { calls, tokens } = this.#parts
    const proof = tokens.verify(token)
    const session = proof && calls.session(serverId, proof.userId)
    if (!proof || !session || proof.serverId !== serverId || !proof.isOf(sessionId)) return 'session'
    const { ticket } = session
    if (ticket.channelId !== proof.channelId || ticket.sessionId !== sessionId) return 'session'
    return session.canResumeFrom(acknowledged) ? session : 'session'
  }
}

/** Returns the `d` of op 15 that tells a sender which of its streams are watched. */
function wantsOf(wanted: ReadonlyMap<number, number>): object {
  return { ...Object.fromEntries(wanted), any: Math.max(0, ...wanted.values()) }
}
