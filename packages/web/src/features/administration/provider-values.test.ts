import assert from 'node:assert/strict'
import { test } from 'node:test'
import { providerOf, valuesOf } from './provider-values.ts'

const whole = {
  id: 'school',
  name: 'School',
  issuer: 'https://id.school.example',
  client_id: 'hall',
  client_secret: true,
  register: 'auto',
  link_by_email: true,
  scopes: ['openid', 'groups'],
  allowed_domains: ['school.example'],
  role_claim: 'groups',
  roles: { 'cn=staff,dc=school': 'moderator', heads: 'admin' },
} as const

test('the fields of a provider give the same provider, whose stored secret is kept', () => {
  const { scopes, allowed_domains, ...rest } = whole
  const provider = { ...rest, scopes: [...scopes], allowed_domains: [...allowed_domains] }
  assert.deepEqual(providerOf(valuesOf(provider), { hasSecret: true }), provider)
})

test('empty optional fields are left out, and a new secret is sent', () => {
  const values = { ...valuesOf(undefined), id: ' a ', client_secret: 'new', roles: 'staff' }
  assert.deepEqual(providerOf(values, { hasSecret: false }), {
    id: 'a',
    name: '',
    issuer: '',
    client_id: '',
    client_secret: 'new',
    register: 'approval',
    link_by_email: false,
    roles: { staff: '' },
  })
})
