import { type Snowflake, VoiceOp } from '@guildhall/protocol'
import { hideInJson } from '../../kernel/tape/hide.ts'
import { BODY_BYTES_MAX } from '../../kernel/tape/kept-body.ts'
import { messageFacts, type TapedSession, type TapeEntry, type TapeFacts } from '../../kernel/tape/record.ts'
import type { Tape } from '../../kernel/tape/tape.ts'
import type { VoiceTicket } from '../../kernel/voice.ts'

const HIDDEN = '[hidden]'
/** Fields of ops 2 and 4 that are keys, and are no texts or not named as credentials. */
const KEY_FIELDS: ReadonlySet<string> = new Set(['secret_key', 'credential'])
/** Password of ICE in a session description. */
const ICE_PASSWORD = /(ice-pwd:)[^\r\n"\\]+/g
const OP_NAMES: ReadonlyMap<number, string> = new Map(Object.entries(VoiceOp).map(([name, op]) => [op, name]))
/** Bytes before the payload of a binary message of the server: sequence number and opcode. */
const SEQUENCE_BYTES = 2

type Direction = 'in' | 'out'

/** Session of a message. Messages before Identify belong to the session that follows. */
interface VoiceParty {
  session: TapedSession | null
  guildId: Snowflake | null
}

/** Records the messages of one voice socket, while the tape is on. Payloads of binary messages are left out. */
export class VoiceTape {
  readonly #tape: Tape
  readonly #party: VoiceParty = { session: null, guildId: null }
  #closed = false

  constructor(tape: Tape) {
    this.#tape = tape
  }

  /** Notes the session of the socket. */
  begin({ userId, serverId, channelId, sessionId }: VoiceTicket): void {
    this.#party.session = { sessionId, userId, applicationId: null }
    this.#party.guildId = serverId === channelId ? null : serverId
  }

  message(direction: Direction, bytes: Buffer, binary: boolean): void {
    if (!this.#tape.recording) return
    const kept = binary ? bytes.subarray(0, SEQUENCE_BYTES + 1).toString('latin1') : textOf(bytes)
    this.#tape.add(new VoiceMessage(this.#party, { direction, kept, bytes: bytes.length, binary }))
  }

  /** Records the end of the socket. */
  closed(direction: Direction, code: number, reason: string): void {
    const first = !this.#closed
    this.#closed = true
    if (first && this.#tape.recording) this.#tape.add(new VoiceClose(this.#party, direction, { code, reason }))
  }
}

/** Returns the text of a message; empty for one that is too long to be kept. */
function textOf(bytes: Buffer): string {
  return bytes.length > BODY_BYTES_MAX ? '' : bytes.toString()
}

abstract class VoiceRecord implements TapeEntry {
  readonly kind = 'voice'
  abstract readonly keptBytes: number
  readonly #party: VoiceParty
  readonly #direction: Direction

  constructor(party: VoiceParty, direction: Direction) {
    this.#party = party
    this.#direction = direction
  }

  abstract facts(): TapeFacts
  abstract details(): unknown

  protected factsOf(title: string, bytes: number, status: number | null): TapeFacts {
    const { session, guildId } = this.#party
    return messageFacts(session, { title, direction: this.#direction, guildId, status, bytes })
  }
}

interface KeptMessage {
  readonly direction: Direction
  /** JSON, or the first bytes of a binary message. */
  readonly kept: string
  readonly bytes: number
  readonly binary: boolean
}

class VoiceMessage extends VoiceRecord {
  readonly #message: KeptMessage
  readonly keptBytes: number

  constructor(party: VoiceParty, message: KeptMessage) {
    super(party, message.direction)
    this.#message = message
    this.keptBytes = message.kept.length
  }

  facts(): TapeFacts {
    const { bytes, binary } = this.#message
    const { op } = this.#read()
    const title = op === null ? 'a message that is no payload' : `op ${op} ${OP_NAMES.get(op) ?? 'unknown'}`
    return this.factsOf(binary ? `${title} (binary)` : title, bytes, null)
  }

  details() {
    const { op, seq, d } = this.#read()
    const payload = hideKeys(hideInJson(d)) ?? null
    return { op, t: null, s: seq, payload, ...(op === null && { text: `${this.#message.bytes} bytes`, cut: true }) }
  }

  #read(): { op: number | null; seq: number | null; d: unknown } {
    const { direction, kept, binary } = this.#message
    if (binary) return readBinary(Buffer.from(kept, 'latin1'), direction)
    try {
      const { op, seq, d } = JSON.parse(kept) as { op?: unknown; seq?: unknown; d?: unknown }
      if (typeof op === 'number') return { op, seq: typeof seq === 'number' ? seq : null, d }
    } catch {
      // The client gets close code 4002.
    }
    return { op: null, seq: null, d: null }
  }
}

function readBinary(head: Buffer, direction: Direction) {
  if (direction === 'in') return { op: head[0] ?? null, seq: null, d: null }
  return { op: head[SEQUENCE_BYTES] ?? null, seq: head.readUInt16BE(0), d: null }
}

/** Returns a copy of a payload without keys of media: of transports, relays and ICE. */
function hideKeys(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(ICE_PASSWORD, `$1${HIDDEN}`)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(hideKeys)
  const shown = ([name, field]: [string, unknown]) => [name, KEY_FIELDS.has(name) ? HIDDEN : hideKeys(field)]
  return Object.fromEntries(Object.entries(value).map(shown))
}

/** The end of a voice socket. */
class VoiceClose extends VoiceRecord {
  readonly keptBytes = 0
  readonly #close: { readonly code: number; readonly reason: string }

  constructor(party: VoiceParty, direction: Direction, close: { code: number; reason: string }) {
    super(party, direction)
    this.#close = close
  }

  facts(): TapeFacts {
    const { code, reason } = this.#close
    return this.factsOf(`close ${code} ${reason}`.trimEnd(), 0, code)
  }

  details() {
    return { op: null, t: null, s: null, payload: { close: this.#close } }
  }
}
