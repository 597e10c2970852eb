import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OAUTH2_SCOPES } from '@guildhall/protocol'
import { scopeInWords, withheld } from './words.ts'

test('every scope has a description', () => {
  const texts = OAUTH2_SCOPES.map(scopeInWords)
  assert.deepEqual(
    OAUTH2_SCOPES.filter((scope, index) => texts[index] === scope),
    [],
  )
  assert.equal(new Set(texts).size, texts.length)
})

test('withheld names what no requested scope shares', () => {
  assert.ok(withheld(['identify']).includes('read your email address'))
  assert.ok(!withheld(['identify', 'email']).includes('read your email address'))
  assert.ok(!withheld(['sdk.social_layer']).includes('read your direct messages'))
})
