import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProxyTickets } from './proxy-tickets.ts'

const holder = { applicationId: 1n, userId: 2n, instanceId: 'i-3-gc-4-5' }

function ticketsAt(key = 'key') {
  const clock = { now: 1_800_000_000_000 }
  return { clock, tickets: new ProxyTickets({ key: Buffer.from(key), now: () => clock.now }) }
}

test('verify returns the holder and the times of a ticket', () => {
  const { tickets } = ticketsAt()
  assert.deepEqual(tickets.verify(tickets.issue(holder)), {
    ...holder,
    createdAt: 1_800_000_000,
    expiresAt: 1_800_000_900,
    isAging: false,
  })
})

test('a ticket ages after half of its lifetime, and expires', () => {
  const { tickets, clock } = ticketsAt()
  const ticket = tickets.issue({ ...holder, instanceId: null })
  clock.now += 450_000
  assert.equal(tickets.verify(ticket)?.isAging, true)
  clock.now += 450_000
  assert.equal(tickets.verify(ticket), null)
})

test('verify rejects forged, changed and malformed tickets', () => {
  const { tickets } = ticketsAt()
  const [signed = '', signature = ''] = tickets.issue(holder).split('.')
  const other = Buffer.from(JSON.stringify(['1', '9', null, 1_800_000_000])).toString('base64url')
  for (const text of [
    '',
    '.',
    signed,
    `${signed}.`,
    `.${signature}`,
    `${other}.${signature}`,
    `${signed}.${'A'.repeat(43)}`,
    `${signed}.${signature}x`,
    `${signed}x.${signature}`,
    ticketsAt('another').tickets.issue(holder),
  ])
    assert.equal(tickets.verify(text), null, text)
})
