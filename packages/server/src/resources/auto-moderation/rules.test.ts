import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  AutoModerationActionType as Action,
  ALL_PERMISSIONS,
  Permission,
  AutoModerationTrigger as Trigger,
  timedOutPermissions,
  type Verdict,
} from '@guildhall/protocol'
import { eventOf, isAboveRules, isExempt, mayAct, mayConfigure, rulesMax } from './rules.ts'

const said = (verdict: Verdict) => (verdict.ok ? 'ok' : verdict.error)
const { ADMINISTRATOR, MANAGE_GUILD, MODERATE_MEMBERS } = Permission

test('who makes rules, and who makes rules that time out', () => {
  const block = [{ type: Action.BLOCK_MESSAGE }]
  const timeOut = [{ type: Action.TIMEOUT }]
  const cases = [
    ['owner or administrator', ALL_PERMISSIONS, timeOut, 'ok'],
    ['MANAGE_GUILD', MANAGE_GUILD, block, 'ok'],
    ['MANAGE_GUILD, timing out', MANAGE_GUILD, timeOut, 'MISSING_PERMISSIONS'],
    ['both, timing out', MANAGE_GUILD | MODERATE_MEMBERS, timeOut, 'ok'],
    ['MODERATE_MEMBERS alone', MODERATE_MEMBERS, timeOut, 'MISSING_PERMISSIONS'],
    ['all but MANAGE_GUILD', ALL_PERMISSIONS & ~ADMINISTRATOR & ~MANAGE_GUILD, block, 'MISSING_PERMISSIONS'],
    ['timed out', timedOutPermissions(MANAGE_GUILD), [], 'MISSING_PERMISSIONS'],
    ['a timed-out administrator', timedOutPermissions(ALL_PERMISSIONS), timeOut, 'ok'],
  ] as const
  for (const [name, permissions, actions, expected] of cases)
    assert.equal(said(mayConfigure(permissions, actions)), expected, name)
})

test('how many rules of a type there are, and what sets them off', () => {
  assert.deepEqual([1, 3, 4, 5, 6].map(rulesMax), [6, 1, 1, 1, 1])
  assert.deepEqual([1, 3, 4, 5, 6].map(eventOf), [1, 1, 1, 1, 2])
})

test('which actions go with which triggers', () => {
  const all = [Action.BLOCK_MESSAGE, Action.SEND_ALERT_MESSAGE, Action.TIMEOUT, Action.BLOCK_MEMBER_INTERACTION]
  const cases = [
    [Trigger.KEYWORD, [true, true, true, false]],
    [Trigger.SPAM, [true, true, false, false]],
    [Trigger.KEYWORD_PRESET, [true, true, false, false]],
    [Trigger.MENTION_SPAM, [true, true, true, false]],
    [Trigger.MEMBER_PROFILE, [false, true, false, true]],
  ] as const
  for (const [trigger, expected] of cases)
    assert.deepEqual(
      all.map((action) => mayAct(trigger, action)),
      expected,
      String(trigger),
    )
})

test('whom rules do not concern', () => {
  const person = { bot: false }
  assert.equal(isAboveRules({ bot: true }, 0n), true)
  assert.equal(isAboveRules(person, MANAGE_GUILD), true)
  assert.equal(isAboveRules(person, ALL_PERMISSIONS), true)
  assert.equal(isAboveRules(person, ALL_PERMISSIONS & ~ADMINISTRATOR & ~MANAGE_GUILD), false)
  const rule = { exempt_roles: [5n], exempt_channels: [7n] }
  assert.equal(isExempt(rule, [4n, 5n], [1n]), true)
  assert.equal(isExempt(rule, [4n], [1n, 7n, null]), true, 'the channel, its parent, or their category')
  assert.equal(isExempt(rule, [4n], [1n, null]), false)
  assert.equal(isExempt({ exempt_roles: [], exempt_channels: [] }, [4n], [1n]), false)
})
