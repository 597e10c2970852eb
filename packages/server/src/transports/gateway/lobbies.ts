import { Capability, GameIntent, type Snowflake } from '@guildhall/protocol'
import type { Event, LobbyMembershipChange } from '../../kernel/event.ts'
import type { StoredLobbyMember } from '../../kernel/lobby-model.ts'
import type { LobbyPresence } from '../../kernel/lobby-presence.ts'
import type { LobbyView } from '../../kernel/lobby-view.ts'
import type { VoiceState } from '../../kernel/model.ts'
import { KeyedQueue } from '../../kernel/queues.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { Work } from '../../kernel/work.ts'
import {
  announceConnection,
  type GatewayLobby,
  LOBBY_SCOPE,
  listLobbyMemberships,
  noteOccupied,
  noteUnoccupied,
  presentLobbyView,
} from '../../resources/games/lobbies/index.ts'
import { lobbyScope } from './dispatch.ts'
import type { FanOut } from './fan-out.ts'
import type { KeptSession } from './kept-session-store.ts'
import { LobbyVoice, type LobbyVoiceParts } from './lobby-voice.ts'
import { lobbyConnectionsOf, noteInLobbies, type Player } from './node-session-store.ts'
import { type LobbyRead, readLobby, rowsOf } from './read-lobby.ts'
import type { Session } from './session.ts'

export interface LobbiesParts extends Omit<LobbyVoiceParts, 'flush'> {
  units: Units
  fanOut: () => FanOut
  /** Returns whether a member is connected to a lobby at any node. */
  isOccupied: (work: Work, lobbyId: Snowflake, isOccupiedHere: boolean) => Promise<boolean>
  /** Returns whether a player is connected at another node; null where there are no others. */
  isElsewhere: ((applicationId: Snowflake, userId: Snowflake) => boolean) | null
}

/** Members of all lobbies in READY together: some 500 KB. LOBBY_CREATE follows for further lobbies. */
const READY_MEMBERS_MAX = 2_000

/** End of a session in lobbies that several nodes know. */
export interface EndInLobbies {
  /** Names that the unit of work holds which removes the session. */
  readonly holds: readonly string[]
  /** Resolves once nothing is announced of the session any more. */
  readonly ready: Promise<void>
  /** Emits the end, in the unit of work that removes the session: a node that looks meanwhile must not do it again. */
  announce(work: Work): Promise<void>
}

/** Lobbies of a session that begins. Their events are held until the session watches them. */
export interface LobbyStart {
  /** Token of the held events, by lobby. */
  readonly held: ReadonlyMap<Snowflake, object>
  /** Lobbies for READY; LOBBY_CREATE follows for the others. */
  readonly inReady: ReadonlyMap<Snowflake, LobbyRead>
}

const NO_LOBBIES: LobbyStart = { held: new Map(), inReady: new Map() }

/** Returns whether lobbies of the session's game are visible to it. */
function seesLobbies(session: Session): boolean {
  return session.kind === 'game' && session.identity.scopes.has(LOBBY_SCOPE) && session.ownsGuild(null)
}

/** Returns the player of a session to which lobbies are visible; null for others. */
function playerOf(session: Session): Player | null {
  const { application } = session.identity
  return application && seesLobbies(session) ? { applicationId: application.id, userId: session.userId } : null
}

const keyOf = ({ applicationId, userId }: Player) => `${applicationId}:${userId}`

/** The lobbies of this process's sessions: which of them watch a lobby, and which members are connected. */
export class Lobbies implements LobbyPresence {
  readonly voice: LobbyVoice
  readonly #parts: LobbiesParts
  /** Sessions of each connected player. */
  readonly #sessions = new Map<string, Set<Session>>()
  /** Players of whom other members know that they are connected. */
  readonly #announced = new Set<string>()
  /** The same by session, where a player may have sessions at several nodes. */
  readonly #announcedSessions = new WeakSet<Session>()
  readonly #announcements = new KeyedQueue<string>()
  readonly #occupancy = new KeyedQueue<Snowflake>()

  constructor(parts: LobbiesParts) {
    this.#parts = parts
    this.voice = new LobbyVoice({ ...parts, flush: () => parts.fanOut().flush() })
  }

