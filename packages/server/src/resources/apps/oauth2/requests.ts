import {
  Int,
  Optional,
  OptionalNullable,
  PermissionBits,
  SnowflakeId,
  type Static,
  Text,
  Type,
} from '../../../validation/schema.ts'

/** Query of the authorization page and of the operations that it calls. */
export const AuthorizeQuery = Type.Object({
  client_id: SnowflakeId,
  response_type: Optional(Text(0, 100)),
  redirect_uri: Optional(Text(0, 2_000)),
  scope: Optional(Text(0, 2_000)),
  state: Optional(Text(0, 4_000)),
  nonce: Optional(Text(0, 1_000)),
  prompt: Optional(Text(0, 100)),
  code_challenge: Optional(Text(0, 200)),
  code_challenge_method: Optional(Text(0, 20)),
  integration_type: Optional(Text(0, 4)),
  permissions: Optional(PermissionBits),
  guild_id: Optional(SnowflakeId),
  disable_guild_select: Optional(Text(0, 10)),
  /** `true` for the RPC command AUTHORIZE: its code goes back over the connection, so that it needs no address. */
  local_client: Optional(Text(0, 10)),
})
export type AuthorizeQuery = Static<typeof AuthorizeQuery>

/** Decision of a person about an authorization. Its fields win over those of the query. */
export const AuthorizeBody = Type.Object({
  authorize: Optional(Type.Boolean()),
  permissions: OptionalNullable(PermissionBits),
  guild_id: OptionalNullable(SnowflakeId),
  integration_type: OptionalNullable(Int(0, 1)),
  webhook_channel_id: OptionalNullable(SnowflakeId),
})
export type AuthorizeBody = Static<typeof AuthorizeBody>

const Field = Optional(Type.String({ maxLength: 10_240 }))

/** Fields of all grants at the token endpoint. Each grant checks the fields that it needs. */
export const TokenForm = Type.Object({
  grant_type: Field,
  client_id: Field,
  client_secret: Field,
  code: Field,
  redirect_uri: Field,
  code_verifier: Field,
  refresh_token: Field,
  scope: Field,
  device_code: Field,
  /** Token of the player whose provisional account a user grant merges into the user's. */
  external_auth_type: Field,
  external_auth_token: Field,
})
export type TokenForm = Static<typeof TokenForm>

/** Form of the request for an RPC token. */
export const RpcTokenForm = Type.Object({ client_id: Field, client_secret: Field })

/** Form of a token revocation. (RFC 7009, 2.1) */
export const RevocationForm = Type.Object({
  token: Field,
  token_type_hint: Field,
  client_id: Field,
  client_secret: Field,
})
