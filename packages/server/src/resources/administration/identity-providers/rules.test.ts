import assert from 'node:assert/strict'
import { test } from 'node:test'
import { USERNAME_MAX } from '@guildhall/protocol'
import type { IdentityProvider } from '../../accounts/instance-settings/model.ts'
import type { ProviderClaims } from './model.ts'
import { nameOf, numbered, roleOfClaims, safePage } from './rules.ts'

const claims = (fields: Partial<ProviderClaims>): ProviderClaims => ({
  issuer: 'https://id.example',
  subject: 'ada',
  email: null,
  username: null,
  name: null,
  roles: [],
  ...fields,
})

test('safePage keeps a path of the platform, and leads to the start from any other value', () => {
  for (const page of ['/', '/channels/@me', '/oauth2/authorize?client_id=1&scope=bot'])
    assert.equal(safePage(page), page)
  const hostile = ['//evil.example', '/\\evil.example', 'https://evil.example', '/a\n/b', '/ä', '/.//evil.example', '']
  for (const page of [undefined, ...hostile, `/${'a'.repeat(1_000)}`]) assert.equal(safePage(page), '/', page)
})

test('roleOfClaims returns the more powerful role, and none of values that the operator has not named', () => {
  const provider = { roles: { team: 'moderator', chiefs: 'admin' } } as unknown as IdentityProvider
  const cases: [string[], string | null][] = [
    [['team'], 'moderator'],
    [['team', 'chiefs'], 'admin'],
    [['guests'], null],
    [['constructor', '__proto__'], null],
    [[], null],
  ]
  for (const [roles, role] of cases) assert.equal(roleOfClaims(provider, claims({ roles })), role, roles.join())
  assert.equal(roleOfClaims({} as IdentityProvider, claims({ roles: ['team'] })), null)
})

test('nameOf prefers the user name, then the address, then the full name', () => {
  const all = { username: 'Ada.L@corp', email: 'ada@example.com', name: 'Ada Lovelace' }
  assert.equal(
    nameOf(claims(all), () => true),
    'ada.l',
  )
  assert.equal(
    nameOf(claims(all), (name) => name !== 'ada.l'),
    'ada',
  )
  assert.equal(
    nameOf(claims({ name: 'Zoë  Ångström..' }), () => true),
    'zoe_angstrom.',
  )
  assert.equal(
    nameOf(claims({ username: '!', name: '名前' }), () => true),
    'person',
  )
})

test('numbered keeps the maximum length', () => {
  assert.equal(numbered('ada', 2), 'ada2')
  assert.equal(numbered('a'.repeat(USERNAME_MAX), 12), `${'a'.repeat(USERNAME_MAX - 2)}12`)
})