  isConnected({ lobby_id, application_id: applicationId, user_id: userId }: StoredLobbyMember): boolean {
    if (this.#sessions.has(keyOf({ applicationId, userId }))) return true
    const { isElsewhere, fanOut } = this.#parts
    if (isElsewhere === null) return false
    // The sessions of other nodes, as this one knows them, may be older or newer than the events of the lobby.
    const known = fanOut().lobbies.viewOf(lobby_id)?.connections?.get(userId)
    return known ?? isElsewhere(applicationId, userId)
  }

  voiceStates(lobbyId: Snowflake): Iterable<VoiceState> {
    // The state that sessions have: events of this tick may wait to be sent.
    return this.#parts.fanOut().lobbies.viewOf(lobbyId)?.voiceStates?.values() ?? this.voice.statesIn(lobbyId)
  }

  /** Reads the lobbies of a session that begins, and holds their events for it. The user's events are held already. */
  async prepare(session: Session): Promise<LobbyStart> {
    const player = playerOf(session)
    if (!player) return NO_LOBBIES
    const fanOut = this.#parts.fanOut()
    const ids = await this.#parts.units.read(SYSTEM_ACTOR, async (work) =>
      (await listLobbyMemberships(work, player.userId, player.applicationId)).map((member) => member.lobby_id),
    )
    const held = new Map(ids.map((id) => [id, fanOut.lobbies.hold(session, id)]))
    const inReady = new Map<Snowflake, LobbyRead>()
    if (session.capabilities & Capability.AUTO_LOBBY_CONNECT) {
      for (const id of ids) inReady.set(id, await readLobby(this.#parts, id))
    }
    return { held, inReady }
  }

  /**
   * Returns the lobbies in READY, as they are at this moment, and begins to watch them. The session is connected from
   * now on. Called immediately before READY is sent, once waiting events were sent.
   */
  readyFields(session: Session, { inReady }: LobbyStart): { lobbies?: GatewayLobby[] } {
    if (session.kind !== 'game') return {}
    this.#connect(session)
    const { lobbies } = this.#parts.fanOut()
    const listed = []
    let members = 0
    for (const [id, read] of inReady) {
      const view = lobbies.stateFor(session, id, rowsOf(read))
      if (!view?.members.has(session.userId)) continue
      members += view.members.size
      if (members > READY_MEMBERS_MAX) break
      lobbies.watch(session, view)
      listed.push(presentLobbyView(view, this))
    }
    return { lobbies: session.intents & GameIntent.LOBBIES ? listed : [] }
  }

  /** Sends what happened in the lobbies of READY and is not part of them, such as messages. */
  releaseReady(session: Session, { inReady }: LobbyStart): void {
    const { lobbies } = this.#parts.fanOut()
    if (inReady.size > 0) session.flush()
    for (const id of inReady.keys()) if (session.lobbies.has(id)) lobbies.release(session, id)
  }

  /** Sends LOBBY_CREATE for the other lobbies and, from then on, their events. */
  async joinOthers(session: Session, { held }: LobbyStart): Promise<void> {
    for (const [lobbyId, token] of held) {
      if (session.lobbies.has(lobbyId)) continue
      await this.#join(session, lobbyId, token)
      // Large lobbies at once would exceed the replay buffer of a client that reads slowly.
      await session.drained()
    }
  }

  /** Watches a lobby that the session's user joined, or stops it. Returns whether the session is sent the event. */
  membershipChanged(session: Session, { kind, lobbyId, applicationId }: LobbyMembershipChange): boolean {
    if (!seesLobbies(session) || session.identity.application?.id !== applicationId) return false
    const { lobbies } = this.#parts.fanOut()
    if (kind === 'left') {
      lobbies.drop(session, lobbyId)
      return lobbies.unwatch(session, lobbyId)
    }
    this.join(session, lobbyId)
    return false
  }

  /** Sends LOBBY_CREATE and, from then on, the lobby's events, unless the session is about to watch the lobby. */
  join(session: Session, lobbyId: Snowflake): void {
    const { lobbies } = this.#parts.fanOut()
    if (session.lobbies.has(lobbyId) || lobbies.awaits(session, lobbyId)) return
    const joined = this.#join(session, lobbyId, lobbies.hold(session, lobbyId))
    this.#parts.runInBackground(joined, 'joining a lobby failed')
  }

  async #join(session: Session, lobbyId: Snowflake, token: object): Promise<void> {
    const fanOut = this.#parts.fanOut()
    const { lobbies } = fanOut
    try {
      let read: LobbyRead | undefined
      let view: LobbyView | null
      const isWanted = () => lobbies.isHeld(session, lobbyId, token)
      do {
        const reads = { isWanted, triedForMs: Number.POSITIVE_INFINITY }
        read = await this.#parts.whileAway(() => readLobby(this.#parts, lobbyId), reads)
        fanOut.flush()
        // The user may have left, or the session ended, while the lobby was read.
        if (read === undefined || !isWanted()) return
        view = lobbies.stateFor(session, lobbyId, rowsOf(read))
        // The last session that watched the lobby may have ended meanwhile.
      } while (!view && read === 'cached')
      if (!view?.members.has(session.userId)) return
      lobbies.watch(session, view)
      if (session.intents & GameIntent.LOBBIES) {
        session.send('LOBBY_CREATE', presentLobbyView(view, this), lobbyScope(lobbyId))
        // Written before other dispatches can push it out of the replay buffer: it may be larger than that.
        session.flush()
      }
      lobbies.release(session, lobbyId)
    } finally {
      if (lobbies.isHeld(session, lobbyId, token)) lobbies.drop(session, lobbyId)
    }
  }

  /**
   * Ends the calls of a session that ends, and notes that it is no longer connected. Called while it watches.
   *
   * @returns null for a session to which no lobbies are visible, and in a process that is alone
   */
  end(session: Session): EndInLobbies | null {
    const player = playerOf(session)
    if (!player) return null
    this.voice.end(session)
    const sessions = this.#sessions.get(keyOf(player))
    if (!sessions?.delete(session)) return null
    if (sessions.size === 0) this.#sessions.delete(keyOf(player))
    if (this.#parts.isElsewhere === null) {
      this.#announce(player)
      return null
    }
    return {
      holds: [lobbyConnectionsOf(player)],
      ready: this.#announcements.run(session.id, async () => undefined),
      announce: (work) => this.#announceEnd(work, session, player),
    }
  }

  /** Emits that a player is not connected any more after the last session at any node. */
  async #announceEnd(work: Work, session: Session, player: Player): Promise<void> {
    if (await noteInLobbies(work, player, { sessionId: session.id, inLobbies: false }))
      await announceConnection(work, { ...player, connected: false })
  }

