import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OAUTH2_SCOPES, Permission } from '@guildhall/protocol'
import { permissionsInWords, scopeInWords, withheld } from './words.ts'

test('every scope has words of its own', () => {
  const texts = OAUTH2_SCOPES.map(scopeInWords)
  assert.deepEqual(
    OAUTH2_SCOPES.filter((scope, index) => texts[index] === scope),
    [],
  )
  assert.equal(new Set(texts).size, texts.length)
})

test('permissionsInWords spells constants as words', () => {
  const names = permissionsInWords(Permission.SEND_MESSAGES | Permission.SEND_TTS_MESSAGES).map(({ name }) => name)
  assert.deepEqual(names, ['Send Messages', 'Send TTS Messages'])
  assert.deepEqual(permissionsInWords(0n), [])
})

test('withheld names what no requested scope shares', () => {
  assert.ok(withheld(['identify']).includes('read your email address'))
  assert.ok(!withheld(['identify', 'email']).includes('read your email address'))
  assert.ok(!withheld(['sdk.social_layer']).includes('read your direct messages'))
})
