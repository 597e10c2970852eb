import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApplicationFlag } from '@guildhall/protocol'
import {
  clientScopeFault,
  installFault,
  isRedirectRegistered,
  queryFault,
  readUserCode,
  redirectTo,
  scopeFault,
  userCode,
} from './rules.ts'

const OWNER = 1n
const PERSON = 2n
const application = {
  owner_id: OWNER,
  bot_id: 3n,
  flags: 0n,
  premium_approved: false,
  social_sdk_terms_accepted: false,
}
const activity = { ...application, flags: ApplicationFlag.EMBEDDED }

test('[AUT-2] [USR-2] [AUT-7] scopeFault() rejects unknown, reserved and unapproved scopes', () => {
  const cases = [
    [['identify', 'guilds'], application, PERSON, undefined],
    [[], application, PERSON, 'invalid_scope'],
    [['identify', 'everything'], application, PERSON, 'invalid_scope'],
    [['applications.commands.update'], application, OWNER, 'invalid_scope'],
    [['identify.premium'], application, OWNER, 'invalid_scope'],
    [['identify.premium'], { ...application, premium_approved: true }, PERSON, undefined],
    [['rpc'], application, PERSON, 'invalid_scope'],
    [['rpc'], application, OWNER, undefined],
    [['rpc.activities.write'], application, PERSON, 'invalid_scope'],
    [['rpc.activities.write', 'rpc.voice.read'], activity, PERSON, undefined],
    [['rpc'], activity, PERSON, 'invalid_scope'],
    [['identify', 'relationships.read'], application, PERSON, 'invalid_scope'],
    [['relationships.read'], application, OWNER, 'invalid_scope'],
    [['relationships.read'], { ...application, social_sdk_terms_accepted: true }, PERSON, undefined],
    [['bot'], application, PERSON, undefined],
    [['bot'], { ...application, bot_id: null }, PERSON, 'invalid_scope'],
  ] as const
  for (const [scopes, of, userId, expected] of cases)
    assert.equal(scopeFault(scopes, of, userId)?.fault, expected, `${scopes} for ${userId}`)
})

test('clientScopeFault() rejects scopes that need a person', () => {
  const cases = [
    [['applications.commands.update', 'identify'], undefined],
    [[], 'invalid_scope'],
    [['bot'], 'invalid_scope'],
    [['webhook.incoming'], 'invalid_scope'],
    [['relationships.read'], 'invalid_scope'],
    [['identify', 'everything'], 'invalid_scope'],
  ] as const
  for (const [scopes, expected] of cases)
    assert.equal(clientScopeFault(scopes, application)?.fault, expected, `${scopes}`)
})

test('isRedirectRegistered() ignores the port of a loopback address registered without one', () => {
  const registered = ['https://a.example/back', 'http://127.0.0.1/back', 'http://localhost:3000/back', 'http://[::1]']
  const cases = [
    ['https://a.example/back', true],
    ['https://a.example/back?x=1', false],
    ['https://a.example/back/', false],
    ['https://a.example:8443/back', false],
    ['http://127.0.0.1/back', true],
    ['http://127.0.0.1:52100/back', true],
    ['http://127.0.0.1:52100/other', false],
    ['http://127.0.0.1:52100@b.example/back', false],
    ['http://127.0.0.1.b.example:52100/back', false],
    ['https://127.0.0.1:52100/back', false],
    ['http://localhost:3000/back', true],
    ['http://localhost:3001/back', false],
    ['http://[::1]:52100', true],
    ['', false],
  ] as const
  for (const [requested, expected] of cases)
    assert.equal(isRedirectRegistered(registered, requested), expected, requested)
})

test('[AUT-10] queryFault() names the fault of an authorization request', () => {
  const challenge = 'x'.repeat(43)
  const cases = [
    [{}, [], undefined],
    [{ response_type: 'code' }, [], undefined],
    [{ response_type: 'token' }, ['identify'], undefined],
    [{ response_type: 'id_token' }, [], 'unsupported_response_type'],
    [{ response_type: 'token' }, ['role_connections.write'], 'invalid_scope'],
    [{ response_type: 'code' }, ['role_connections.write'], undefined],
    [{ response_type: 'code', code_challenge: challenge, code_challenge_method: 'S256' }, [], undefined],
    [{ response_type: 'code', code_challenge: challenge, code_challenge_method: 'plain' }, [], 'invalid_request'],
    [{ response_type: 'code', code_challenge: challenge }, [], 'invalid_request'],
    [{ response_type: 'code', code_challenge_method: 'S256' }, [], 'invalid_request'],
    [{ response_type: 'code', code_challenge: 'short', code_challenge_method: 'S256' }, [], 'invalid_request'],
    [{ response_type: 'token', code_challenge: challenge, code_challenge_method: 'S256' }, [], 'invalid_request'],
  ] as const
  for (const [query, scopes, expected] of cases)
    assert.equal(queryFault(query, scopes)?.fault, expected, JSON.stringify(query))
})

test('[SDK-20] installFault() rejects a place that the application does not support', () => {
  const app = { integration_types_config: { '0': {} } }
  const faults = [undefined, '', '0', '1', '7'].map((type) => installFault(type, app)?.fault)
  assert.deepEqual(faults, [undefined, undefined, undefined, 'invalid_request', 'invalid_request'])
})

test('userCode() has eight consonants, and readUserCode() accepts it as a person types it', () => {
  for (let first = 0; first < 256; first += 1) {
    const code = userCode(Uint8Array.from({ length: 8 }, (_, index) => (first + index * 37) % 256))
    assert.match(code, /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/)
    assert.equal(readUserCode(` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `), code)
  }
})

test('redirectTo() puts a code into the query and a token into the fragment', () => {
  const cases = [
    ['https://a.example/back', { code: 'c', state: 's t' }, 'code', 'https://a.example/back?code=c&state=s+t'],
    ['https://a.example/back?x=1', { code: 'c', state: undefined }, 'code', 'https://a.example/back?x=1&code=c'],
    ['https://a.example/back', { access_token: 't' }, 'token', 'https://a.example/back#access_token=t'],
    ['mygame:/back', { error: 'access_denied' }, undefined, 'mygame:/back?error=access_denied'],
    ['https://a.example/back?code=old', { code: 'new' }, 'code', 'https://a.example/back?code=new'],
  ] as const
  for (const [address, parameters, responseType, expected] of cases)
    assert.equal(redirectTo(address, parameters, responseType), expected)
})
