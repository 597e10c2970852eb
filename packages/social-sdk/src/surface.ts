/** The 32 classes, the 22 enums and the functions of the surface. */
export type { AudioBackend, Device } from './audio-backend.ts'
export { RunCallbacks } from './callbacks/queue.ts'
export { Client } from './client/client.ts'
export { EnumToString } from './enums/enum.ts'
export {
  ActivityActionTypes,
  ActivityGamePlatforms,
  ActivityPartyPrivacy,
  ActivityTypes,
  AdditionalContentType,
  AudioModeType,
  AudioSystem,
  AuthenticationCodeChallengeMethod,
  AuthenticationExternalAuthType,
  AuthorizationTokenType,
  ChannelType,
  DisclosureTypes,
  DiscordObjectState,
  ErrorType,
  ExternalIdentityProviderType,
  HttpStatusCode,
  IntegrationType,
  LoggingSeverity,
  RelationshipGroupType,
  RelationshipType,
  StatusDisplayTypes,
  StatusType,
} from './enums/index.ts'
export { Call } from './handles/call.ts'
export { CallInfoHandle } from './handles/call-info.ts'
export { ChannelHandle } from './handles/channel.ts'
export { LobbyHandle } from './handles/lobby.ts'
export { LobbyMemberHandle } from './handles/lobby-member.ts'
export { MessageHandle } from './handles/message.ts'
export { RelationshipHandle, UserHandle } from './handles/user.ts'
export { UserApplicationProfileHandle } from './handles/user-application-profile.ts'
export { UserMessageSummary } from './handles/user-message-summary.ts'
export { VoiceStateHandle } from './handles/voice-state.ts'
export { Activity } from './values/activity.ts'
export { ActivityAssets } from './values/activity-assets.ts'
export { ActivityButton } from './values/activity-button.ts'
export { ActivityInvite } from './values/activity-invite.ts'
export { ActivityParty } from './values/activity-party.ts'
export { ActivitySecrets } from './values/activity-secrets.ts'
export { ActivityTimestamps } from './values/activity-timestamps.ts'
export { AdditionalContent } from './values/additional-content.ts'
export { AudioDevice } from './values/audio-device.ts'
export { AuthorizationArgs } from './values/authorization-args.ts'
export { AuthorizationCodeChallenge } from './values/authorization-code-challenge.ts'
export { AuthorizationCodeVerifier } from './values/authorization-code-verifier.ts'
export { ClientCreateOptions } from './values/client-create-options.ts'
export { ClientResult } from './values/client-result.ts'
export { DeviceAuthorizationArgs } from './values/device-authorization-args.ts'
export { GuildChannel } from './values/guild-channel.ts'
export { GuildMinimal } from './values/guild-minimal.ts'
export { LinkedChannel } from './values/linked-channel.ts'
export { LinkedLobby } from './values/linked-lobby.ts'
export { VADThresholdSettings } from './values/vad-threshold-settings.ts'
