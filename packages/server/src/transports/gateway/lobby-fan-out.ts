import { isDeepStrictEqual } from 'node:util'
import type { Snowflake } from '@guildhall/protocol'
import { type Event, effectOf, lobbyTopic, unversioned } from '../../kernel/event.ts'
import type { LobbySnapshot } from '../../kernel/lobby-model.ts'
import { LobbyView } from '../../kernel/lobby-view.ts'
import type { User } from '../../kernel/model.ts'
import type { Tape } from '../../kernel/tape/tape.ts'
import type { Viewer } from '../../kernel/viewer.ts'
import { presentUser } from '../../resources/accounts/users/index.ts'
import {
  type LobbyMemberChange,
  lobbyMemberAdd,
  lobbyMemberRemove,
  lobbyMemberUpdate,
} from '../../resources/games/lobbies/index.ts'
import type { EncodedDispatch } from './dispatch.ts'
import { lobbyScope, NO_SCOPE } from './dispatch.ts'
import type { Encoding } from './encoding.ts'
import { HeldEvents } from './held-events.ts'
import { OutgoingEvent, type Presenting } from './outgoing-event.ts'
import type { Session } from './session.ts'
import { SnapshotVersions } from './snapshot-versions.ts'
import { TapedEvent } from './taped-event.ts'
import { lobbyViewerOf, type ViewerRules, viewerOf } from './viewers.ts'

/** Sessions with equal intents, scopes and encoding. An event is evaluated and serialised once for all of them. */
interface LobbyGroup {
  readonly viewer: Viewer
  readonly encoding: Encoding
  readonly sessions: Set<Session>
}

interface LobbyAudience {
  view: LobbyView
  readonly groups: Map<string, LobbyGroup>
  readonly groupOf: Map<Session, LobbyGroup>
  /** Version of the view in each session's LOBBY_CREATE or READY. */
  readonly snapshots: SnapshotVersions
}

export interface LobbyFanOutParts extends Presenting {
  tape: Tape
  viewerRules: ViewerRules
  /** Returns the sessions of a user. */
  sessionsOf: (userId: Snowflake) => Iterable<Session>
  /** Sends a dispatch to sessions, except some. */
  dispatch: (sessions: Iterable<Session>, dispatch: EncodedDispatch, excluded: ReadonlySet<Session> | null) => void
  /** Called when the first session begins to watch a lobby, and when the last one stops. */
  onOccupied: (lobbyId: Snowflake, occupied: boolean) => void
}

/** Sends events of lobbies to the sessions that watch them: those of the members in the game of the lobby. */
export class LobbyFanOut {
  readonly #parts: LobbyFanOutParts
  readonly #audiences = new Map<Snowflake, LobbyAudience>()
  readonly #held = new HeldEvents()

  constructor(parts: LobbyFanOutParts) {
    this.#parts = parts
  }

  /** Returns whether a session watches the lobby. */
  isOccupied(lobbyId: Snowflake): boolean {
    return this.#audiences.has(lobbyId)
  }

  /** Removes a session that has ended. */
  removeSession(session: Session): void {
    for (const lobbyId of [...session.lobbies]) this.unwatch(session, lobbyId)
    this.#held.remove(session)
  }

  /**
   * Holds the events of a lobby for a session until `watch` or `drop`. None is lost between the time when its client
   * relies on them and the time when the session watches the lobby. Returns a token for `watch`.
   */
  hold(session: Session, lobbyId: Snowflake): object {
    return this.#held.start(session, lobbyId)
  }

  /** Returns whether the events of a lobby are still held under this token: the user has not left since. */
  isHeld(session: Session, lobbyId: Snowflake, token: object): boolean {
    return this.#held.of(session, lobbyId) === token
  }

  /** Returns whether events of a lobby are held for a session. */
  awaits(session: Session, lobbyId: Snowflake): boolean {
    return this.#held.of(session, lobbyId) !== undefined
  }

  /** Returns the lobbies whose events are held for a session. */
  heldLobbies(session: Session): Snowflake[] {
    return this.#held.idsOf(session)
  }

