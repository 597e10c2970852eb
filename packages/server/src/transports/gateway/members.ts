import {
  type Changes,
  GATEWAY_SENDS_MAX,
  Intent,
  MEMBER_CHUNK_MAX,
  MEMBER_REQUEST_ALL_PER_MS,
  MEMBER_REQUEST_NONCE_MAX_BYTES,
  MEMBER_REQUEST_USERS_MAX,
  type MemberObject,
  parseSnowflake,
  type Snowflake,
  VERY_LARGE_GUILD_MEMBERS,
} from '@guildhall/protocol'
import type { Logger } from 'pino'
import type { Clock } from '../../kernel/clock.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Member, Presence } from '../../kernel/model.ts'
import { KeyedQueue } from '../../kernel/queues.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { Work } from '../../kernel/work.ts'
import { listMembersById, listMembersWithUsers, presentMember, searchMembers } from '../../resources/members/index.ts'
import { presentPresence } from '../../resources/presences/index.ts'
import { listUsers } from '../../resources/users/index.ts'
import { logIgnored } from './ignored.ts'
import { inGuild } from './payload.ts'
import type { Session } from './session.ts'

/** Rows read and shown before others get their turn. */
const STEP = 250
/** Requests of one session that are not answered yet; the next is refused. As many as it may send in a minute. */
const UNANSWERED_MAX = GATEWAY_SENDS_MAX
const REFUSED_FOR_S = 5

/** The `d` of op 8, read. */
export interface MemberRequest {
  guildId: Snowflake
  query: string | null
  limit: number
  userIds: Snowflake[]
  presences: boolean
  nonce: string | null
}

/** Answers op 8 by chunks of 1,000, read page by page, so that a guild's size costs no memory. [GW-5] [GW-6] [GW-7] */
export class MemberRequests {
  readonly #units: Units
  readonly #clock: Clock
  readonly #changes: Changes
  /** When a bot last asked for all members of a guild. */
  readonly #asked = new Map<string, number>()
  readonly #queue = new KeyedQueue<Session>()

  readonly #log: Logger

  constructor(parts: { units: Units; clock: Clock; changes: Changes; log: Logger }) {
    this.#log = parts.log
    this.#units = parts.units
    this.#clock = parts.clock
    this.#changes = parts.changes
  }

  /** One after the other for each session, so that nobody has the store read for him alone. */
  async answer(session: Session, request: MemberRequest): Promise<void> {
    if (this.#queue.size(session) >= UNANSWERED_MAX) return rateLimited(session, request, REFUSED_FOR_S)
    await this.#queue.run(session, () => this.#answer(session, request))
  }

  async #answer(session: Session, request: MemberRequest): Promise<void> {
    const ignored = (reason: string) => logIgnored(this.#log, 8, session, reason, { guild: request.guildId })
    if (!session.guilds.has(request.guildId)) return ignored('the session is not in this guild, or another shard is')
    await this.#units.read(SYSTEM_ACTOR, async (work) => {
      const view = await work.view(request.guildId)
      if (!view) return ignored('the guild is gone')
      if (request.userIds.length > 0) return this.#byIds(work, view, session, request)
      if (request.query) return this.#byName(work, view, session, request)
      if (session.kind === 'bot' && (session.intents & Intent.GUILD_MEMBERS) === 0)
        return ignored('a request for all members needs the GUILD_MEMBERS intent')
      if (!(request.limit > 0 && request.limit <= MEMBER_REQUEST_USERS_MAX) && this.#tooSoon(session, view, request))
        return
      await this.#all(work, view, session, request)
    })
  }

  /** All members of a guild once in 30 s for each bot, over all its sessions, from the dates on. [LIM-12] [VER-11] */
  #tooSoon(session: Session, view: GuildView, request: MemberRequest): boolean {
    const { guildId } = request
    const now = this.#clock.now()
    const forAll = this.#changes.inEffect('member_request_limit_all', now)
    const forLarge =
      this.#changes.inEffect('member_request_limit_large', now) && view.memberCount >= VERY_LARGE_GUILD_MEMBERS
    if (session.kind !== 'bot' || !(forAll || forLarge)) return false
    const key = `${session.userId} ${guildId}`
    const last = this.#asked.get(key)
    if (last === undefined || now - last >= MEMBER_REQUEST_ALL_PER_MS) {
      for (const [known, at] of this.#asked) if (now - at >= MEMBER_REQUEST_ALL_PER_MS) this.#asked.delete(known)
      this.#asked.set(key, now)
      return false
    }
    rateLimited(session, request, (last + MEMBER_REQUEST_ALL_PER_MS - now) / 1000)
    return true
  }

