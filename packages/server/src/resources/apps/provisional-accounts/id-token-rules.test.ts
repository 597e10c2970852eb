import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExternalAuth } from '../../../kernel/model.ts'
import { mayHaveHeader, providerOf } from './id-token-rules.ts'

const HEADER = { alg: 'RS256', kid: 'one' }
const ISSUER = 'https://id.example'
const provider = (client_id: string): ExternalAuth => ({ type: 'OIDC', issuer: ISSUER, client_id })

for (const [more, isAccepted] of [
  [{}, true],
  [{ b64: true }, true],
  [{ b64: false }, false],
  [{ b64: 'false' }, false],
  [{ b64: null }, false],
  [{ crit: ['b64'], b64: false }, false],
  [{ crit: ['b64'], b64: true }, false],
  [{ crit: [] }, false],
  [{ crit: null }, false],
] as const) {
  test(`a header with ${JSON.stringify(more)} is ${isAccepted ? 'accepted' : 'refused'}`, () => {
    assert.equal(mayHaveHeader({ ...HEADER, ...more }).ok, isAccepted)
  })
}

test('a token may be issued to any client that the game has configured for the issuer', () => {
  const configured = [provider('web'), provider('phone')]
  const clientOf = (azp: unknown) => {
    const found = providerOf({ iss: ISSUER, aud: 'web', azp }, configured)
    return 'ok' in found ? found.error : found.client_id
  }
  assert.equal(clientOf(undefined), 'web')
  assert.equal(clientOf('phone'), 'web')
  for (const foreign of ['other', '', null, ['web']]) assert.equal(clientOf(foreign), 'ID_TOKEN_AUDIENCE_MISMATCH')
})