  /** Forgets the held events of a lobby that the session does not watch after all. */
  drop(session: Session, lobbyId: Snowflake): void {
    this.#held.take(session, lobbyId)
  }

  /** Returns the cached state of a lobby that sessions watch; undefined without any, or if an event was missed. */
  viewOf(lobbyId: Snowflake): LobbyView | undefined {
    const view = this.#audiences.get(lobbyId)?.view
    return view?.stale ? undefined : view
  }

  /**
   * Returns the state of a lobby with all events so far: the cached one, or a snapshot with the events that are held
   * for the session. Null for a lobby that was deleted meanwhile.
   */
  stateFor(session: Session, lobbyId: Snowflake, snapshot: LobbySnapshot | null): LobbyView | null {
    const cached = this.viewOf(lobbyId)
    if (cached || !snapshot) return cached ?? null
    const view = new LobbyView(snapshot)
    for (const event of this.#held.of(session, lobbyId) ?? []) {
      if (endsLobby(event)) return null
      applyTo(view, event)
    }
    return view
  }

  /**
   * Starts sending the events of a lobby to a session that is sent this state, or has it already.
   * @param informedUpTo version of the topic of which the session has all events
   */
  watch(session: Session, view: LobbyView, informedUpTo = view.version): void {
    const { id } = view.lobby
    let audience = this.#audiences.get(id)
    if (!audience) {
      audience = { view, groups: new Map(), groupOf: new Map(), snapshots: new SnapshotVersions() }
      this.#audiences.set(id, audience)
      this.#parts.onOccupied(id, true)
    }
    audience.view = view
    const key = [session.intents, [...session.identity.scopes].sort().join(' '), session.encoding.name].join()
    let group = audience.groups.get(key)
    if (!group) {
      const viewer = lobbyViewerOf(session, this.#parts.viewerRules)
      group = { viewer, encoding: session.encoding, sessions: new Set() }
      audience.groups.set(key, group)
    }
    group.sessions.add(session)
    audience.groupOf.set(session, group)
    audience.snapshots.note(session, informedUpTo)
    session.lobbies.add(id)
  }

  /**
   * Sends a session the held events of a lobby that its state does not contain, such as messages. Those from before the
   * user joined are not for the user.
   */
  release(session: Session, lobbyId: Snowflake): void {
    const events = this.#held.take(session, lobbyId)
    const joined = events.findLastIndex((event) => isJoinOf(event, session.userId))
    for (const event of events.slice(joined + 1)) {
      if (!event.type.applyToLobby) this.#sendTo(session, this.#outgoing(event, lobbyId))
    }
  }

  /** Sends a session events of a lobby that it has missed, and all that are held for it. */
  releaseMissed(session: Session, lobbyId: Snowflake, missed: readonly Event[]): void {
    const held = this.#held.take(session, lobbyId)
    for (const event of [...missed, ...held]) this.#sendTo(session, this.#outgoing(event, lobbyId))
  }

  /** Gives cached states the new names of a user, and tells the members of the lobbies what they see of them. */
  userChanged(user: User): void {
    for (const [lobbyId, { view }] of this.#audiences) {
      const [former, member] = [view.users.get(user.id), view.members.get(user.id)]
      if (!former || !member) continue
      view.users.set(user.id, user)
      if (view.stale || isDeepStrictEqual(presentUser(former), presentUser(user))) continue
      this.send(unversioned(lobbyMemberUpdate, lobbyTopic(lobbyId), { member, user }, null), lobbyId)
    }
  }

  /** Stops sending the events of a lobby to a session. Returns whether the session watched it. */
  unwatch(session: Session, lobbyId: Snowflake): boolean {
    const audience = this.#audiences.get(lobbyId)
    const group = audience?.groupOf.get(session)
    session.lobbies.delete(lobbyId)
    if (!audience || !group) return false
    audience.groupOf.delete(session)
    audience.snapshots.delete(session)
    group.sessions.delete(session)
    for (const [key, { sessions }] of audience.groups) if (sessions.size === 0) audience.groups.delete(key)
    if (audience.groupOf.size === 0) {
      this.#audiences.delete(lobbyId)
      this.#parts.onOccupied(lobbyId, false)
    }
    return true
  }

  /** Sends a committed event of a lobby. */
  send(event: Event, lobbyId: Snowflake): void {
    if (this.#held.active) this.#held.addForAll(lobbyId, event)
    const audience = this.#audiences.get(lobbyId)
    if (!audience) return
    const { type, payload } = event
    applyTo(audience.view, event)
    // Another event makes the sessions of the user stop watching, and may come later from another node.
    if (type === lobbyMemberRemove) this.#leave(audience, (payload as LobbyMemberChange).member.user_id)
    const outgoing = this.#outgoing(event, lobbyId)
    const { tape, viewerRules } = this.#parts
    const taped = tape.recording && type.name !== '' ? new TapedEvent(event, outgoing) : null
    if (taped) tape.add(taped)
    const individual = this.#watchersAmong(audience, type.evaluateIndividually?.(payload))
    // The store is ahead of the queue: sessions that began to watch meanwhile have this event in their LOBBY_CREATE.
    const informed = isInSnapshot(event, event.version) ? audience.snapshots.sessionsWith(event.version) : null
    const excluded = informed && individual ? new Set([...informed, ...individual]) : (informed ?? individual)
    for (const group of audience.groups.values()) {
      const dispatch = outgoing.for(group.viewer)?.in(group.encoding)
      taped?.evaluated(group.viewer, group.sessions, excluded)
      if (dispatch) this.#parts.dispatch(group.sessions, dispatch, excluded)
    }
    for (const session of individual ?? []) {
      if (informed?.has(session)) continue
      taped?.evaluated(viewerOf(session, null, viewerRules), [session])
      this.#sendTo(session, outgoing)
    }
    if (endsLobby(event)) for (const session of [...audience.groupOf.keys()]) this.unwatch(session, lobbyId)
  }

  #outgoing(event: Event, lobbyId: Snowflake): OutgoingEvent {
    // LOBBY_DELETE is sent again on Resume, although the session no longer watches the lobby.
    return new OutgoingEvent(event, endsLobby(event) ? NO_SCOPE : lobbyScope(lobbyId), this.#parts)
  }

  #sendTo(session: Session, outgoing: OutgoingEvent): void {
    const dispatch = outgoing.for(viewerOf(session, null, this.#parts.viewerRules))
    if (dispatch) session.dispatch(dispatch.in(session.encoding))
  }

  /** Takes the sessions of a user out of the events that follow. */
  #leave({ groupOf }: LobbyAudience, userId: Snowflake): void {
    for (const session of this.#parts.sessionsOf(userId)) groupOf.get(session)?.sessions.delete(session)
  }

  /** Returns the watching sessions of users; null for none, as for most events. */
  #watchersAmong({ groupOf }: LobbyAudience, userIds: Iterable<Snowflake> | undefined): Set<Session> | null {
    let sessions: Set<Session> | null = null
    for (const userId of userIds ?? []) {
      for (const session of this.#parts.sessionsOf(userId)) {
        if (!groupOf.get(session)?.sessions.has(session)) continue
        sessions ??= new Set()
        sessions.add(session)
      }
    }
    return sessions
  }
}

/** Returns whether a LOBBY_CREATE of this version contains the event's change. All contain events without a version. */
function isInSnapshot({ type, version }: Event, snapshotVersion: number): boolean {
  return type.applyToLobby !== undefined && version <= snapshotVersion
}

/** Brings a view up to date. */
function applyTo(view: LobbyView, { type, payload, version }: Event): void {
  if (view.advance(version)) type.applyToLobby?.(view, payload)
}

function isJoinOf({ type, payload }: Event, userId: Snowflake): boolean {
  return type === lobbyMemberAdd && (payload as LobbyMemberChange).member.user_id === userId
}

const endsLobby = (event: Event): boolean => effectOf(event)?.kind === 'lobby-ended'
