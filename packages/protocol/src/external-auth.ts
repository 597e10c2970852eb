/** Provider type of the identity that each `external_auth_type` proves. */
export const EXTERNAL_AUTH_PROVIDERS = {
  OIDC: 'OIDC',
  STEAM_SESSION_TICKET: 'STEAM',
  EPIC_ONLINE_SERVICES_ACCESS_TOKEN: 'EPIC_ONLINE_SERVICES',
  EPIC_ONLINE_SERVICES_ID_TOKEN: 'EPIC_ONLINE_SERVICES',
  UNITY_SERVICES_ID_TOKEN: 'UNITY',
  APPLE_ID_TOKEN: 'APPLE',
  PLAYSTATION_NETWORK_ID_TOKEN: 'PLAYSTATION_NETWORK',
  DISCORD_BOT_ISSUED_ACCESS_TOKEN: 'DISCORD_BOT',
} as const

/** Kind of a token of a player from elsewhere. */
export type ExternalAuthType = keyof typeof EXTERNAL_AUTH_PROVIDERS

/** All values of `external_auth_type`. */
export const EXTERNAL_AUTH_TYPES = Object.keys(EXTERNAL_AUTH_PROVIDERS) as readonly ExternalAuthType[]

/** Signature algorithms that id tokens of players may have. */
export const EXTERNAL_AUTH_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'ES256',
  'ES384',
  'ES512',
  'PS256',
  'PS384',
  'PS512',
] as const
