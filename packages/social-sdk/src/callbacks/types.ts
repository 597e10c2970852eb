/** Shapes of all callbacks. Those of the class Call carry its name: CallOnStatusChanged is Call.OnStatusChanged. */
import type {
  AuthorizationTokenType,
  CallError,
  CallStatus,
  ClientError,
  ClientStatus,
  LoggingSeverity,
} from '../enums/index.ts'
import type { MessageHandle } from '../handles/message.ts'
import type { UserHandle } from '../handles/user.ts'
import type { UserMessageSummary } from '../handles/user-message-summary.ts'
import type { ActivityInvite } from '../values/activity-invite.ts'
import type { AudioDevice } from '../values/audio-device.ts'
import type { ClientResult } from '../values/client-result.ts'
import type { GuildChannel } from '../values/guild-channel.ts'
import type { GuildMinimal } from '../values/guild-minimal.ts'

export type CallOnVoiceStateChanged = (userId: bigint) => void
export type CallOnParticipantChanged = (userId: bigint, added: boolean) => void
export type CallOnSpeakingStatusChanged = (userId: bigint, isPlayingSound: boolean) => void
export type CallOnStatusChanged = (status: CallStatus, error: CallError, errorDetail: number) => void
export type EndCallCallback = () => void
export type EndCallsCallback = () => void
export type GetCurrentInputDeviceCallback = (device: AudioDevice) => void
export type GetCurrentOutputDeviceCallback = (device: AudioDevice) => void
export type GetInputDevicesCallback = (devices: AudioDevice[]) => void
export type GetOutputDevicesCallback = (devices: AudioDevice[]) => void
export type DeviceChangeCallback = (inputDevices: AudioDevice[], outputDevices: AudioDevice[]) => void
export type SetInputDeviceCallback = (result: ClientResult) => void
export type NoAudioInputCallback = (inputDetected: boolean) => void
export type SetOutputDeviceCallback = (result: ClientResult) => void
export type VoiceParticipantChangedCallback = (lobbyId: bigint, memberId: bigint, added: boolean) => void
export type UserAudioReceivedCallback = (
  userId: bigint,
  data: Int16Array,
  samplesPerChannel: bigint,
  sampleRate: number,
  channels: bigint,
  outShouldMute: { value: boolean },
) => void
export type UserAudioCapturedCallback = (
  data: Int16Array,
  samplesPerChannel: bigint,
  sampleRate: number,
  channels: bigint,
) => void
export type AuthorizationCallback = (result: ClientResult, code: string, redirectUri: string) => void
export type ExchangeChildTokenCallback = (
  result: ClientResult,
  accessToken: string,
  tokenType: AuthorizationTokenType,
  expiresIn: number,
  scopes: string,
) => void
export type FetchCurrentUserCallback = (result: ClientResult, id: bigint, name: string) => void
export type TokenExchangeCallback = (
  result: ClientResult,
  accessToken: string,
  refreshToken: string,
  tokenType: AuthorizationTokenType,
  expiresIn: number,
  scopes: string,
) => void
export type AuthorizeRequestCallback = () => void
export type RevokeTokenCallback = (result: ClientResult) => void
export type AuthorizeDeviceScreenClosedCallback = () => void
export type TokenExpirationCallback = () => void
export type UnmergeIntoProvisionalAccountCallback = (result: ClientResult) => void
export type UpdateProvisionalAccountDisplayNameCallback = (result: ClientResult) => void
export type UpdateTokenCallback = (result: ClientResult) => void
export type DeleteUserMessageCallback = (result: ClientResult) => void
export type EditUserMessageCallback = (result: ClientResult) => void
export type GetLobbyMessagesCallback = (result: ClientResult, messages: MessageHandle[]) => void
export type UserMessageSummariesCallback = (result: ClientResult, summaries: UserMessageSummary[]) => void
export type UserMessagesWithLimitCallback = (result: ClientResult, messages: MessageHandle[]) => void
export type ProvisionalUserMergeRequiredCallback = () => void
export type OpenMessageInDiscordCallback = (result: ClientResult) => void
export type SendUserMessageCallback = (result: ClientResult, messageId: bigint) => void
export type MessageCreatedCallback = (messageId: bigint) => void
export type MessageDeletedCallback = (messageId: bigint, channelId: bigint) => void
export type MessageUpdatedCallback = (messageId: bigint) => void
export type LogCallback = (message: string, severity: LoggingSeverity) => void
export type OpenConnectedGamesSettingsInDiscordCallback = (result: ClientResult) => void
export type OnStatusChanged = (status: ClientStatus, error: ClientError, errorDetail: number) => void
export type CreateOrJoinLobbyCallback = (result: ClientResult, lobbyId: bigint) => void
export type GetGuildChannelsCallback = (result: ClientResult, guildChannels: GuildChannel[]) => void
export type GetUserGuildsCallback = (result: ClientResult, guilds: GuildMinimal[]) => void
export type JoinLinkedLobbyGuildCallback = (result: ClientResult, inviteUrl: string) => void
export type LeaveLobbyCallback = (result: ClientResult) => void
export type LinkOrUnlinkChannelCallback = (result: ClientResult) => void
export type LobbyCreatedCallback = (lobbyId: bigint) => void
export type LobbyDeletedCallback = (lobbyId: bigint) => void
export type LobbyMemberAddedCallback = (lobbyId: bigint, memberId: bigint) => void
export type LobbyMemberRemovedCallback = (lobbyId: bigint, memberId: bigint) => void
export type LobbyMemberUpdatedCallback = (lobbyId: bigint, memberId: bigint) => void
export type LobbyUpdatedCallback = (lobbyId: bigint) => void
export type IsDiscordAppInstalledCallback = (installed: boolean) => void
export type AcceptActivityInviteCallback = (result: ClientResult, joinSecret: string) => void
export type SendActivityInviteCallback = (result: ClientResult) => void
export type ActivityInviteCallback = (invite: ActivityInvite) => void
export type ActivityJoinCallback = (joinSecret: string) => void
export type ActivityJoinWithApplicationCallback = (applicationId: bigint, joinSecret: string) => void
export type UpdateStatusCallback = (result: ClientResult) => void
export type UpdateRichPresenceCallback = (result: ClientResult) => void
export type UpdateRelationshipCallback = (result: ClientResult) => void
export type SendFriendRequestCallback = (result: ClientResult) => void
export type RelationshipCreatedCallback = (userId: bigint, isDiscordRelationshipUpdate: boolean) => void
export type RelationshipDeletedCallback = (userId: bigint, isDiscordRelationshipUpdate: boolean) => void
export type GetDiscordClientConnectedUserCallback = (result: ClientResult, user: UserHandle | null) => void
export type RelationshipGroupsUpdatedCallback = (userId: bigint) => void
export type UserUpdatedCallback = (userId: bigint) => void
