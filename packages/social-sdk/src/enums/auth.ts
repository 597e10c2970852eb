import { type EnumValue, enumOf } from './enum.ts'

/** Method by which a challenge (PKCE) is made. */
export const AuthenticationCodeChallengeMethod = enumOf({
  S256: 0,
})
export type AuthenticationCodeChallengeMethod = EnumValue<typeof AuthenticationCodeChallengeMethod>

/** Kind of an installation of an application. */
export const IntegrationType = enumOf({
  GuildInstall: 0,
  UserInstall: 1,
})
export type IntegrationType = EnumValue<typeof IntegrationType>

/** Provider of the identity of a user in a game. */
export const ExternalIdentityProviderType = enumOf({
  OIDC: 0,
  EpicOnlineServices: 1,
  Steam: 2,
  Unity: 3,
  DiscordBot: 4,
  None: 5,
  Unknown: 6,
})
export type ExternalIdentityProviderType = EnumValue<typeof ExternalIdentityProviderType>

/** Type of a token. Games use Bearer. */
export const AuthorizationTokenType = enumOf({
  User: 0,
  Bearer: 1,
})
export type AuthorizationTokenType = EnumValue<typeof AuthorizationTokenType>

/** Kind of a token of another identity provider. */
export const AuthenticationExternalAuthType = enumOf({
  OIDC: 0,
  EpicOnlineServicesAccessToken: 1,
  EpicOnlineServicesIdToken: 2,
  SteamSessionTicket: 3,
  UnityServicesIdToken: 4,
  DiscordBotIssuedAccessToken: 5,
  AppleIdToken: 6,
  PlayStationNetworkIdToken: 7,
})
export type AuthenticationExternalAuthType = EnumValue<typeof AuthenticationExternalAuthType>
