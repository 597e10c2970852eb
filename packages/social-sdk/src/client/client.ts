import type * as types from '../callbacks/types.ts'
import { ClientError, ClientStatus, ClientThread } from '../enums/index.ts'
import { checked, text } from '../objects/kinds.ts'
import { isNamed } from '../objects/wrapper.ts'
import type { ClientCreateOptions } from '../values/client-create-options.ts'
import { partsOf, read } from './base.ts'
import { buildParts } from './build-parts.ts'
import { MobileMethods } from './mobile/methods.ts'
import type { Parts } from './parts.ts'
import { settingsOf } from './settings.ts'

/**
 * The connection of one player: sign-in, friends, chat, lobbies, presence and calls. Its callbacks are called by
 * RunCallbacks.
 */
export class Client extends MobileMethods {
  static readonly Error = ClientError
  static readonly Status = ClientStatus
  static readonly Thread = ClientThread
  /** A Client that has ended. It is frozen. */
  static readonly nullobj: Client = Client.#ended()

  static #ended(): Client {
    const client = new Client()
    client.dispose()
    Object.freeze(client)
    return client
  }

  /**
   * Makes a Client of the server in `GUILDHALL_SERVER`, else of `http://127.0.0.1:7700`; or of the addresses of an
   * HTTP API and a web app; or of options.
   */
  constructor(apiBase?: string | ClientCreateOptions, webBase?: string) {
    super(partsOfNew(apiBase, webBase))
  }

  /** Whether the Client works: false after `dispose`. */
  get valid(): boolean {
    return !partsOf(this).context.queue.hasEnded
  }

  /** Returns `valid`. A game that was ported from C++ calls it in place of the conversion to bool. */
  toBoolean(): boolean {
    return this.valid
  }

  /**
   * Ends the Client, as the destructor does: its connections end, and one-shot callbacks that wait receive
   * ClientDestroyed by the next RunCallbacks. Its handles show nothing any more.
   */
  dispose(): void {
    partsOf(this).end()
  }

  /**
   * Takes an address that the game was opened with: a redirect of Authorize, or a link to join. Returns false for
   * addresses that are not for this Client.
   */
  handleUrl(url: string): boolean {
    checked(text, url, 'Client.handleUrl: url')
    const address = URL.parse(url)
    const isTaken = ({ auth, richPresence }: Parts, url: URL) => auth.handleUrl(url) || richPresence.handleUrl(url)
    return address !== null && read(this, false, (parts) => isTaken(parts, address))
  }

  /** Ends the Client, for `using client = new Client()`. */
  [Symbol.dispose](): void {
    this.dispose()
  }
}

function partsOfNew(apiBase: string | ClientCreateOptions | undefined, webBase: string | undefined): Parts {
  const options = isNamed(apiBase, 'ClientCreateOptions') ? (apiBase as ClientCreateOptions) : null
  if (!options && apiBase !== undefined) {
    checked(text, apiBase, 'new Client(apiBase, webBase): apiBase')
    checked(text, webBase, 'new Client(apiBase, webBase): webBase')
  }
  return buildParts(settingsOf(options, options ? '' : ((apiBase as string | undefined) ?? ''), webBase ?? ''))
}

