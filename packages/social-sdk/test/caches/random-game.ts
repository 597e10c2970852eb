/** Random acts of three players of a game and of its server, the same ones for each seed. */
import type { LobbyMessageObject, LobbyObject } from '@guildhall/protocol'
import * as sdk from '../support/sdk.ts'
import type { SdkLab } from '../support/sdk-lab.ts'
import { until } from '../support/until.ts'

const SECRETS = ['oak', 'elm']
/** Presence updates of a Client that the gateway takes at once. */
const PRESENCES_MAX = 3

/** Returns a generator of the same numbers, each below a bound, for each seed. */
function randomBelow(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** A player, with the Client that plays all the time. */
export interface Player {
  readonly name: string
  readonly id: bigint
  readonly token: string
  readonly client: sdk.Client
  /** Time of the platform after which no message was forgotten by another READY. */
  readySince: number
  /** Times at which the Client came into lobbies. It keeps the messages that follow. */
  readonly joined: Map<bigint, number>
  presences: number
}

/** A game whose players and server act at random. `log` has the acts. */
export class RandomGame {
  readonly lab: SdkLab
  readonly players: readonly Player[]
  readonly log: string[] = []
  /** All lobbies that have been made, also those that have ended. */
  readonly lobbies = new Set<bigint>()
  /** Direct messages with their author and recipient, and messages of lobbies. */
  readonly messages: { readonly id: bigint; readonly from: Player; readonly to: Player | bigint }[] = []
  readonly #below: (below: number) => number

  constructor(lab: SdkLab, players: readonly Player[], seed: number) {
    this.lab = lab
    this.players = players
    this.#below = randomBelow(seed)
    for (const { client, joined } of players)
      client.SetLobbyCreatedCallback((id) => void joined.set(id, lab.platform.clock.now()))
  }

  /** Lets up to three acts take place at once. */
  async step(): Promise<void> {
    const count = 1 + this.#below(3)
    await Promise.all(Array.from({ length: count }, () => this.#act()))
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#below(from.length)] as T
  }

  #act(): Promise<unknown> {
    const player = this.#pick(this.players)
    const other = this.#pick(this.players.filter((one) => one !== player))
    const kinds = [
      () => this.#relate(player, other),
      () => this.#befriend(player, other),
      () => this.#write(player, other),
      () => this.#write(player, other),
      () => this.#useLobby(player),
      () => this.#useLobby(player),
      () => this.#administer(other),
      () => this.#show(player),
      () => this.#cut(player),
    ]
    return this.#pick(kinds)()
  }

  #noted(player: Player | null, act: string): void {
    this.log.push(`${player?.name ?? 'server'} ${act}`)
  }

  #relate(player: Player, other: Player): Promise<unknown> {
    const methods = [
      ...['SendDiscordFriendRequestById', 'AcceptDiscordFriendRequest', 'RejectDiscordFriendRequest'],
      ...['CancelDiscordFriendRequest', 'BlockUser', 'UnblockUser', 'UnblockUser', 'RemoveDiscordAndGameFriend'],
      ...['SendGameFriendRequestById', 'AcceptGameFriendRequest', 'RejectGameFriendRequest'],
      ...['CancelGameFriendRequest', 'RemoveGameFriend', 'SendGameFriendRequestById', 'AcceptGameFriendRequest'],
    ] as 'BlockUser'[]
    const method = this.#pick(methods)
    this.#noted(player, `${method} ${other.name}`)
    return player.client[method](other.id)
  }

  async #befriend(player: Player, other: Player): Promise<void> {
    const { client } = player
    const isPlatform = this.#below(2) === 0
    this.#noted(player, `befriends ${other.name} ${isPlatform ? 'on the platform' : 'in the game'}`)
    if (isPlatform) {
      await client.SendDiscordFriendRequestById(other.id)
      await other.client.AcceptDiscordFriendRequest(player.id)
    } else {
      await client.SendGameFriendRequestById(other.id)
      await other.client.AcceptGameFriendRequest(player.id)
    }
  }

  async #write(player: Player, other: Player): Promise<void> {
    const own = this.messages.filter(({ from, to }) => from === player && to === other)
    const past = own.length > 0 ? this.#pick(own) : null
    const text = `text ${this.#below(1_000)}`
    const kind = this.#below(7)
    this.#noted(player, `writes ${kind} to ${other.name}: ${text}`)
    if (past && kind === 0) await player.client.EditUserMessage(other.id, past.id, text)
    else if (past && kind === 1) await player.client.DeleteUserMessage(other.id, past.id)
    else if (past && kind === 2) {
      const path = `/partner-sdk/dms/${player.id}/${other.id}/messages/${past.id}/moderation-metadata`
      await this.lab.bot('arcade').put(path, { verdict: text })
    } else if (kind === 3) await player.client.GetUserMessagesWithLimit(other.id, 1 + this.#below(30))
    else {
      const [, id] = await player.client.SendUserMessageWithMetadata(other.id, text, { mood: text })
      if (id !== 0n) this.messages.push({ id, from: player, to: other })
    }
  }

  async #useLobby(player: Player): Promise<void> {
    const { client } = player
    const lobbyId = this.#anyLobby()
    const value = `${this.#below(1_000)}`
    const kind = this.#below(7)
    const secret = this.#pick(SECRETS)
    this.#noted(player, `uses ${kind} the lobby ${kind < 2 ? secret : lobbyId}: ${value}`)
    if (kind < 2) {
      const metadata = [{ map: value }, { team: value }] as const
      const [, id] = await client.CreateOrJoinLobbyWithMetadata(secret, ...metadata)
      if (id !== 0n) this.lobbies.add(id)
    } else if (kind === 2) await client.LeaveLobby(lobbyId)
    else {
      const [, id] = await client.SendLobbyMessageWithMetadata(lobbyId, value, { seat: value })
      if (id !== 0n) this.messages.push({ id, from: player, to: lobbyId })
    }
  }

  /** Lets the game's server act. */
  async #administer({ id, name }: Player): Promise<void> {
    const bot = this.lab.bot('arcade')
    const lobby = `/lobbies/${this.#anyLobby()}`
    const member = { id: `${id}`, metadata: { rank: `${this.#below(1_000)}` }, flags: this.#below(2) }
    const kind = this.#below(9)
    this.#noted(null, `does ${kind} with ${name} in ${lobby}`)
    if (kind === 0) {
      const { body } = await bot.post<LobbyObject>('/lobbies', { members: [member] })
      this.lobbies.add(BigInt(body.id))
    } else if (kind < 4) await bot.put(`${lobby}/members/${id}`, member)
    else if (kind === 4) await bot.delete(`${lobby}/members/${id}`)
    else if (kind === 5) await bot.patch(lobby, { metadata: member.metadata })
    else if (kind === 6) await bot.patch(lobby, { metadata: null, members: [member] })
    else if (kind === 7 && this.#below(4) === 0) await bot.delete(lobby)
    else {
      const said = this.messages.filter(({ to }) => typeof to === 'bigint')
      if (said.length === 0) return
      const message = this.#pick(said)
      const path = `/lobbies/${message.to}/messages/${message.id}`
      if (this.#below(2) === 0) await bot.put(`${path}/moderation-metadata`, member.metadata)
      else await this.lab.bearer(message.from.token).delete<LobbyMessageObject>(path)
    }
  }

  async #show(player: Player): Promise<void> {
    const { client } = player
    const kind = this.#below(4)
    const details = `level ${this.#below(100)}`
    if (kind === 3) {
      if (!this.lab.platform.world?.users[player.name]) return
      this.#noted(player, `is now called ${details}`)
      await this.lab.person(player.name).patch('/users/@me', { global_name: details })
      return
    }
    if (player.presences >= PRESENCES_MAX) return
    player.presences += 1
    this.#noted(player, `shows ${kind}: ${details}`)
    const activity = new sdk.Activity()
    activity.SetDetails(details)
    // The promise waits for a connection, which this player may not have.
    if (kind === 0) void client.UpdateRichPresence(activity)
    else if (kind === 1) client.ClearRichPresence()
    else void client.SetOnlineStatus(this.#pick([sdk.StatusType.Idle, sdk.StatusType.Dnd, sdk.StatusType.Invisible]))
  }

  /** Lets a player lose the connection, or end it and connect again, while others act. */
  async #cut(player: Player): Promise<void> {
    const { client } = player
    if (client.GetStatus() !== sdk.Client.Status.Ready) return
    const kind = this.#below(4)
    this.#noted(player, ['ends', 'begins a new session', 'loses the network', 'loses the network'][kind] ?? '')
    if (kind === 0) {
      client.Disconnect()
      await this.#act()
      client.Connect()
    } else {
      const type = kind === 1 ? 'invalid_session' : 'drop'
      await this.lab.platform.control.request('POST /gateway/faults', {
        user_id: `${player.id}`,
        type,
        resumable: false,
      })
    }
    if (kind < 2) {
      await this.ready(player)
      player.readySince = this.lab.platform.clock.now()
      this.#noted(player, 'is ready again')
    }
  }

  /** Resolves once a player is Ready. */
  async ready({ client, name }: Player): Promise<void> {
    await until(() => client.GetStatus() === sdk.Client.Status.Ready, `connection of ${name}`)
  }

  #anyLobby(): bigint {
    return this.lobbies.size === 0 ? 1n : this.#pick([...this.lobbies])
  }
}
