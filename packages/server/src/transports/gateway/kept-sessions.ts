import type { Instant } from '@guildhall/protocol'
import { pack, unpack } from '../../kernel/json.ts'
import type { VoiceState } from '../../kernel/model.ts'
import { db } from '../../kernel/store/statement.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { Work } from '../../kernel/work.ts'
import type { SessionPresence } from '../../resources/presences/index.ts'
import { Part, Payload } from './payload.ts'
import type { Session } from './session.ts'

/** What is kept for a restart: sessions that would need more than this begin anew. */
const BYTES_MAX = 64 * 1024 * 1024
/** Rows a statement writes; each has a few values, and a store bounds those. */
const ROWS = 200

/** A session as it waits in the store for the next process. */
export interface KeptSession {
  id: string
  detachedAt: Instant
  tokenHash: string
  encoding: string
  intents: number
  capabilities: number
  shard: readonly [number, number]
  largeThreshold: number
  guilds: readonly bigint[]
  presence: SessionPresence | null
  /** Where it is connected to voice. */
  voice: readonly VoiceState[]
  /** The last sequence number, and what may be asked for again up to it. */
  seq: number
  payloads: readonly (Payload | null)[]
}

type Row = Omit<KeptSession, 'id' | 'detachedAt' | 'payloads'> & { payloads: readonly number[] }

/** Writes sessions into the store; a payload that several of them may be sent again is written once. */
export async function keepSessions(
  units: Units,
  sessions: Iterable<{
    session: Session
    detachedAt: Instant
    presence: SessionPresence | null
    voice: readonly VoiceState[]
  }>,
): Promise<void> {
  const numbers = new Map<Payload, number>()
  const rows: { id: string; detached_at: Instant; data: string }[] = []
  let bytes = 0
  for (const { session, detachedAt, presence, voice } of sessions) {
    const payloads = session.replay.from(session.replay.first)
    let more = 0
    for (const payload of payloads) if (payload && !numbers.has(payload)) more += payload.length
    if (bytes + more > BYTES_MAX) continue
    bytes += more
    const row: Row = {
      tokenHash: session.identity.tokenHash,
      encoding: session.encoding.name,
      intents: session.intents,
      capabilities: session.capabilities,
      shard: session.shard,
      largeThreshold: session.largeThreshold,
      guilds: [...session.guilds],
      presence,
      voice,
      seq: session.seq,
      payloads: payloads.map((payload) => (payload ? numberOf(numbers, payload) : 0)),
    }
    rows.push({ id: session.id, detached_at: detachedAt, data: pack(row) })
  }
  await units.write(SYSTEM_ACTOR, async (work) => {
    await forget(work)
    for (const some of inRows(rows)) await work.run(db.insertInto('kept_sessions').values(some))
    for (const some of inRows([...numbers])) {
      await work.run(db.insertInto('kept_payloads').values(some.map(([payload, id]) => rowOf(id, payload))))
    }
  })
}

/** Takes the sessions out of the store: if this process dies, nobody knows what they missed. */
export async function takeSessions(units: Units): Promise<KeptSession[]> {
  return units.write(SYSTEM_ACTOR, async (work) => {
    const rows = await work.all(db.selectFrom('kept_sessions').selectAll())
    if (rows.length === 0) return []
    const payloads = new Map<number, Payload>()
    for (const { id, guild_id, channel_id, bytes } of await work.all(db.selectFrom('kept_payloads').selectAll())) {
      const part = new Part(Buffer.from(bytes, 'base64'))
      payloads.set(id, new Payload([part], { guildId: guild_id, channelId: channel_id }))
    }
    await forget(work)
    return rows.map(({ id, detached_at, data }) => {
      const row = unpack<Row>(data)
      const own = row.payloads.map((number) => payloads.get(number) ?? null)
      return { ...row, id, detachedAt: detached_at, payloads: own }
    })
  })
}

async function forget(work: Work): Promise<void> {
  await work.run(db.deleteFrom('kept_sessions'))
  await work.run(db.deleteFrom('kept_payloads'))
}

function numberOf(numbers: Map<Payload, number>, payload: Payload): number {
  const number = numbers.get(payload) ?? numbers.size + 1
  numbers.set(payload, number)
  return number
}

function rowOf(id: number, { parts, place }: Payload) {
  const bytes = Buffer.concat(parts.map((part) => part.bytes)).toString('base64')
  return { id, guild_id: place.guildId, channel_id: place.channelId, bytes }
}

function* inRows<T>(rows: readonly T[]): Iterable<T[]> {
  for (let at = 0; at < rows.length; at += ROWS) yield rows.slice(at, at + ROWS)
}
