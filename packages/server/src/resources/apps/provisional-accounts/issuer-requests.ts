import { EXTERNAL_AUTH_TYPES, type Faults } from '@guildhall/protocol'
import { List, OneOf, SnowflakeId, type Static, Text, Type } from '../../../validation/schema.ts'
import { issuerFault } from './issuer-rules.ts'

const ISSUERS_MAX = 20
const ISSUER_LENGTH_MAX = 2_048
const CLIENT_ID_MAX = 1_024
const TOKEN_MAX = 10_240

/** Types of tokens that an issuer signs: access tokens of this platform have none. */
const ISSUED_TYPES = EXTERNAL_AUTH_TYPES.filter((type) => type !== 'DISCORD_BOT_ISSUED_ACCESS_TOKEN')

const Issuer = Type.Object({
  type: OneOf(...ISSUED_TYPES),
  issuer: Text(1, ISSUER_LENGTH_MAX),
  client_id: Text(1, CLIENT_ID_MAX),
})

/** Path of an application. */
export const GameParams = Type.Object({ application_id: SnowflakeId })

/** Issuers of the tokens by which players of a game sign in. */
export const IssuerList = Type.Object({ issuers: List(Issuer, 0, ISSUERS_MAX) })
export type IssuerList = Static<typeof IssuerList>

/** Body that tests a token of a player. */
export const TokenTest = Type.Object({
  external_auth_type: OneOf(...ISSUED_TYPES),
  external_auth_token: Text(1, TOKEN_MAX),
})

/** Issuers as they are stored; world files may name their own types. */
export const StoredIssuers = Type.Object({
  issuers: Type.Array(Type.Object({ type: Type.String(), issuer: Type.String(), client_id: Type.String() })),
})

/** Adds a fault for each issuer that cannot be stored. */
export function checkIssuers({ issuers }: IssuerList, faults: Faults): void {
  const seen = new Set<string>()
  for (const [index, { type, issuer, client_id }] of issuers.entries()) {
    const fault = issuerFault(issuer)
    if (fault !== null) faults.add(['issuers', index, 'issuer'], 'URL_TYPE_INVALID_URL', `The issuer ${fault}.`)
    const key = JSON.stringify([type, issuer, client_id])
    if (seen.has(key))
      faults.add(['issuers', index, 'client_id'], 'BASE_TYPE_UNIQUE', 'The same issuer is listed twice.')
    seen.add(key)
  }
}
