import type { Events } from '@guildhall/client'
import type { ChannelObject, LobbyMemberObject, LobbyObject } from '@guildhall/protocol'
import type { Session } from '../../connection/session.ts'
import type { ClientContext } from '../context.ts'
import type { UserDirectory } from '../users/user-directory.ts'
import { Arrivals } from './arrivals.ts'

type GatewayLobby = Events['LOBBY_CREATE']
type GatewayMember = GatewayLobby['members'][number]

/** Record of a member of a lobby. */
export interface MemberRecord {
  readonly metadata: Readonly<Record<string, string>>
  readonly flags: number
  readonly isConnected: boolean
}

/** Record of a lobby. The server limits members of lobbies, and lobbies of players. */
export interface LobbyRecord {
  readonly metadata: Readonly<Record<string, string>>
  readonly linkedChannel: { readonly id: bigint; readonly name: string; readonly guildId: bigint } | null
  readonly members: Map<bigint, MemberRecord>
  /** Number of the event that changed the lobby last. */
  readonly changedBy: number
}

/** The lobbies that the player is in. */
export class LobbyRecords {
  readonly #context: ClientContext
  readonly #session: Session
  readonly #users: UserDirectory
  readonly #lobbies = new Map<bigint, LobbyRecord>()
  readonly #arrivals: Arrivals
  /** Number of the last event about lobbies. */
  #event = 0

  constructor(context: ClientContext, session: Session, users: UserDirectory) {
    this.#context = context
    this.#session = session
    this.#users = users
    this.#arrivals = new Arrivals(context.ended)
    session.on('READY', (ready) => this.#begin((ready as unknown as { lobbies?: GatewayLobby[] }).lobbies ?? []))
    session.on('LOBBY_CREATE', (lobby) => this.#create(lobby))
    session.on('LOBBY_UPDATE', (lobby) => this.#update(lobby))
    session.on('LOBBY_DELETE', ({ id }) => this.remove(BigInt(id)))
    session.on('LOBBY_MEMBER_ADD', (event) => this.#memberChanged(event, 'lobbyMemberAdded'))
    session.on('LOBBY_MEMBER_UPDATE', (event) => this.#memberChanged(event, 'lobbyMemberUpdated'))
    session.on('LOBBY_MEMBER_CONNECT', (event) => this.#memberChanged(event, 'lobbyMemberUpdated'))
    session.on('LOBBY_MEMBER_DISCONNECT', (event) => this.#memberChanged(event, 'lobbyMemberUpdated'))
    session.on('LOBBY_MEMBER_REMOVE', (event) => this.#memberRemoved(event))
  }

  get(id: bigint): LobbyRecord | undefined {
    return this.#lobbies.get(id)
  }

  ids(): bigint[] {
    return [...this.#lobbies.keys()]
  }

  /** Returns the number of the last event, for `takeOver`. */
  get now(): number {
    return this.#event
  }

  /** Resolves when the events of a lobby have begun, and after a time limit without them. */
  arrived(id: bigint): Promise<void> {
    return this.#lobbies.has(id) ? Promise.resolve() : this.#arrivals.wait(id)
  }

  /**
   * Takes over a lobby of a response, unless events have changed it meanwhile.
   * @param since number of the last event before the request
   */
  takeOver(lobby: LobbyObject, since: number): void {
    const id = BigInt(lobby.id)
    const former = this.#lobbies.get(id)
    if (former && former.changedBy > since) return
    this.#set(id, lobby, new Map(lobby.members.map((member) => [BigInt(member.id), recordOf(member, former)])))
    if (!former) this.#context.handlers.emit('lobbyCreated', id)
  }

  /** Removes a lobby that the player is no longer in. */
  remove(id: bigint): void {
    if (this.#lobbies.delete(id)) this.#context.handlers.emit('lobbyDeleted', id)
  }

  /** Begins with the lobbies of READY. LOBBY_CREATE follows for further ones. */
  #begin(lobbies: readonly GatewayLobby[]): void {
    const kept = new Set(lobbies.map(({ id }) => BigInt(id)))
    for (const id of this.ids()) if (!kept.has(id)) this.remove(id)
    for (const lobby of lobbies) this.#create(lobby)
  }

  #create(lobby: GatewayLobby): void {
    const id = BigInt(lobby.id)
    const isNew = !this.#lobbies.has(id)
    this.#takeMembers(id, lobby)
    if (isNew) this.#context.handlers.emit('lobbyCreated', id)
    this.#arrivals.announce(id)
  }

  #update(lobby: GatewayLobby): void {
    const id = BigInt(lobby.id)
    if (!this.#lobbies.has(id)) return
    this.#takeMembers(id, lobby)
    this.#context.handlers.emit('lobbyUpdated', id)
  }

  #takeMembers(id: bigint, lobby: GatewayLobby): void {
    for (const { user } of lobby.members) if (user) this.#users.note(user)
    this.#set(id, lobby, new Map(lobby.members.map((member) => [BigInt(member.id), recordOf(member)])))
  }

  #set(id: bigint, lobby: LobbyObject, members: Map<bigint, MemberRecord>): void {
    this.#event += 1
    const { metadata, linked_channel } = lobby
    const linkedChannel = linked_channel ? linkOf(linked_channel) : null
    this.#lobbies.set(id, { metadata: metadata ?? {}, linkedChannel, members, changedBy: this.#event })
  }

  #memberChanged(
    { lobby_id, member }: { lobby_id: string; member: GatewayMember },
    handler: 'lobbyMemberAdded' | 'lobbyMemberUpdated',
  ): void {
    const lobby = this.#changed(BigInt(lobby_id))
    if (!lobby) return
    if (member.user) this.#users.note(member.user)
    lobby.members.set(BigInt(member.id), recordOf(member))
    // The player's own arrival is that of the lobby.
    if (handler === 'lobbyMemberAdded' && member.id === this.#session.userId) return
    this.#context.handlers.emit(handler, BigInt(lobby_id), BigInt(member.id))
  }

  #memberRemoved({ lobby_id, member }: { lobby_id: string; member: { id: string } }): void {
    const lobby = this.#changed(BigInt(lobby_id))
    if (!lobby?.members.delete(BigInt(member.id)) || member.id === this.#session.userId) return
    this.#context.handlers.emit('lobbyMemberRemoved', BigInt(lobby_id), BigInt(member.id))
  }

  #changed(id: bigint): LobbyRecord | undefined {
    const lobby = this.#lobbies.get(id)
    if (!lobby) return undefined
    this.#event += 1
    const changed = { ...lobby, changedBy: this.#event }
    this.#lobbies.set(id, changed)
    return changed
  }
}

/** Responses do not say who is connected. */
function recordOf(member: LobbyMemberObject & { connected?: boolean }, former?: LobbyRecord): MemberRecord {
  const isConnected = member.connected ?? former?.members.get(BigInt(member.id))?.isConnected ?? false
  return { metadata: member.metadata ?? {}, flags: member.flags, isConnected }
}

function linkOf({ id, name, guild_id }: ChannelObject): NonNullable<LobbyRecord['linkedChannel']> {
  return { id: BigInt(id), name: name ?? '', guildId: BigInt(guild_id ?? 0) }
}
