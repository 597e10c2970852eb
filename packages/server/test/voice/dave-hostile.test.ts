import assert from 'node:assert/strict'
import { test } from 'node:test'
import davey from '@snazzah/davey'
import { DaveyCall, random } from '../support/davey-call.ts'

const CHANNEL = 4_200_000_000_000_000_042n

function packageOf(user: bigint): Buffer {
  return new davey.DAVESession(1, user.toString(), CHANNEL.toString()).getSerializedKeyPackage()
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
  return copy
}

test('key packages with any changed byte, of other users or with bytes after them are refused', () => {
  const call = new DaveyCall()
  call.group.join(1n, 1, 0)
  const bytes = packageOf(1n)
  for (let at = 0; at < bytes.length; at++) {
    const { refused } = call.group.keyPackage(1n, flipped(bytes, at), at * 10_000)
    assert.match(refused ?? '', /^(malformed|invalid)$/, `byte ${at}`)
  }
  for (let length = 0; length < bytes.length; length += 3) {
    assert.equal(call.group.keyPackage(1n, bytes.subarray(0, length), length).refused, 'malformed')
  }
  assert.equal(call.group.keyPackage(1n, Buffer.concat([bytes, Buffer.of(0)]), 0).refused, 'malformed')
  assert.equal(call.group.keyPackage(1n, packageOf(2n), 0).refused, 'invalid')
  assert.equal(call.group.keyPackage(3n, packageOf(3n), 0).refused, 'unexpected', 'not a member')
  const wrapped = Buffer.concat([Buffer.of(0, 1, 0, 5), bytes])
  assert.equal(call.group.keyPackage(1n, wrapped, 0).refused, undefined, 'as an MLSMessage')
  assert.equal(call.group.keyPackage(1n, bytes, 0).refused, undefined, 'sent twice')
})

test('a key package with the signature key of another member is refused', () => {
  const pair = davey.generateP256Keypair()
  const [one, two] = [1n, 2n].map((user) => {
    return new davey.DAVESession(1, user.toString(), CHANNEL.toString(), pair).getSerializedKeyPackage()
  })
  const call = new DaveyCall()
  for (const user of [1n, 2n]) call.group.join(user, 1, 0)
  assert.equal(call.group.keyPackage(1n, one ?? Buffer.alloc(0), 0).refused, undefined)
  assert.equal(call.group.keyPackage(2n, two ?? Buffer.alloc(0), 0).refused, 'invalid')
})

test('a member who sends key packages without end is refused after twenty changes', () => {
  const call = new DaveyCall()
  call.join(1n)
  call.join(2n)
  call.settle(1_000)
  const refusals = Array.from({ length: 30 }, () => call.group.keyPackage(1n, packageOf(1n), call.now).refused)
  assert.equal(refusals.filter((refused) => refused === 'rate').length, 10)
  assert.equal(call.group.invalidCommitWelcome(1n, 1, call.now).refused, 'rate')
})

test('commits with any changed byte before the tags are dropped, and the next commit is taken', () => {
  const call = new DaveyCall()
  for (const user of [1n, 2n, 3n]) call.join(user)
  call.settle(1_000)
  call.leave(3n)
  call.join(4n)
  // The commit removes and adds, so that it has a path and a Welcome.
  let commit = Buffer.alloc(0)
  for (const user of [1n, 2n]) {
    const member = call.members.get(user)
    if (!member) continue
    member.tamper = (bytes) => {
      commit = Buffer.from(bytes)
      return undefined
    }
  }
  call.settle(500)
  assert.ok(commit.length > 0)
  const draw = random(3)
  for (let n = 0; n < 300; n++) {
    const bytes = n % 3 === 0 ? commit.subarray(0, draw(commit.length)) : flipped(commit, draw(12))
    assert.ok(call.group.commitWelcome(2n, bytes, call.now).refused)
  }
  assert.equal(call.group.commitWelcome(1n, commit, call.now).refused, 'unexpected', 'the leaf of another member')
  assert.equal(call.group.commitWelcome(4n, commit, call.now).refused, 'unexpected', 'not yet a member of the group')
  call.deliver(call.group.commitWelcome(2n, commit, call.now))
  for (const member of call.members.values()) member.tamper = (bytes) => bytes
  call.settle(3_000)
  call.assertOneGroup()
})

