import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApplicationFlag, type Instant } from '@guildhall/protocol'
import { approvalTimes, currentFlags, withApprovedIntents } from './intent-rules.ts'

const DAY_MS = 86_400_000
const at = (days: number) => (days * DAY_MS) as Instant
const { GATEWAY_GUILD_MEMBERS, GATEWAY_GUILD_MEMBERS_LIMITED, GATEWAY_PRESENCE, EMBEDDED } = ApplicationFlag
const approved = { flags: GATEWAY_GUILD_MEMBERS | EMBEDDED, intents_approved_at: at(0), intents_request: null }

test('[AUT-18] an approval is to be applied for again after 365 days and ends 90 days later', () => {
  assert.deepEqual(approvalTimes(approved), { reapplyAt: at(365), endsAt: at(455) })
  for (const [days, flags] of [
    [0, GATEWAY_GUILD_MEMBERS | EMBEDDED],
    [454, GATEWAY_GUILD_MEMBERS | EMBEDDED],
    [455, EMBEDDED],
  ] as const)
    assert.equal(currentFlags(approved, at(days)), flags, `day ${days}`)
})

test('[AUT-18] a waiting request and a switch of the owner outlive the approval', () => {
  const request = { intents: ['GUILD_MEMBERS'], reason: 'Again', requested_at: at(400) }
  assert.equal(currentFlags({ ...approved, intents_request: request }, at(600)), approved.flags)
  const switched = { ...approved, flags: approved.flags | GATEWAY_GUILD_MEMBERS_LIMITED }
  assert.equal(currentFlags(switched, at(600)), EMBEDDED | GATEWAY_GUILD_MEMBERS_LIMITED)
})

test('approvals without a time do not end', () => {
  const old = { ...approved, intents_approved_at: null }
  assert.equal(approvalTimes(old), null)
  assert.equal(currentFlags(old, at(9_999)), old.flags)
})

test('[AUT-17] withApprovedIntents replaces the approved intents and keeps other flags', () => {
  assert.equal(withApprovedIntents(approved.flags, ['GUILD_PRESENCES']), GATEWAY_PRESENCE | EMBEDDED)
  assert.equal(withApprovedIntents(approved.flags, []), EMBEDDED)
})