export declare namespace Client {
  type Error = ClientError
  type Status = ClientStatus
  type Thread = ClientThread
  type EndCallCallback = types.EndCallCallback
  type EndCallsCallback = types.EndCallsCallback
  type GetCurrentInputDeviceCallback = types.GetCurrentInputDeviceCallback
  type GetCurrentOutputDeviceCallback = types.GetCurrentOutputDeviceCallback
  type GetInputDevicesCallback = types.GetInputDevicesCallback
  type GetOutputDevicesCallback = types.GetOutputDevicesCallback
  type DeviceChangeCallback = types.DeviceChangeCallback
  type SetInputDeviceCallback = types.SetInputDeviceCallback
  type NoAudioInputCallback = types.NoAudioInputCallback
  type SetOutputDeviceCallback = types.SetOutputDeviceCallback
  type VoiceParticipantChangedCallback = types.VoiceParticipantChangedCallback
  type UserAudioReceivedCallback = types.UserAudioReceivedCallback
  type UserAudioCapturedCallback = types.UserAudioCapturedCallback
  type AuthorizationCallback = types.AuthorizationCallback
  type ExchangeChildTokenCallback = types.ExchangeChildTokenCallback
  type FetchCurrentUserCallback = types.FetchCurrentUserCallback
  type TokenExchangeCallback = types.TokenExchangeCallback
  type AuthorizeRequestCallback = types.AuthorizeRequestCallback
  type RevokeTokenCallback = types.RevokeTokenCallback
  type AuthorizeDeviceScreenClosedCallback = types.AuthorizeDeviceScreenClosedCallback
  type TokenExpirationCallback = types.TokenExpirationCallback
  type UnmergeIntoProvisionalAccountCallback = types.UnmergeIntoProvisionalAccountCallback
  type UpdateProvisionalAccountDisplayNameCallback = types.UpdateProvisionalAccountDisplayNameCallback
  type UpdateTokenCallback = types.UpdateTokenCallback
  type DeleteUserMessageCallback = types.DeleteUserMessageCallback
  type EditUserMessageCallback = types.EditUserMessageCallback
  type GetLobbyMessagesCallback = types.GetLobbyMessagesCallback
  type UserMessageSummariesCallback = types.UserMessageSummariesCallback
  type UserMessagesWithLimitCallback = types.UserMessagesWithLimitCallback
  type ProvisionalUserMergeRequiredCallback = types.ProvisionalUserMergeRequiredCallback
  type OpenMessageInDiscordCallback = types.OpenMessageInDiscordCallback
  type SendUserMessageCallback = types.SendUserMessageCallback
  type MessageCreatedCallback = types.MessageCreatedCallback
  type MessageDeletedCallback = types.MessageDeletedCallback
  type MessageUpdatedCallback = types.MessageUpdatedCallback
  type LogCallback = types.LogCallback
  type OpenConnectedGamesSettingsInDiscordCallback = types.OpenConnectedGamesSettingsInDiscordCallback
  type OnStatusChanged = types.OnStatusChanged
  type CreateOrJoinLobbyCallback = types.CreateOrJoinLobbyCallback
  type GetGuildChannelsCallback = types.GetGuildChannelsCallback
  type GetUserGuildsCallback = types.GetUserGuildsCallback
  type JoinLinkedLobbyGuildCallback = types.JoinLinkedLobbyGuildCallback
  type LeaveLobbyCallback = types.LeaveLobbyCallback
  type LinkOrUnlinkChannelCallback = types.LinkOrUnlinkChannelCallback
  type LobbyCreatedCallback = types.LobbyCreatedCallback
  type LobbyDeletedCallback = types.LobbyDeletedCallback
  type LobbyMemberAddedCallback = types.LobbyMemberAddedCallback
  type LobbyMemberRemovedCallback = types.LobbyMemberRemovedCallback
  type LobbyMemberUpdatedCallback = types.LobbyMemberUpdatedCallback
  type LobbyUpdatedCallback = types.LobbyUpdatedCallback
  type IsDiscordAppInstalledCallback = types.IsDiscordAppInstalledCallback
  type AcceptActivityInviteCallback = types.AcceptActivityInviteCallback
  type SendActivityInviteCallback = types.SendActivityInviteCallback
  type ActivityInviteCallback = types.ActivityInviteCallback
  type ActivityJoinCallback = types.ActivityJoinCallback
  type ActivityJoinWithApplicationCallback = types.ActivityJoinWithApplicationCallback
  type UpdateStatusCallback = types.UpdateStatusCallback
  type UpdateRichPresenceCallback = types.UpdateRichPresenceCallback
  type UpdateRelationshipCallback = types.UpdateRelationshipCallback
  type SendFriendRequestCallback = types.SendFriendRequestCallback
  type RelationshipCreatedCallback = types.RelationshipCreatedCallback
  type RelationshipDeletedCallback = types.RelationshipDeletedCallback
  type GetDiscordClientConnectedUserCallback = types.GetDiscordClientConnectedUserCallback
  type RelationshipGroupsUpdatedCallback = types.RelationshipGroupsUpdatedCallback
  type UserUpdatedCallback = types.UserUpdatedCallback
}
