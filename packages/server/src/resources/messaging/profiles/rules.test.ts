import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayReadProfile } from './rules.ts'

test('mayReadProfile() allows users with one thing in common, and refuses those with nothing', () => {
  const strangers = { isSelf: false, sharesGuild: false, isRelated: false, hasDm: false }
  assert.equal(mayReadProfile(strangers).ok, false)
  for (const relation of Object.keys(strangers)) assert.ok(mayReadProfile({ ...strangers, [relation]: true }).ok)
})
