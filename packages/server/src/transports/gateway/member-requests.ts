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
import type { Uses } from '../../kernel/uses.ts'
import type { Work } from '../../kernel/work.ts'
import { presentPresence } from '../../resources/accounts/presences/index.ts'
import { listUsers } from '../../resources/accounts/users/index.ts'
import {
  listMembersById,
  listMembersWithUsers,
  presentMember,
  searchMembers,
} from '../../resources/guild/members/index.ts'
import { guildScope } from './dispatch.ts'
import { logIgnored } from './ignored.ts'
import type { Session } from './session.ts'

/** Rows read and presented before the event loop handles everything else. */
const STEP_ROWS = 250
/** Requests of one session that wait or run; as many as it may send in a minute. */
const PENDING_MAX = GATEWAY_SENDS_MAX
/** `retry_after` of a request above the limit. */
const RETRY_AFTER_S = 5

/** The `d` of op 8 (Request Guild Members), checked. */
export interface MemberRequest {
  guildId: Snowflake
  query: string | null
  limit: number
  userIds: Snowflake[]
  presences: boolean
  nonce: string | null
}

/**
 * Responds to op 8 in chunks of 1,000 members, read page by page, so that memory does not depend on the guild's size.
 * [GW-5] [GW-6] [GW-7]
 */
export class MemberRequests {
  readonly #units: Units
  readonly #clock: Clock
  readonly #changes: Changes
  readonly #uses: Uses
  readonly #queue = new KeyedQueue<Session>()

  readonly #log: Logger

  constructor(parts: { units: Units; uses: Uses; clock: Clock; changes: Changes; log: Logger }) {
    this.#log = parts.log
    this.#units = parts.units
    this.#uses = parts.uses
    this.#clock = parts.clock
    this.#changes = parts.changes
  }

  /** Responds to a request. Requests of one session wait for each other, so that no session occupies the store. */
  async respond(session: Session, request: MemberRequest): Promise<void> {
    if (this.#queue.size(session) >= PENDING_MAX) return rateLimited(session, request, RETRY_AFTER_S)
    await this.#queue.run(session, () => this.#respond(session, request))
  }

  async #respond(session: Session, request: MemberRequest): Promise<void> {
    await session.coming.whenSent([request.guildId])
    const ignore = (reason: string) => logIgnored(this.#log, 8, session, reason, { guild: request.guildId })
    if (!session.guilds.has(request.guildId)) return ignore('the session is not in this guild, or another shard is')
    const isLimited = await this.#units.read(SYSTEM_ACTOR, async (work) => {
      const view = await work.view(request.guildId)
      if (!view) return ignore('the guild no longer exists')
      if (request.userIds.length > 0) return this.#sendByIds(work, view, session, request)
      if (request.query) return this.#sendByName(work, view, session, request)
      if (session.kind === 'bot' && (session.intents & Intent.GUILD_MEMBERS) === 0)
        return ignore('a request for all members needs the GUILD_MEMBERS intent')
      if (this.#hasLimit(session, view, request)) return true
      await this.#sendAll(work, view, session, request)
    })
    if (isLimited !== true || (await this.#isTooSoon(session, request))) return
    await this.#units.read(SYSTEM_ACTOR, async (work) => {
      const view = await work.view(request.guildId)
      if (view) await this.#sendAll(work, view, session, request)
    })
  }

  /**
   * Returns whether a request for all members of a guild has a limit. It applies from two platform dates on: for very
   * large guilds, later for all. [LIM-12] [VER-11]
   */
  #hasLimit(session: Session, view: GuildView, { limit }: MemberRequest): boolean {
    if (session.kind !== 'bot' || (limit > 0 && limit <= MEMBER_REQUEST_USERS_MAX)) return false
    const now = this.#clock.now()
    if (this.#changes.inEffect('member_request_limit_all', now)) return true
    return this.#changes.inEffect('member_request_limit_large', now) && view.memberCount >= VERY_LARGE_GUILD_MEMBERS
  }

