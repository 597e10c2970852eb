import { GatewayOp, type Snowflake } from '@guildhall/protocol'
import { hideInJson, hideInPartialJson, hideInText } from '../../kernel/tape/hide.ts'
import { BODY_BYTES_MAX } from '../../kernel/tape/kept-body.ts'
import { messageFacts, type TapedSession, type TapeEntry, type TapeFacts } from '../../kernel/tape/record.ts'
import type { Tape } from '../../kernel/tape/tape.ts'
import type { EncodedDispatch } from './dispatch.ts'
import type { Encoding } from './encoding.ts'

/** Session of a frame. Frames before Identify belong to the session that follows. */
interface FrameParty {
  session: TapedSession | null
}

/** The part of a gateway session that its records show. */
interface FrameSession {
  readonly id: string
  readonly userId: Snowflake
  readonly applicationId: Snowflake | null
  readonly encoding: Encoding
}

/** Parties of sessions. A session itself would keep its replay buffer alive as long as the tape. */
const PARTIES = new WeakMap<FrameSession, FrameParty>()

/** Returns the party of a session, the same one for all frames of it. */
function partyOf(session: FrameSession): FrameParty {
  let party = PARTIES.get(session)
  if (!party) {
    const { id: sessionId, userId, applicationId } = session
    party = { session: { sessionId, userId, applicationId } }
    PARTIES.set(session, party)
  }
  return party
}

/** Records a dispatch that is being written to a session's connection. */
export function tapeDispatch(tape: Tape, session: FrameSession, dispatch: EncodedDispatch, seq: number): void {
  tape.add(new SentDispatch(partyOf(session), dispatch, seq, session.encoding))
}

/** Records frames of one connection that are no dispatches. */
export class ConnectionTape {
  readonly #tape: Tape
  readonly #encoding: Encoding | undefined
  #party: FrameParty = { session: null }
  #closed = false

  constructor(tape: Tape, encoding: Encoding | undefined) {
    this.#tape = tape
    this.#encoding = encoding
  }

  /** Notes the session of the connection; null when it no longer has one. */
  begin(session: FrameSession | null): void {
    const party = session ? partyOf(session) : { session: null }
    // Frames that were recorded before keep the former party, which therefore learns its session here.
    this.#party.session ??= party.session
    this.#party = party
  }

