import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type IdentityProvider, SETTINGS, type SettingName } from './model.ts'
import { maySet, offersMail, readSetting, withSecrets } from './rules.ts'

const provider: IdentityProvider = {
  id: 'hall',
  name: 'Hall',
  issuer: 'https://id.example/realms/main',
  client_id: 'guildhall',
  client_secret: 'secret',
  register: 'auto',
  link_by_email: false,
}

test('maySet accepts addresses, and refuses others', () => {
  const cases: [SettingName, unknown, boolean][] = [
    ['smtp_url', 'smtp://user:password@host:587', true],
    ['smtp_url', 'smtps://host', true],
    ['smtp_url', 'http://host', false],
    ['smtp_url', 'smtp://host?x=1', false],
    ['smtp_url', null, true],
    ['terms_url', 'https://example.com/terms', true],
    ['privacy_url', 'https://[', false],
    ['name', 'https://[', true],
  ]
  for (const [name, value, ok] of cases) assert.equal(maySet(name, value).ok, ok, `${name} ${value}`)
})

test('maySet refuses providers of one id, and issuers with a query or credentials', () => {
  assert.equal(maySet('sso', [provider, { ...provider, id: 'other' }]).ok, true)
  assert.equal(maySet('sso', [provider, provider]).ok, false)
  for (const issuer of ['https://id.example/?a=1', 'https://id.example/#a', 'https://me@id.example', 'https://['])
    assert.equal(maySet('sso', [{ ...provider, issuer }]).ok, false, issuer)
})

test('withSecrets keeps the secret of a provider with the same id and issuer only', () => {
  const kept = { ...provider, client_secret: true as const }
  assert.deepEqual(withSecrets([kept], [provider]), [provider])
  assert.equal(withSecrets([{ ...kept, issuer: 'https://evil.example' }], [provider]), null)
  assert.equal(withSecrets([kept], []), null)
  assert.deepEqual(withSecrets([{ ...provider, client_secret: 'new' }], [provider]), [
    { ...provider, client_secret: 'new' },
  ])
})

test('readSetting reads numbers, lists, JSON and null, and its fault has no part of the value', () => {
  const cases: [SettingName, string, unknown][] = [
    ['registrations_per_hour', '5', 5],
    ['passwords', 'false', false],
    ['registration_domains', 'a.example, b.example', ['a.example', 'b.example']],
    ['registration_domains', '', []],
    ['terms_url', 'null', null],
    ['sso', JSON.stringify([provider]), [provider]],
  ]
  for (const [name, text, value] of cases) assert.deepEqual(readSetting(name, text), { value }, name)
  const faults: [SettingName, string, RegExp][] = [
    ['registrations_per_hour', '0', /^must be a whole number from 1 to /],
    ['passwords', 'perhaps', /^must be true or false$/],
    ['registration', 'secret', /^must be one of closed, invite, approval, open$/],
    ['smtp_url', 'smtp://user:secret@host:587?x', /^must be valid: /],
    ['sso', 'secret', /^has no value of the right form$/],
  ]
  for (const [name, text, expected] of faults) {
    const read = readSetting(name, text)
    assert.ok('fault' in read, name)
    assert.match(read.fault, expected)
    assert.doesNotMatch(read.fault, /secret/)
  }
})

test('offersMail needs a server and a sender, or a folder', () => {
  const hosting = (writesMails: boolean) => ({ hosting: { writesMails } }) as Parameters<typeof offersMail>[0]
  const smtp = { smtp_url: 'smtp://host', mail_from: 'hall@example.com' }
  assert.equal(offersMail(hosting(false), smtp), true)
  assert.equal(offersMail(hosting(false), { ...smtp, mail_from: SETTINGS.mail_from.initial }), false)
  assert.equal(offersMail(hosting(false), { ...smtp, smtp_url: null }), false)
  assert.equal(offersMail(hosting(true), { smtp_url: null, mail_from: null }), true)
})
