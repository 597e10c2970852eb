import { EXTERNAL_AUTH_TYPES } from '@guildhall/protocol'
import { OneOf, Optional, OptionalNullable, SnowflakeId, type Static, Text, Type } from '../../../validation/schema.ts'

/** Limit of tokens from elsewhere and of OAuth2 tokens in requests, in characters. */
const TOKEN_MAX = 10_240
const SECRET_MAX = 1_024
const EXTERNAL_ID_MAX = 1_024

/** Body of the calls by which a game signs its players in or out with a token from elsewhere. */
export const PlayerTokenBody = Type.Object({
  client_id: SnowflakeId,
  client_secret: OptionalNullable(Text(0, SECRET_MAX)),
  external_auth_type: OneOf(...EXTERNAL_AUTH_TYPES),
  external_auth_token: Text(1, TOKEN_MAX),
})
export type PlayerTokenBody = Static<typeof PlayerTokenBody>

/** Id by which the server of a game names a player. */
export const ExternalUserId = Text(1, EXTERNAL_ID_MAX)

/** Body of Exchange Child Token. [END-72] */
export const ChildTokenBody = Type.Object({
  parent_access_token: Text(1, TOKEN_MAX),
  child_application_id: SnowflakeId,
  parent_client_secret: OptionalNullable(Text(0, SECRET_MAX)),
})

/** Tokens of a provisional account. */
export const PlayerTokens = Type.Object({
  token_type: Type.String(),
  access_token: Type.String(),
  expires_in: Type.Integer(),
  scope: Type.String(),
  id_token: Type.String(),
  refresh_token: Optional(Type.String()),
})
export type PlayerTokens = Static<typeof PlayerTokens>