  /** Forgets a session that another node continues: its player stays connected. */
  release(session: Session): void {
    const player = playerOf(session)
    if (!player) return
    const sessions = this.#sessions.get(keyOf(player))
    if (!sessions?.delete(session) || sessions.size > 0) return
    this.#sessions.delete(keyOf(player))
    this.#announced.delete(keyOf(player))
  }

  #connect(session: Session): void {
    const player = playerOf(session)
    if (!player) return
    const sessions = this.#sessions.get(keyOf(player)) ?? new Set()
    this.#sessions.set(keyOf(player), sessions.add(session))
  }

  /** Informs the other members once a session's READY was sent. */
  connected(session: Session): void {
    const player = playerOf(session)
    if (!player) return
    if (this.#parts.isElsewhere) this.#announceSession(session, player)
    else this.#announce(player)
  }

  /** Sends the lobbies to a resumed session whose new token is the first that makes them visible. */
  resumed(session: Session): void {
    const player = playerOf(session)
    if (!player || this.#sessions.get(keyOf(player))?.has(session)) return
    this.#connect(session)
    this.connected(session)
    this.#parts.runInBackground(this.#sendLobbies(session), 'sending the lobbies failed')
  }

  /** Sends the lobbies of a session that knows none, once the database is there. */
  async #sendLobbies(session: Session): Promise<void> {
    const isWanted = () => this.#parts.isAlive(session)
    const reads = { isWanted, triedForMs: Number.POSITIVE_INFINITY }
    const start = await this.#parts.whileAway(() => this.prepare(session), reads)
    if (start && isWanted()) await this.joinOthers(session, start)
    else this.#parts.fanOut().lobbies.removeSession(session)
  }

  /** Emits whether a player is connected, if other members know otherwise, once the database is there. */
  #announce(player: Player): void {
    const { units, whileAway, runInBackground } = this.#parts
    const key = keyOf(player)
    const announce = async () => {
      const connected = this.#sessions.has(key)
      if (connected === this.#announced.has(key)) return
      await units.write(SYSTEM_ACTOR, (work) => announceConnection(work, { ...player, connected }))
      if (connected) this.#announced.add(key)
      else this.#announced.delete(key)
    }
    const announced = this.#announcements.run(key, async () => {
      await whileAway(announce, { triedForMs: Number.POSITIVE_INFINITY })
    })
    runInBackground(announced, 'a connection to lobbies was not announced')
  }

  /** Emits that a player is connected with the first session at any node, once the database is there. */
  #announceSession(session: Session, player: Player): void {
    const { units, whileAway, runInBackground, isAlive } = this.#parts
    const isWanted = () => isAlive(session)
    const announce = async (work: Work) => {
      if (await noteInLobbies(work, player, { sessionId: session.id, inLobbies: true }))
        await announceConnection(work, { ...player, connected: true })
    }
    const write = () => units.write(SYSTEM_ACTOR, announce, [lobbyConnectionsOf(player)])
    const announced = this.#announcements.run(session.id, async () => {
      if (this.#announcedSessions.has(session) || !isWanted()) return
      await whileAway(write, { isWanted, triedForMs: Number.POSITIVE_INFINITY })
      this.#announcedSessions.add(session)
    })
    runInBackground(announced, 'a connection to lobbies was not announced')
  }

  /** Notes in the store that a lobby has its first connected member, or lost the last one. */
  occupied(lobbyId: Snowflake): void {
    const { units, whileAway, runInBackground } = this.#parts
    const note = () => units.write(SYSTEM_ACTOR, (work) => this.#noteOccupied(work, lobbyId))
    const noted = this.#occupancy.run(lobbyId, async () => void (await whileAway(note)))
    runInBackground(noted, 'the idle time of a lobby was lost')
  }

  /** Notes that a session of one of several nodes has left lobbies, in the unit of work that removes its row. */
  async left(work: Work, lobbyIds: readonly Snowflake[]): Promise<void> {
    // One order for all units of work, so that no two wait for each other.
    for (const lobbyId of lobbyIds.toSorted((a, b) => (a < b ? -1 : 1))) await this.#noteOccupied(work, lobbyId)
  }

  #noteOccupied(work: Work, lobbyId: Snowflake): Promise<void> {
    return noteOccupied(work, lobbyId, () => {
      const isOccupiedHere = this.#parts.fanOut().lobbies.isOccupied(lobbyId)
      return this.#parts.isOccupied(work, lobbyId, isOccupiedHere)
    })
  }

  /** Returns what the next process needs to restore a session. */
  keptOf(session: Session): Pick<KeptSession, 'lobbies' | 'startingLobbies' | 'player' | 'inLobbies'> {
    const inLobbies = this.#announcedSessions.has(session)
    const held = this.#parts.fanOut().lobbies.heldLobbies(session)
    return {
      lobbies: [...session.lobbies],
      startingLobbies: held.filter((id) => !session.lobbies.has(id)),
      player: playerOf(session),
      ...(this.#parts.isElsewhere && { inLobbies }),
    }
  }

  /**
   * Lets a restored session watch the lobbies that it watched in the former process. Its client has them.
   *
   * @param missed events that a session of another node has missed, and the version of the last one; null for none
   */
  async watchAgain(
    session: Session,
    { lobbies: lobbyIds = [], voice, inLobbies }: Pick<KeptSession, 'lobbies' | 'voice' | 'inLobbies'>,
    missed: ((lobbyId: Snowflake) => { readonly events: readonly Event[]; readonly upTo: number }) | null = null,
  ): Promise<void> {
    const player = playerOf(session)
    if (!player) return
    this.#connect(session)
    if (!this.#parts.isElsewhere) this.#announced.add(keyOf(player))
    else if (inLobbies === false) this.#announceSession(session, player)
    else this.#announcedSessions.add(session)
    const fanOut = this.#parts.fanOut()
    const { lobbies } = fanOut
    for (const lobbyId of lobbyIds) {
      const view = lobbies.stateFor(session, lobbyId, rowsOf(await readLobby(this.#parts, lobbyId)))
      if (!view?.members.has(session.userId)) lobbies.drop(session, lobbyId)
      else if (missed === null) lobbies.watch(session, view)
      else {
        fanOut.flush()
        const { events, upTo } = missed(lobbyId)
        lobbies.watch(session, view, upTo)
        lobbies.releaseMissed(session, lobbyId, events)
      }
    }
    for (const state of voice) this.voice.restore(session, state)
  }

  /**
   * Notes at start, once sessions are restored, which lobbies are idle. Restored clients are informed of members whose
   * sessions were lost.
   */
  async restored(lost: readonly KeptSession[]): Promise<void> {
    const { lobbies } = this.#parts.fanOut()
    await this.#parts.units.write(SYSTEM_ACTOR, (work) => noteUnoccupied(work, (id) => lobbies.isOccupied(id)))
    for (const { player, voice } of lost) {
      for (const state of voice) this.voice.lose(state)
      if (!player) continue
      this.#announced.add(keyOf(player))
      this.#announce(player)
    }
  }
}
