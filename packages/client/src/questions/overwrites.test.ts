import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Permission } from '@guildhall/protocol'
import {
  managesByOverwrite,
  maySetOverwrite,
  type OverwriteActor,
  privateOverwrites,
  sameOverwrites,
  stateOf,
  withState,
} from './overwrites.ts'

const { SEND_MESSAGES, VIEW_CHANNEL, MANAGE_ROLES, ADMINISTRATOR } = Permission
const empty = { id: '2', type: 0, allow: '0', deny: '0' }

test('a permission changes between allow, neutral and deny, and others stay', () => {
  const allowed = withState(withState(empty, SEND_MESSAGES, 'allow'), VIEW_CHANNEL, 'deny')
  assert.equal(stateOf(allowed, SEND_MESSAGES), 'allow')
  assert.equal(stateOf(allowed, VIEW_CHANNEL), 'deny')
  const denied = withState(allowed, SEND_MESSAGES, 'deny')
  assert.equal(stateOf(denied, SEND_MESSAGES), 'deny')
  assert.equal(denied.allow, '0')
  assert.equal(stateOf(withState(denied, SEND_MESSAGES, 'neutral'), SEND_MESSAGES), 'neutral')
  assert.equal(stateOf(undefined, SEND_MESSAGES), 'neutral')
})

test('sameOverwrites ignores order and overwrites without bits', () => {
  const set = withState(empty, SEND_MESSAGES, 'deny')
  assert.ok(sameOverwrites([set, { ...empty, id: '3' }], [set]))
  assert.ok(!sameOverwrites([set], []))
  assert.ok(sameOverwrites(undefined, []))
})

const ACTORS: [string, OverwriteActor, boolean][] = [
  ['an administrator', { here: ADMINISTRATOR, wider: 0n, managesHere: false }, true],
  ['a member without Manage Roles', { here: SEND_MESSAGES, wider: SEND_MESSAGES, managesHere: false }, false],
  ['a member with the bit', { here: MANAGE_ROLES, wider: SEND_MESSAGES, managesHere: false }, true],
  ['a member without the bit', { here: MANAGE_ROLES, wider: 0n, managesHere: false }, false],
  ['a member who manages the channel by an overwrite', { here: MANAGE_ROLES, wider: 0n, managesHere: true }, true],
]
for (const [name, actor, may] of ACTORS) {
  test(`${name} ${may ? 'sets' : 'does not set'} a permission`, () =>
    assert.equal(maySetOverwrite(actor, SEND_MESSAGES).ok, may))
}

test('managesByOverwrite looks at the overwrites of the member only', () => {
  const channel = { permission_overwrites: [withState(empty, MANAGE_ROLES, 'allow')] }
  assert.ok(managesByOverwrite(channel, new Set(['2'])))
  assert.ok(!managesByOverwrite(channel, new Set(['3'])))
})

test('privateOverwrites hide a channel from everyone else', () => {
  const [everyone, crew, alice] = privateOverwrites('1', [
    { id: '2', kind: 'role' },
    { id: '5', kind: 'user' },
  ])
  assert.equal(stateOf(everyone, VIEW_CHANNEL), 'deny')
  assert.deepEqual([crew?.type, stateOf(crew, VIEW_CHANNEL)], [0, 'allow'])
  assert.deepEqual([alice?.type, stateOf(alice, VIEW_CHANNEL)], [1, 'allow'])
})
