import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBlocked } from './rules.ts'

test('a blocked domain includes those below it, and no other', () => {
  const blocks = [{ kind: 'mail_domain', value: 'spam.example' } as const]
  const isBlockedMail = (email: string) => isBlocked(blocks, { email, address: '192.0.2.1' })
  assert.equal(isBlockedMail('a@spam.example'), true)
  assert.equal(isBlockedMail('a@mail.SPAM.example'), true)
  assert.equal(isBlockedMail('a@notspam.example'), false)
})
