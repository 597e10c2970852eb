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
import { eventTypeOf, fitsTrigger, isExempt, isExemptUser, maxRulesOf, mayConfigure } from './rules.ts'

const outcome = (verdict: Verdict) => (verdict.ok ? 'ok' : verdict.error)
const { ADMINISTRATOR, MANAGE_GUILD, MODERATE_MEMBERS } = Permission

test('mayConfigure requires MANAGE_GUILD, and MODERATE_MEMBERS for timeouts', () => {
  const block = [{ type: Action.BLOCK_MESSAGE }]
  const timeOut = [{ type: Action.TIMEOUT }]
  const cases = [
    ['owner or administrator', ALL_PERMISSIONS, timeOut, 'ok'],
    ['MANAGE_GUILD', MANAGE_GUILD, block, 'ok'],
    ['MANAGE_GUILD, with a timeout action', MANAGE_GUILD, timeOut, 'MISSING_PERMISSIONS'],
    ['MANAGE_GUILD and MODERATE_MEMBERS, with a timeout action', MANAGE_GUILD | MODERATE_MEMBERS, timeOut, 'ok'],
    ['MODERATE_MEMBERS alone', MODERATE_MEMBERS, timeOut, 'MISSING_PERMISSIONS'],
    ['all but MANAGE_GUILD', ALL_PERMISSIONS & ~ADMINISTRATOR & ~MANAGE_GUILD, block, 'MISSING_PERMISSIONS'],
    ['a member who is timed out', timedOutPermissions(MANAGE_GUILD), [], 'MISSING_PERMISSIONS'],
    ['a timed-out administrator', timedOutPermissions(ALL_PERMISSIONS), timeOut, 'ok'],
  ] as const
  for (const [name, permissions, actions, expected] of cases)
    assert.equal(outcome(mayConfigure(permissions, actions)), expected, name)
})

test('maxRulesOf and eventTypeOf follow the trigger type', () => {
  assert.deepEqual([1, 3, 4, 5, 6].map(maxRulesOf), [6, 1, 1, 1, 1])
  assert.deepEqual([1, 3, 4, 5, 6].map(eventTypeOf), [1, 1, 1, 1, 2])
})

test('fitsTrigger allows the documented actions of each trigger type', () => {
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
      all.map((action) => fitsTrigger(trigger, action)),
      expected,
      String(trigger),
    )
})

test('isExemptUser and isExempt exempt bots, managers, roles and channels', () => {
  const person = { bot: false }
  assert.equal(isExemptUser({ bot: true }, 0n), true)
  assert.equal(isExemptUser(person, MANAGE_GUILD), true)
  assert.equal(isExemptUser(person, ALL_PERMISSIONS), true)
  assert.equal(isExemptUser(person, ALL_PERMISSIONS & ~ADMINISTRATOR & ~MANAGE_GUILD), false)
  const rule = { exempt_roles: [5n], exempt_channels: [7n] }
  assert.equal(isExempt(rule, [4n, 5n], [1n]), true)
  assert.equal(isExempt(rule, [4n], [1n, 7n, null]), true, 'the channel, its parent, or their category')
  assert.equal(isExempt(rule, [4n], [1n, null]), false)
  assert.equal(isExempt({ exempt_roles: [], exempt_channels: [] }, [4n], [1n]), false)
})
