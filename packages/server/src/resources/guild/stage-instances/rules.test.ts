import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Permission } from '@guildhall/protocol'
import { mayModerate, notifies } from './rules.ts'

const { MANAGE_CHANNELS, MUTE_MEMBERS, MOVE_MEMBERS, MENTION_EVERYONE, ADMINISTRATOR } = Permission
const all = MANAGE_CHANNELS | MUTE_MEMBERS | MOVE_MEMBERS

test('mayModerate needs all three permissions of stage moderators', () => {
  assert.equal(mayModerate(all).ok, true)
  for (const one of [MANAGE_CHANNELS, MUTE_MEMBERS, MOVE_MEMBERS]) {
    assert.equal(mayModerate(all & ~one).ok, false)
    assert.equal(mayModerate(one).ok, false)
  }
  assert.equal(mayModerate(0n).ok, false)
  // Permissions in a channel are computed before, and contain all bits for administrators.
  assert.equal(mayModerate(ADMINISTRATOR).ok, false)
})

test('notifies needs a request and MENTION_EVERYONE', () => {
  assert.equal(notifies(all | MENTION_EVERYONE, true), true)
  assert.equal(notifies(all | MENTION_EVERYONE, false), false)
  assert.equal(notifies(all, true), false)
})
