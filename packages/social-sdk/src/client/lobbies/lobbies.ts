import type { LobbyInviteObject, LobbyObject } from '@guildhall/protocol'
import type { LobbyHandle } from '../../handles/lobby.ts'
import { invalid } from '../../result.ts'
import type { GuildChannel } from '../../values/guild-channel.ts'
import type { GuildMinimal } from '../../values/guild-minimal.ts'
import type { VoicePlaces } from '../audio/voice-places.ts'
import type { ClientContext } from '../context.ts'
import type { PlayerRequests } from '../player-requests.ts'
import { type PageViewer, showPage } from '../show-page.ts'
import type { UserDirectory } from '../users/user-directory.ts'
import { fetchGuildChannels, fetchGuilds } from './guild-channels.ts'
import { type LobbySources, lobbyHandle } from './lobby-handles.ts'
import type { LobbyRecords } from './lobby-records.ts'

/** Metadata that a player sets with a join. */
export interface JoinMetadata {
  readonly lobby: Readonly<Record<string, string>>
  readonly member: Readonly<Record<string, string>>
}

/** Parts of which lobbies are made. */
export interface LobbiesParts {
  readonly context: ClientContext
  readonly requests: PlayerRequests
  readonly records: LobbyRecords
  readonly places: VoicePlaces
  readonly users: UserDirectory
  readonly pages: PageViewer
  /** Resolves once the player is no provisional account. @throws ResultFailure Aborted if the game gives it up */
  readonly awaitMerge: (callback: (() => void) | null | undefined) => Promise<void>
}

/** Lobbies of the player, and their links with channels. */
export class Lobbies {
  readonly #parts: LobbiesParts
  readonly #sources: LobbySources

  constructor(parts: LobbiesParts) {
    const { context, records, places, users } = parts
    this.#parts = parts
    this.#sources = { records, places, users, hasEnded: () => context.queue.hasEnded }
  }

  ids(): bigint[] {
    return this.#parts.records.ids()
  }

  handle(id: bigint): LobbyHandle | null {
    return lobbyHandle(this.#sources, id)
  }

  /** Joins the lobby of a secret, or creates it. Its events have begun then. */
  async join(secret: string, metadata: JoinMetadata | null): Promise<[lobbyId: bigint]> {
    const body = {
      secret,
      ...(metadata ? { lobby_metadata: metadata.lobby, member_metadata: metadata.member } : {}),
    }
    return [await this.#change('PUT', '/lobbies', body)]
  }

  async leave(id: bigint): Promise<[]> {
    await this.#parts.requests.send('DELETE', `/lobbies/${id}/members/@me`)
    this.#parts.records.remove(id)
    return []
  }

  /** Links a lobby with a channel; null ends the link. */
  async link(id: bigint, channelId: bigint | null): Promise<[]> {
    const body = channelId === null ? {} : { channel_id: `${channelId}` }
    await this.#change('PATCH', `/lobbies/${id}/channel-linking`, body)
    return []
  }

  async guilds(): Promise<[GuildMinimal[]]> {
    return [await fetchGuilds(this.#parts.requests)]
  }

  async guildChannels(guildId: bigint): Promise<[GuildChannel[]]> {
    return [await fetchGuildChannels(this.#parts.requests, guildId)]
  }

  /** Opens an invite to the guild of the linked channel. Returns its address. */
  async joinGuild(id: bigint, onMergeRequired: (() => void) | null | undefined): Promise<[inviteUrl: string]> {
    const { records, requests, context, pages, awaitMerge } = this.#parts
    if (records.get(id)?.linkedChannel === null) throw invalid('The lobby is not linked with a channel.')
    await awaitMerge(onMergeRequired)
    const { code } = await requests.send<LobbyInviteObject>('POST', `/lobbies/${id}/members/@me/invites`)
    return [await showPage(context, pages, `/invite/${encodeURIComponent(code)}`)]
  }

  /** Sends a request that returns a lobby of the player, and takes the lobby over. Returns its id. */
  async #change(method: string, path: string, body: object): Promise<bigint> {
    const { records, requests } = this.#parts
    const since = records.now
    const lobby = await requests.send<LobbyObject>(method, path, { body })
    const id = BigInt(lobby.id)
    await records.arrived(id)
    records.takeOver(lobby, since)
    return id
  }
}