  async #byIds(work: Work, view: GuildView, session: Session, request: MemberRequest): Promise<void> {
    const members = await listMembersById(work, view.id, request.userIds)
    const notFound = request.userIds.filter((id) => !members.has(id)).map(String)
    await this.#few(work, view, session, request, [...members.values()], notFound)
  }

  async #byName(work: Work, view: GuildView, session: Session, request: MemberRequest): Promise<void> {
    const limit = Math.min(Math.max(request.limit, 1), MEMBER_REQUEST_USERS_MAX)
    const members = await searchMembers(work, view.id, request.query ?? '', limit)
    await this.#few(work, view, session, request, members, [])
  }

  async #few(
    work: Work,
    view: GuildView,
    session: Session,
    request: MemberRequest,
    found: readonly Member[],
    notFound: string[],
  ): Promise<void> {
    const ids = found.map((member) => member.user_id)
    const users = await listUsers(work, ids)
    const members = found.flatMap((member) => {
      const user = users.get(member.user_id)
      return user ? [presentMember(member, user)] : []
    })
    const presences = ids.flatMap((id) => view.presences.get(id) ?? [])
    say(session, request, { members, presences, index: 0, count: 1, notFound })
  }

  async #all(work: Work, view: GuildView, session: Session, request: MemberRequest): Promise<void> {
    const wanted = request.limit === 0 ? view.memberCount : Math.min(request.limit, view.memberCount)
    const count = Math.max(Math.ceil(wanted / MEMBER_CHUNK_MAX), 1)
    let after = -1n
    for (let index = 0; index < count && session.connection; index += 1) {
      const members: MemberObject[] = []
      const presences: Presence[] = []
      const size = Math.min(MEMBER_CHUNK_MAX, wanted - index * MEMBER_CHUNK_MAX)
      while (members.length < size) {
        const some = await listMembersWithUsers(work, view.id, after, Math.min(STEP, size - members.length))
        for (const { member, user } of some) {
          members.push(presentMember(member, user))
          after = member.user_id
          const presence = view.presences.get(member.user_id)
          if (presence) presences.push(presence)
        }
        await othersTurn()
        if (some.length === 0) break
      }
      say(session, request, { members, presences, index, count })
      // The next one waits until the reader has this one, so that a guild's size costs no memory.
      await session.keptUp()
    }
  }
}

function rateLimited(session: Session, { guildId, nonce }: MemberRequest, retry_after: number): void {
  const meta = { guild_id: guildId.toString(), ...(nonce === null ? {} : { nonce }) }
  session.say('RATE_LIMITED', { opcode: 8, retry_after, meta })
}

interface Chunk {
  members: readonly MemberObject[]
  presences: readonly Presence[]
  index: number
  count: number
  notFound?: string[]
}

function say(
  session: Session,
  request: MemberRequest,
  { members, presences, index, count, notFound = [] }: Chunk,
): void {
  // Without the intent for them `presences` counts as false, as documented.
  const entitled = session.kind === 'person' || (session.intents & Intent.GUILD_PRESENCES) !== 0
  const wire = {
    guild_id: request.guildId.toString(),
    members,
    chunk_index: index,
    chunk_count: count,
    ...(notFound.length > 0 ? { not_found: notFound } : {}),
    ...(request.presences && entitled ? { presences: presences.map((presence) => presentPresence(presence)) } : {}),
    ...(request.nonce === null ? {} : { nonce: request.nonce }),
  }
  session.say('GUILD_MEMBERS_CHUNK', wire, inGuild(request.guildId))
}

/** All else goes on between two steps of a large guild's answer. */
const othersTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Reads an id from text or an exact number; null for anything else, and for more than a store can hold. */
export function readSnowflake(value: unknown): Snowflake | null {
  return typeof value === 'string' || Number.isSafeInteger(value) ? parseSnowflake(String(value)) : null
}

/** Reads a member request; null for one that names no guild. */
export function readMemberRequest(data: unknown): MemberRequest | null {
  const { guild_id, query, limit, user_ids, presences, nonce } = (data ?? {}) as Record<string, unknown>
  const guildId = readSnowflake(Array.isArray(guild_id) ? guild_id[0] : guild_id)
  if (guildId === null) return null
  const ids = (Array.isArray(user_ids) ? user_ids : user_ids === undefined ? [] : [user_ids]).slice(
    0,
    MEMBER_REQUEST_USERS_MAX,
  )
  const fits = typeof nonce === 'string' && Buffer.byteLength(nonce) <= MEMBER_REQUEST_NONCE_MAX_BYTES
  return {
    guildId,
    query: typeof query === 'string' ? query : null,
    limit: Number.isInteger(limit) && (limit as number) >= 0 ? (limit as number) : 0,
    userIds: ids.flatMap((id) => readSnowflake(id) ?? []),
    presences: presences === true,
    nonce: fits ? nonce : null,
  }
}
