import type {
  CreateOrJoinLobbyCallback,
  GetGuildChannelsCallback,
  GetUserGuildsCallback,
  JoinLinkedLobbyGuildCallback,
  LeaveLobbyCallback,
  LinkOrUnlinkChannelCallback,
  LobbyCreatedCallback,
  LobbyDeletedCallback,
  LobbyMemberAddedCallback,
  LobbyMemberRemovedCallback,
  LobbyMemberUpdatedCallback,
  LobbyUpdatedCallback,
  ProvisionalUserMergeRequiredCallback,
} from '../../callbacks/types.ts'
import type { LobbyHandle } from '../../handles/lobby.ts'
import { callback, stringMap, text, uint64 } from '../../objects/kinds.ts'
import { declareParameters } from '../../objects/parameters.ts'
import { type Given, type Once, onceReady, read, setHandler } from '../base.ts'
import { ChatMethods } from '../chat/methods.ts'

/** Lobbies and their links with channels. */
export abstract class LobbiesMethods extends ChatMethods {
  /** Joins the lobby of a secret, or creates it. The callback receives its id. */
  CreateOrJoinLobby(secret: string, callback?: Given<CreateOrJoinLobbyCallback>): Once<CreateOrJoinLobbyCallback> {
    return onceReady(this, 'CreateOrJoinLobby', callback, [0n], ({ lobbies }) => lobbies.join(secret, null))
  }

  /**
   * Joins the lobby of a secret, or creates it, and replaces the metadata of the lobby and of the own
   * member.
   */
  CreateOrJoinLobbyWithMetadata(
    secret: string,
    lobbyMetadata: Record<string, string>,
    memberMetadata: Record<string, string>,
    callback?: Given<CreateOrJoinLobbyCallback>,
  ): Once<CreateOrJoinLobbyCallback> {
    const metadata = { lobby: { ...lobbyMetadata }, member: { ...memberMetadata } }
    return onceReady(this, 'CreateOrJoinLobbyWithMetadata', callback, [0n], ({ lobbies }) =>
      lobbies.join(secret, metadata),
    )
  }

  /** Fetches the channels of a guild, sorted by position, with what a link needs. */
  GetGuildChannels(guildId: bigint, cb?: Given<GetGuildChannelsCallback>): Once<GetGuildChannelsCallback> {
    return onceReady(this, 'GetGuildChannels', cb, [[]], ({ lobbies }) => lobbies.guildChannels(guildId))
  }

  /** Returns a lobby that the player is in; null for others. */
  GetLobbyHandle(lobbyId: bigint): LobbyHandle | null {
    return read<LobbyHandle | null>(this, null, ({ online }) => online?.lobbies.handle(lobbyId) ?? null)
  }

  /** Returns the ids of the lobbies that the player is in. */
  GetLobbyIds(): bigint[] {
    return read<bigint[]>(this, [], ({ online }) => online?.lobbies.ids() ?? [])
  }

  /** Fetches the guilds of the player. */
  GetUserGuilds(cb?: Given<GetUserGuildsCallback>): Once<GetUserGuildsCallback> {
    return onceReady(this, 'GetUserGuilds', cb, [[]], ({ lobbies }) => lobbies.guilds())
  }

  /**
   * Opens an invite to the guild of the channel that a lobby is linked with. Provisional accounts must merge
   * first. Since 1.5.
   */
  JoinLinkedLobbyGuild(
    lobbyId: bigint,
    provisionalUserMergeRequiredCallback: Given<ProvisionalUserMergeRequiredCallback>,
    callback?: Given<JoinLinkedLobbyGuildCallback>,
  ): Once<JoinLinkedLobbyGuildCallback> {
    const ask = provisionalUserMergeRequiredCallback
    return onceReady(this, 'JoinLinkedLobbyGuild', callback, [''], ({ lobbies }) => lobbies.joinGuild(lobbyId, ask))
  }