  received(data: Buffer): void {
    if (this.#tape.recording) this.#add(new PlainFrame(this.#party, 'in', data, this.#encoding))
  }

  /** Records a frame and returns it. */
  sent(data: Buffer, why?: () => string): Buffer {
    if (this.#tape.recording) this.#add(new PlainFrame(this.#party, 'out', data, this.#encoding, why?.()))
    return data
  }

  /** Records the end of the connection. Code 1005 means a close frame without one, 1006 no close frame. */
  closed(direction: 'in' | 'out', code: number, reason: string, why?: () => string): void {
    const first = !this.#closed
    this.#closed = true
    if (first && this.#tape.recording) this.#add(new CloseFrame(this.#party, direction, code, reason, why?.()))
  }

  #add(entry: TapeEntry): void {
    this.#tape.add(entry)
  }
}

/** A payload as far as it can be read. */
interface Payload {
  readonly op: number | null
  readonly t: string | null
  readonly s: number | null
  readonly d: unknown
  /** The text, of a payload that can't be read or was cut. */
  readonly text?: string
}

abstract class Frame implements TapeEntry {
  readonly kind = 'frame'
  readonly party: FrameParty
  readonly direction: 'in' | 'out'
  abstract readonly keptBytes: number

  constructor(party: FrameParty, direction: 'in' | 'out') {
    this.party = party
    this.direction = direction
  }

  abstract facts(): TapeFacts
  abstract details(): unknown

  protected factsOf(title: string, bytes: number, guildId: Snowflake | null): TapeFacts {
    const { party, direction } = this
    return messageFacts(party.session, { title, direction, guildId, status: null, bytes })
  }
}

function detailsOf({ op, t, s, d, text }: Payload) {
  return { op, t, s, payload: hideInJson(d) ?? null, ...(text !== undefined && { text, cut: true }) }
}

/** A command, or a frame of the platform that is no dispatch. */
class PlainFrame extends Frame {
  readonly #latin1: string
  readonly #bytes: number
  readonly #encoding: Encoding | undefined
  readonly #why: string | undefined

  constructor(party: FrameParty, direction: 'in' | 'out', data: Buffer, encoding: Encoding | undefined, why?: string) {
    super(party, direction)
    this.#why = why
    this.#latin1 = data.toString('latin1', 0, BODY_BYTES_MAX)
    this.#bytes = data.length
    this.#encoding = encoding
  }

  get keptBytes(): number {
    return this.#latin1.length + (this.#why?.length ?? 0)
  }

  #payload(): Payload {
    return payloadOf(Buffer.from(this.#latin1, 'latin1'), this.#encoding)
  }

  facts(): TapeFacts {
    const { op, d } = this.#payload()
    const title = op === null ? 'a frame that is no payload' : `op ${op} ${OP_NAMES.get(op) ?? 'unknown'}`
    return { ...this.factsOf(title, this.#bytes, idIn(d, 'guild_id')), why: linesOf(this.#why) }
  }

  details() {
    return detailsOf(this.#payload())
  }
}

/** A dispatch on one connection. Its bytes are those that all sessions share. */
class SentDispatch extends Frame {
  readonly #dispatch: EncodedDispatch
  readonly #seq: number
  readonly #encoding: Encoding

  constructor(party: FrameParty, dispatch: EncodedDispatch, seq: number, encoding: Encoding) {
    super(party, 'out')
    this.#dispatch = dispatch
    this.#seq = seq
    this.#encoding = encoding
  }

  get keptBytes(): number {
    return this.#dispatch.length
  }

  #payload(): Payload {
    const parts = this.#dispatch.parts.map(({ bytes }) => bytes)
    const bytes = Buffer.concat([...parts, Buffer.from(this.#encoding.dispatchTail(this.#seq), 'latin1')])
    if (bytes.length <= BODY_BYTES_MAX) return payloadOf(bytes, this.#encoding)
    const text = textOf(bytes.subarray(0, BODY_BYTES_MAX), this.#encoding)
    return { op: GatewayOp.DISPATCH, t: this.#dispatch.name || null, s: this.#seq, d: null, text }
  }

  facts(): TapeFacts {
    const { name, scope, length } = this.#dispatch
    const payload = name === '' || scope.guildId === null ? this.#payload() : null
    const guildId = scope.guildId ?? (OF_GUILDS.has(name) ? idIn(payload?.d, 'id') : idIn(payload?.d, 'guild_id'))
    return this.factsOf(`op 0 ${name || payload?.t}`, length, guildId)
  }

  details() {
    return detailsOf(this.#payload())
  }
}

/** The end of a connection. */
class CloseFrame extends Frame {
  readonly #code: number
  readonly #reason: string
  readonly #why: string | undefined
  readonly keptBytes: number

  constructor(party: FrameParty, direction: 'in' | 'out', code: number, reason: string, why?: string) {
    super(party, direction)
    this.#why = why
    this.keptBytes = why?.length ?? 0
    this.#code = code
    this.#reason = reason
  }

  facts(): TapeFacts {
    const title = `close ${this.#code} ${this.#reason}`.trimEnd()
    return { ...this.factsOf(title, 0, null), status: this.#code, why: linesOf(this.#why) }
  }

  details() {
    return { op: null, t: null, s: null, payload: { close: { code: this.#code, reason: this.#reason } } }
  }
}

function linesOf(why: string | undefined): string[] | undefined {
  return why?.split('\n')
}

function payloadOf(bytes: Buffer, encoding: Encoding | undefined): Payload {
  try {
    const { op, t, s, d } = encoding?.decode(bytes) as Record<string, unknown>
    if (Number.isInteger(op))
      return {
        op: op as number,
        t: typeof t === 'string' ? t : null,
        s: typeof s === 'number' ? s : null,
        d: typeof d === 'bigint' ? `${d}` : d,
      }
  } catch {
    // Shown as it came.
  }
  return { op: null, t: null, s: null, d: null, text: textOf(bytes, encoding) }
}

function textOf(bytes: Buffer, encoding: Encoding | undefined): string {
  if (encoding?.name === 'etf') return `${bytes.length} bytes of ETF`
  return encoding ? hideInPartialJson(bytes.toString()) : hideInText(bytes.toString())
}

/** Dispatches whose object is a guild. */
const OF_GUILDS: ReadonlySet<string> = new Set(['GUILD_CREATE', 'GUILD_UPDATE', 'GUILD_DELETE'])

/** Returns the id in a field of a payload, or the first one of a list. */
function idIn(data: unknown, field: string): Snowflake | null {
  const value = (typeof data === 'object' ? (data ?? {}) : {}) as Record<string, unknown>
  const id = Array.isArray(value[field]) ? value[field][0] : value[field]
  if (typeof id === 'bigint') return id
  return typeof id === 'string' && /^\d{1,20}$/.test(id) ? BigInt(id) : null
}

const OP_NAMES: ReadonlyMap<number, string> = new Map(Object.entries(GatewayOp).map(([name, op]) => [op, name]))