  /** Refuses a bot's second request for all members of a guild within 30 s, over all its sessions. */
  async #isTooSoon(session: Session, request: MemberRequest): Promise<boolean> {
    const key = `members ${session.userId} ${request.guildId}`
    const refused = await this.#uses.take([{ key, limit: 1, windowMs: MEMBER_REQUEST_ALL_PER_MS }])
    if (refused) rateLimited(session, request, refused.endsInMs / 1000)
    return refused !== null
  }

  async #sendByIds(work: Work, view: GuildView, session: Session, request: MemberRequest): Promise<void> {
    const members = await listMembersById(work, view.id, request.userIds)
    const notFound = request.userIds.filter((id) => !members.has(id)).map(String)
    await this.#sendFound(work, view, session, request, { found: [...members.values()], notFound })
  }

  async #sendByName(work: Work, view: GuildView, session: Session, request: MemberRequest): Promise<void> {
    const limit = Math.min(Math.max(request.limit, 1), MEMBER_REQUEST_USERS_MAX)
    const members = await searchMembers(work, view.id, request.query ?? '', limit)
    await this.#sendFound(work, view, session, request, { found: members })
  }

  async #sendFound(
    work: Work,
    view: GuildView,
    session: Session,
    request: MemberRequest,
    { found, notFound = [] }: { found: readonly Member[]; notFound?: string[] },
  ): Promise<void> {
    const ids = found.map((member) => member.user_id)
    const users = await listUsers(work, ids)
    const members = found.flatMap((member) => {
      const user = users.get(member.user_id)
      return user ? [presentMember(member, user)] : []
    })
    const presences = ids.flatMap((id) => view.presences.get(id) ?? [])
    sendChunk(session, request, { members, presences, index: 0, count: 1, notFound })
  }

  async #sendAll(work: Work, view: GuildView, session: Session, request: MemberRequest): Promise<void> {
    const wanted = request.limit === 0 ? view.memberCount : Math.min(request.limit, view.memberCount)
    const count = Math.max(Math.ceil(wanted / MEMBER_CHUNK_MAX), 1)
    let after = -1n
    for (let index = 0; index < count && session.connection; index += 1) {
      const members: MemberObject[] = []
      const presences: Presence[] = []
      const size = Math.min(MEMBER_CHUNK_MAX, wanted - index * MEMBER_CHUNK_MAX)
      while (members.length < size) {
        const some = await listMembersWithUsers(work, view.id, after, Math.min(STEP_ROWS, size - members.length))
        for (const { member, user } of some) {
          members.push(presentMember(member, user))
          after = member.user_id
          const presence = view.presences.get(member.user_id)
          if (presence) presences.push(presence)
        }
        await nextTurn()
        if (some.length === 0) break
      }
      sendChunk(session, request, { members, presences, index, count })
      // The next chunk waits until the client has read this one, so that chunks do not pile up in memory.
      await session.drained()
    }
  }
}

function rateLimited(session: Session, { guildId, nonce }: MemberRequest, retry_after: number): void {
  const meta = { guild_id: guildId.toString(), ...(nonce === null ? {} : { nonce }) }
  session.send('RATE_LIMITED', { opcode: 8, retry_after, meta })
}

interface Chunk {
  members: readonly MemberObject[]
  presences: readonly Presence[]
  index: number
  count: number
  notFound?: string[]
}

function sendChunk(
  session: Session,
  request: MemberRequest,
  { members, presences, index, count, notFound = [] }: Chunk,
): void {
  // Without the GUILD_PRESENCES intent `presences` counts as false, as documented.
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
  session.send('GUILD_MEMBERS_CHUNK', wire, guildScope(request.guildId))
}

/** Lets the event loop handle everything else between two steps of a long response. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Reads an id from text or a safe integer. Returns null for other values and for ids above 64 bits. */
export function readSnowflake(value: unknown): Snowflake | null {
  return typeof value === 'string' || Number.isSafeInteger(value) ? parseSnowflake(String(value)) : null
}

/** Reads the `d` of op 8. Returns null when it names no guild. */
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