for (const [name, part] of [
  ['tags', (bytes: Buffer) => commitLength(bytes) - 1],
  ['Welcome', (bytes: Buffer) => bytes.length - 1],
] as const) {
  test(`a member who breaks the ${name} of each commit and is always first cannot stall or split the group`, () => {
    const call = new DaveyCall()
    const hostile = call.join(1n)
    for (const user of [2n, 3n, 4n]) call.join(user)
    hostile.tamper = (bytes) => flipped(bytes, part(bytes))
    call.settle(5_000)
    const honest = [...call.members.values()].filter((member) => member !== hostile)
    assert.ok(call.complaints > 0)
    assert.ok(honest.every((member) => member.code !== '' && member.code === honest[0]?.code))
    call.join(5n)
    call.settle(5_000)
    const joined = call.members.get(5n)
    assert.equal(joined?.code, honest[0]?.code)
    assert.notEqual(joined?.code, '')
  })
}

test('a member who never commits, reports or complains about everything only delays the group', () => {
  const call = new DaveyCall()
  const silent = call.join(1n)
  silent.tamper = () => undefined
  for (const user of [2n, 3n]) call.join(user)
  call.settle(5_000)
  call.assertOneGroup()
  for (let id = 1; id < 100; id++) call.deliver(call.group.invalidCommitWelcome(1n, id, call.now))
  call.settle(5_000)
  assert.equal(call.members.get(2n)?.code, call.members.get(3n)?.code)
})

test('a group without a commit starts again after three seconds', () => {
  const call = new DaveyCall()
  for (const user of [1n, 2n, 3n]) call.join(user).tamper = () => undefined
  call.settle(2_500)
  assert.deepEqual(
    [...call.members.values()].map(({ code }) => code),
    ['', '', ''],
  )
  for (const member of call.members.values()) member.tamper = (bytes) => bytes
  call.settle(2_500)
  call.assertOneGroup()
})

test('a corrupt commit announcement is recovered', () => {
  const call = new DaveyCall()
  for (const user of [1n, 2n, 3n]) call.join(user)
  call.settle(1_000)
  call.members.get(2n)?.receive({ to: 2n, op: 29, payload: Buffer.from('ffff00010001', 'hex') })
  call.settle(3_000)
  assert.equal(call.complaints, 1)
  call.assertOneGroup()
})

test('100,000 random messages are refused without an exception', () => {
  const call = new DaveyCall()
  for (const user of [1n, 2n, 3n]) call.join(user)
  call.settle(1_000)
  const draw = random(11)
  const samples = [packageOf(1n), Buffer.from('0001000108', 'hex'), Buffer.alloc(80, 0x40)]
  const { group } = call
  for (let n = 0; n < 100_000; n++) {
    const bytes = Buffer.from(samples[draw(samples.length)] ?? [])
    for (let flips = draw(4); flips >= 0; flips--) bytes.writeUInt8(draw(256), draw(bytes.length))
    const cut = bytes.subarray(0, draw(bytes.length + 1))
    const user = BigInt(draw(4))
    const step =
      n % 2 === 0
        ? group.commitWelcome(user, cut, call.now)
        : n % 3 === 0
          ? group.keyPackage(user, cut, call.now)
          : group.transitionReady(user, draw(70_000), call.now)
    assert.ok(step.refused)
  }
  call.settle(1_000)
  call.assertOneGroup()
})

/** Returns the length of the commit at the start of op 28. */
function commitLength(bytes: Buffer): number {
  // The Welcome begins with the suite and a list of secrets; the commit ends with a membership tag of 32 bytes.
  for (let at = bytes.length - 3; at > 33; at--) {
    if (bytes.readUInt16BE(at) === 2 && bytes.readUInt8(at - 33) === 32 && bytes.readUInt8(at - 66) === 32) return at
  }
  return bytes.length
}