  /** Leaves a lobby that was joined by a secret. */
  LeaveLobby(lobbyId: bigint, callback?: Given<LeaveLobbyCallback>): Once<LeaveLobbyCallback> {
    return onceReady(this, 'LeaveLobby', callback, [], ({ lobbies }) => lobbies.leave(lobbyId))
  }

  /** Links a lobby with a channel. The member may link, and the channel is linkable. */
  LinkChannelToLobby(
    lobbyId: bigint,
    channelId: bigint,
    callback?: Given<LinkOrUnlinkChannelCallback>,
  ): Once<LinkOrUnlinkChannelCallback> {
    return onceReady(this, 'LinkChannelToLobby', callback, [], ({ lobbies }) => lobbies.link(lobbyId, channelId))
  }

  /** Sets the handler that is called when a lobby becomes available; null removes it. */
  SetLobbyCreatedCallback(cb: Given<LobbyCreatedCallback>): void {
    setHandler(this, 'lobbyCreated', cb)
  }

  /** Sets the handler that is called when a lobby becomes unavailable; null removes it. */
  SetLobbyDeletedCallback(cb: Given<LobbyDeletedCallback>): void {
    setHandler(this, 'lobbyDeleted', cb)
  }

  /** Sets the handler that is called when another user joins a lobby; null removes it. */
  SetLobbyMemberAddedCallback(cb: Given<LobbyMemberAddedCallback>): void {
    setHandler(this, 'lobbyMemberAdded', cb)
  }

  /** Sets the handler that is called when another user leaves a lobby; null removes it. */
  SetLobbyMemberRemovedCallback(cb: Given<LobbyMemberRemovedCallback>): void {
    setHandler(this, 'lobbyMemberRemoved', cb)
  }

  /** Sets the handler that is called when a member changes, connects or disconnects; null removes it. */
  SetLobbyMemberUpdatedCallback(cb: Given<LobbyMemberUpdatedCallback>): void {
    setHandler(this, 'lobbyMemberUpdated', cb)
  }

  /** Sets the handler that is called when the metadata or the link of a lobby changes; null removes it. */
  SetLobbyUpdatedCallback(cb: Given<LobbyUpdatedCallback>): void {
    setHandler(this, 'lobbyUpdated', cb)
  }

  /** Ends the link of a lobby with a channel. */
  UnlinkChannelFromLobby(
    lobbyId: bigint,
    callback?: Given<LinkOrUnlinkChannelCallback>,
  ): Once<LinkOrUnlinkChannelCallback> {
    return onceReady(this, 'UnlinkChannelFromLobby', callback, [], ({ lobbies }) => lobbies.link(lobbyId, null))
  }
}

declareParameters(LobbiesMethods, {
  CreateOrJoinLobby: { secret: text, callback: callback },
  CreateOrJoinLobbyWithMetadata: {
    secret: text,
    lobbyMetadata: stringMap,
    memberMetadata: stringMap,
    callback: callback,
  },
  GetGuildChannels: { guildId: uint64, cb: callback },
  GetLobbyHandle: { lobbyId: uint64 },
  GetUserGuilds: { cb: callback },
  JoinLinkedLobbyGuild: { lobbyId: uint64, provisionalUserMergeRequiredCallback: callback, callback: callback },
  LeaveLobby: { lobbyId: uint64, callback: callback },
  LinkChannelToLobby: { lobbyId: uint64, channelId: uint64, callback: callback },
  SetLobbyCreatedCallback: { cb: callback },
  SetLobbyDeletedCallback: { cb: callback },
  SetLobbyMemberAddedCallback: { cb: callback },
  SetLobbyMemberRemovedCallback: { cb: callback },
  SetLobbyMemberUpdatedCallback: { cb: callback },
  SetLobbyUpdatedCallback: { cb: callback },
  UnlinkChannelFromLobby: { lobbyId: uint64, callback: callback },
})
