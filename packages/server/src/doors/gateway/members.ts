import { type Changes, Intent, type Snowflake } from '@guildhall/protocol'
import type { Clock } from '../../kernel/clock.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Member } from '../../kernel/model.ts'
import { NOBODY, type Units } from '../../kernel/units.ts'
import type { Work } from '../../kernel/work.ts'
import { listMembersById, pageMembers, presentMember, searchMembers } from '../../resources/members/index.ts'
import { presentPresence } from '../../resources/presences/index.ts'
import { listUsers } from '../../resources/users/index.ts'
import { Dispatch } from './encoding.ts'
import type { Session } from './session.ts'

const CHUNK = 1_000
const IDS_MAX = 100
const NONCE_BYTES_MAX = 32
const ALL_EVERY_MS = 30_000
/** What counted as a very large guild before the limit reached all. [VER-11] */
const VERY_LARGE = 75_000

interface Request {
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

  constructor(parts: { units: Units; clock: Clock; changes: Changes }) {
    this.#units = parts.units
    this.#clock = parts.clock
    this.#changes = parts.changes
  }

  async answer(session: Session, data: unknown): Promise<void> {
    const request = readRequest(data)
    if (!request || !session.guilds.has(request.guildId)) return
    await this.#units.read(NOBODY, async (work) => {
      const view = await work.view(request.guildId)
      if (!view) return
      if (request.userIds.length > 0) return this.#byIds(work, view, session, request)
      if (request.query) return this.#byName(work, view, session, request)
      if (session.kind === 'bot' && (session.intents & Intent.GUILD_MEMBERS) === 0) return
      if (request.limit === 0 && this.#tooSoon(session, view, request)) return
      await this.#all(work, view, session, request)
    })
  }

  /** All members of a guild once in 30 s for each bot, over all its sessions, from the dates on. [LIM-12] [VER-11] */
  #tooSoon(session: Session, view: GuildView, { guildId, nonce }: Request): boolean {
    const now = this.#clock.now()
    const forAll = this.#changes.inEffect('member_request_limit_all', now)
    const forLarge = this.#changes.inEffect('member_request_limit_large', now) && view.memberCount >= VERY_LARGE
    if (session.kind !== 'bot' || !(forAll || forLarge)) return false
    const key = `${session.userId} ${guildId}`
    const last = this.#asked.get(key)
    if (last === undefined || now - last >= ALL_EVERY_MS) {
      for (const [known, at] of this.#asked) if (now - at >= ALL_EVERY_MS) this.#asked.delete(known)
      this.#asked.set(key, now)
      return false
    }
    const retry_after = (last + ALL_EVERY_MS - now) / 1000
    const meta = { guild_id: guildId.toString(), ...(nonce === null ? {} : { nonce }) }
    session.dispatch(new Dispatch('RATE_LIMITED', { opcode: 8, retry_after, meta }))
    return true
  }

  async #byIds(work: Work, view: GuildView, session: Session, request: Request): Promise<void> {
    const members = await listMembersById(work, view.id, request.userIds)
    const not_found = request.userIds.filter((id) => !members.has(id)).map(String)
    await this.#chunk(work, view, session, request, [...members.values()], 0, 1, not_found)
  }

  async #byName(work: Work, view: GuildView, session: Session, request: Request): Promise<void> {
    const limit = Math.min(Math.max(request.limit, 1), IDS_MAX)
    await this.#chunk(
      work,
      view,
      session,
      request,
      await searchMembers(work, view.id, request.query ?? '', limit),
      0,
      1,
    )
  }

  async #all(work: Work, view: GuildView, session: Session, request: Request): Promise<void> {
    const wanted = request.limit === 0 ? view.memberCount : Math.min(request.limit, view.memberCount)
    const count = Math.max(Math.ceil(wanted / CHUNK), 1)
    let after = -1n
    for (let index = 0; index < count && session.connection; index += 1) {
      const members = await pageMembers(work, view.id, after, Math.min(CHUNK, wanted - index * CHUNK))
      await this.#chunk(work, view, session, request, members, index, count)
      after = members.at(-1)?.user_id ?? after
      // Others get their turn between two chunks of a large guild.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  async #chunk(
    work: Work,
    view: GuildView,
    session: Session,
    request: Request,
    members: readonly Member[],
    index: number,
    count: number,
    notFound?: string[],
  ): Promise<void> {
    const users = await listUsers(
      work,
      members.map((member) => member.user_id),
    )
    const presences = members.flatMap((member) => view.presences.get(member.user_id) ?? [])
    const wire = {
      guild_id: view.id.toString(),
      members: members.flatMap((member) => {
        const user = users.get(member.user_id)
        return user ? [presentMember(member, user)] : []
      }),
      chunk_index: index,
      chunk_count: count,
      ...(notFound && notFound.length > 0 ? { not_found: notFound } : {}),
      ...(request.presences ? { presences: presences.map((presence) => presentPresence(presence)) } : {}),
      ...(request.nonce === null ? {} : { nonce: request.nonce }),
    }
    session.dispatch(new Dispatch('GUILD_MEMBERS_CHUNK', wire), view.id)
  }
}

function snowflake(value: unknown): Snowflake | null {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return /^\d{1,20}$/.test(text) ? BigInt(text) : null
}

function readRequest(data: unknown): Request | null {
  const { guild_id, query, limit, user_ids, presences, nonce } = (data ?? {}) as Record<string, unknown>
  const guildId = snowflake(Array.isArray(guild_id) ? guild_id[0] : guild_id)
  if (guildId === null) return null
  const ids = (Array.isArray(user_ids) ? user_ids : user_ids === undefined ? [] : [user_ids]).slice(0, IDS_MAX)
  const fits = typeof nonce === 'string' && Buffer.byteLength(nonce) <= NONCE_BYTES_MAX
  return {
    guildId,
    query: typeof query === 'string' ? query : null,
    limit: Number.isInteger(limit) && (limit as number) >= 0 ? (limit as number) : 0,
    userIds: ids.flatMap((id) => snowflake(id) ?? []),
    presences: presences === true,
    nonce: fits ? nonce : null,
  }
}
