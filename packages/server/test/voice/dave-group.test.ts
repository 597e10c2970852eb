import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DaveyCall, random } from '../support/davey-call.ts'

test('members form a group, join it and leave it', () => {
  const call = new DaveyCall()
  call.join(1n)
  call.settle(1_000)
  assert.equal(call.group.deadline, undefined, 'a lone member has no group')
  assert.deepEqual(call.group.media(1n).send, { plain: false, encrypted: false })
  call.join(2n)
  call.settle(1_000)
  call.assertOneGroup()
  call.join(3n)
  call.settle(1_000)
  call.assertOneGroup()
  const code = call.members.get(1n)?.code
  call.leave(2n)
  call.settle(1_000)
  call.assertOneGroup()
  assert.notEqual(call.members.get(1n)?.code, code)
})

test('the last member is reset, and forms a new group with the next one', () => {
  const call = new DaveyCall()
  call.join(1n)
  call.join(2n)
  call.settle(1_000)
  call.leave(2n)
  call.settle(1_000)
  assert.equal(call.members.get(1n)?.session?.ready, false)
  call.join(3n)
  call.settle(1_000)
  call.assertOneGroup()
})

test('eight members who join at once are added together', () => {
  const call = new DaveyCall()
  for (let user = 1n; user <= 8n; user++) call.join(user)
  call.settle(1_000)
  call.assertOneGroup()
  assert.equal(call.members.get(1n)?.session?.epoch, 1n)
})

test('a member receives encrypted frames from its op 23 on, before the transition ends', () => {
  const call = new DaveyCall()
  call.join(1n)
  call.join(2n)
  call.settle(1_000)
  call.join(3n)
  while (call.sent[0]?.op !== 23) {
    if (call.sent.length > 0) call.arrive()
    else call.wait()
  }
  assert.equal(call.group.media(3n).receive.encrypted, false)
  assert.equal(call.group.media(3n).send.encrypted, true)
  assert.equal(call.group.media(1n).receive.encrypted, true)
  while (call.sent.length > 0 && call.sent[0]?.op === 23) call.arrive()
  assert.equal(call.group.media(3n).receive.encrypted, true)
})

test('a second connection of a user replaces its leaf', () => {
  const call = new DaveyCall()
  for (const user of [1n, 2n, 3n]) call.join(user)
  call.settle(1_000)
  call.leave(2n)
  call.join(2n)
  call.settle(1_000)
  call.assertOneGroup()
})

const PLAIN = { plain: true, encrypted: false }
const ENCRYPTED = { plain: false, encrypted: true }
const BOTH = { plain: true, encrypted: true }
const NONE = { plain: false, encrypted: false }

test('[VER-6] a client without DAVE makes the call plain, and its leaving encrypts the call again', () => {
  const call = new DaveyCall()
  for (const user of [1n, 2n]) call.join(user)
  call.settle(1_000)
  call.join(3n, 0)
  assert.equal(call.members.get(3n)?.version, 0)
  assert.deepEqual(call.group.media(1n), { send: ENCRYPTED, receive: BOTH }, 'before the transition')
  assert.deepEqual(call.group.media(3n), { send: PLAIN, receive: PLAIN })
  call.settle(1_000)
  call.join(4n)
  call.settle(1_000)
  for (const [user, { version }] of call.members) {
    assert.equal(version, 0)
    assert.deepEqual(call.group.media(user), { send: PLAIN, receive: PLAIN })
  }
  call.leave(3n)
  assert.deepEqual(call.group.media(4n), { send: PLAIN, receive: PLAIN }, 'until there is a group')
  call.settle(1_000)
  call.assertOneGroup()
  assert.ok([...call.members.values()].every(({ version }) => version === 1))
})

test('changes between plain and encrypted calls that overtake each other end in one group', () => {
  const call = new DaveyCall()
  for (const user of [1n, 2n, 3n]) call.join(user)
  call.settle(20)
  call.join(9n, 0)
  call.leave(1n)
  call.leave(9n)
  call.join(8n, 0)
  call.join(4n)
  call.leave(8n)
  call.settle(10_000)
  call.assertOneGroup()
})

test('a member who reports no transition delays a change to a plain call by two seconds', () => {
  const call = new DaveyCall()
  for (const user of [1n, 2n]) call.join(user)
  call.settle(1_000)
  call.join(3n, 0)
  call.deliver(call.group.due(call.now + 1_999))
  assert.deepEqual(call.group.media(1n).send, ENCRYPTED)
  call.deliver(call.group.due(call.now + 2_000))
  assert.deepEqual(call.group.media(1n).send, PLAIN)
})

test('plain frames end five seconds after an upgrade, also without a group', () => {
  const call = new DaveyCall()
  for (const user of [1n, 2n]) call.join(user).tamper = () => undefined
  call.join(3n, 0)
  call.settle(3_000)
  call.leave(3n)
  call.settle(4_990)
  assert.deepEqual(call.group.media(1n).send, PLAIN)
  call.settle(20)
  assert.deepEqual(call.group.media(1n), { send: NONE, receive: NONE })
})

test('[VER-8] the call of a stage channel is plain for all clients', () => {
  const call = new DaveyCall(false)
  for (const user of [1n, 2n]) assert.equal(call.join(user).version, 0)
  call.leave(1n)
  call.settle(1_000)
  assert.deepEqual(call.group.media(2n), { send: PLAIN, receive: PLAIN })
  assert.equal(call.sent.length, 0)
})

test('random joins, leaves and delays keep all members in one group', () => {
  const steps = Number(process.env.DAVE_STEPS ?? 40)
  const draw = random(7)
  const call = new DaveyCall()
  for (let step = 0; step < steps; step++) {
    const user = BigInt(1 + draw(8))
    if (call.members.has(user)) call.leave(user)
    else call.join(user)
    const arrivals = draw(12)
    for (let n = 0; n < arrivals && call.sent.length > 0; n++) call.arrive(draw(call.sent.length))
    call.now += draw(25)
    if (draw(3) > 0) call.deliver(call.group.due(call.now))
    if (draw(4) > 0) continue
    call.settle(7_000)
    call.assertOneGroup()
  }
  call.settle(7_000)
  call.assertOneGroup()
  assert.equal(call.complaints, 0)
})
