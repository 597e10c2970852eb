/** The worker's side of end-to-end encryption, in calls with the library of bots and the voice server's own rules. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import davey from '@snazzah/davey'
import { prepareFrame } from '../../src/features/voice/worker/codecs.ts'
import { parseFrame } from '../../src/features/voice/worker/frames.ts'
import { newSignatureKeys } from '../../src/features/voice/worker/mls/keys.ts'
import { type BotMember, PageMember } from '../support/call-members.ts'
import { MixedCall, random } from '../support/mixed-call.ts'

const STEPS = Number(process.env.VOICE_STEPS ?? 20)
const USERS = Number(process.env.VOICE_USERS ?? 12)

/** Messages of the group that are lost or changed in one test. */
const FAULTY = new Set([27, 29, 30])

/** Starts a call of two pages and two bots. */
async function callOfFour(): Promise<MixedCall> {
  const call = new MixedCall()
  for (const [user, kind] of [1n, 2n, 3n, 4n].map((id) => [id, id % 2n ? 'page' : 'bot'] as const))
    await call.join(user, kind)
  await call.settle()
  await call.assertOneGroup()
  return call
}

test('pages and bots stay in one group while members join and leave at random', async () => {
  const draw = random(7)
  const call = new MixedCall()
  for (let step = 0; step < STEPS; step++) {
    for (let change = draw(4); change >= 0; change--) {
      const user = BigInt(1 + draw(USERS))
      if (call.members.has(user)) await call.leave(user)
      else await call.join(user, draw(3) === 0 ? 'bot' : 'page')
    }
    await call.settle()
    await call.assertOneGroup()
    assert.equal(call.complaints, 0, `step ${step}`)
  }
})

test('a page follows a call whose left half leaves, and whose new members are in both halves', async () => {
  const call = new MixedCall()
  for (let user = 1n; user <= 8n; user++) await call.join(user, user % 3n ? 'page' : 'bot')
  await call.settle()
  for (const leaving of [[1n, 2n], [5n], [3n, 4n]]) {
    for (const user of leaving) await call.leave(user)
    await call.settle()
    await call.assertOneGroup()
  }
  for (const user of [9n, 10n, 11n]) {
    await call.join(user, 'page')
    await call.settle()
    await call.assertOneGroup()
  }
  assert.equal(call.complaints, 0)
})

test('a member who receives a commit that is not valid is added again', async () => {
  const call = await callOfFour()
  const code = call.members.get(2n)?.code
  await call.tell(1n, 29, Buffer.from('0007deadbeef', 'hex'))
  await call.settle()
  assert.equal(call.complaints, 1)
  await call.assertOneGroup()
  assert.notEqual(call.members.get(2n)?.code, code)
})

test('a member with the signature keys of another call is added again with them', async () => {
  const call = await callOfFour()
  const keys = await newSignatureKeys()
  const { channelId } = call
  const page = new PageMember('5', channelId.toString(), () => call.now, keys)
  await call.join(5n, page)
  await call.settle()
  await call.assertOneGroup()
  const code = await page.group.verificationCode('2')
  await call.tell(5n, 30, Buffer.from('0007deadbeef', 'hex'))
  await call.settle(5_000)
  await call.tell(5n, 29, Buffer.from('0007deadbeef', 'hex'))
  await call.settle(5_000)
  await call.assertOneGroup()
  assert.equal(await page.group.verificationCode('2'), code)
})

test('a member who misses a commit is added again', async () => {
  const call = await callOfFour()
  const page = call.members.get(1n) as PageMember
  const { receive } = page
  page.receive = async (op, data) => (op === 29 ? [] : await receive.call(page, op, data))
  await call.join(5n, 'bot')
  await call.settle(5_000)
  page.receive = receive
  await call.join(6n, 'page')
  await call.settle(5_000)
  // The page does not know the epoch of the second commit.
  assert.equal(call.complaints, 1)
  await call.assertOneGroup()
})

test('a lone member sends nothing until another one joins', async () => {
  const call = new MixedCall()
  const page = await call.join(1n, 'page')
  await call.join(2n, 'page')
  await call.settle()
  await call.assertOneGroup()
  await call.leave(2n)
  await call.settle()
  assert.equal(page.code, '')
  assert.equal(await page.encrypt(Buffer.from('speech')), undefined)
  assert.deepEqual(await page.encrypt(Buffer.from([0xf8, 0xff, 0xfe])), Buffer.from([0xf8, 0xff, 0xfe]))
  await call.join(3n, 'bot')
  await call.settle()
  await call.assertOneGroup()
})

test('a call turns plain for a member without encryption, and encrypted again after it', async () => {
  const call = await callOfFour()
  const [page, other] = [call.members.get(1n), call.members.get(3n)] as [PageMember, PageMember]
  const frame = Buffer.from('plain speech')
  assert.equal(await other.decrypt('1', frame), undefined, 'plain frames are refused in an encrypted call')
  await call.join(9n, 'page', 0)
  await call.settle()
  assert.deepEqual(await page.encrypt(frame), frame)
  assert.deepEqual(await other.decrypt('1', frame), frame)
  assert.equal(page.group.state.isPlain, true)
  await call.leave(9n)
  await call.settle()
  await call.assertOneGroup()
  assert.equal(page.group.state.isPlain, false)
  assert.deepEqual(await other.decrypt('1', frame), frame, 'plain frames on their way are accepted')
  call.now += 10_000
  assert.equal(await other.decrypt('1', frame), undefined)
})

test('frames of a former epoch are opened for ten seconds, and each frame once', async () => {
  const call = await callOfFour()
  const [page, other] = [call.members.get(1n), call.members.get(3n)]
  const frame = Buffer.from('said before')
  const [first, second] = [await page?.encrypt(frame), await page?.encrypt(frame)]
  assert.ok(first && second)
  await call.join(5n, 'bot')
  await call.settle()
  assert.deepEqual(await other?.decrypt('1', first), frame)
  assert.equal(await other?.decrypt('1', first), undefined, 'a repeated frame')
  assert.equal(await other?.decrypt('2', second), undefined, 'a frame of another sender')
  call.now += 10_000
  assert.equal(await other?.decrypt('1', second), undefined, 'a frame that is too old')
})

test('a page refuses a member whom the voice server has not named', async () => {
  const call = new MixedCall()
  const page = (await call.join(1n, 'page')) as PageMember
  await call.join(2n, 'bot')
  await call.tell(1n, 13, { user_id: '2' })
  const answers: number[] = []
  const { receive } = page
  page.receive = async (op, data) => {
    const sent = await receive.call(page, op, data)
    if (op === 27) answers.push(sent.length)
    return sent
  }
  await call.settle()
  assert.deepEqual(answers, [0], 'no commit of this member')
})

test('messages that are not valid change nothing', async () => {
  const call = await callOfFour()
  const page = call.members.get(1n)
  const draw = random(3)
  const noise = (bytes: number) => Buffer.from(Array.from({ length: bytes }, () => draw(256)))
  const code = page?.code
  for (let attempt = 0; attempt < 60; attempt++) {
    for (const op of [25, 27]) assert.deepEqual(await page?.receive(op, noise(draw(300))), [])
    for (const op of [4, 11, 13, 21, 22, 24, 99])
      for (const data of [null, 7, 'text', [], { user_ids: 'x' }, { transition_id: -1, protocol_version: {} }])
        if (op !== 4) assert.deepEqual(await page?.receive(op, data), [])
    assert.equal(
      await page?.decrypt('2', Buffer.concat([noise(draw(60)), Buffer.from([draw(30), 0xfa, 0xfa])])),
      undefined,
    )
  }
  assert.equal(page?.code, code)
  await call.assertOneGroup()
})

test('a call comes together again after messages of the group were lost or changed at random', async () => {
  const draw = random(11)
  const call = new MixedCall()
  for (let user = 1n; user <= 5n; user++) {
    const page = (await call.join(user, user === 5n ? 'bot' : 'page')) as PageMember
    if (user === 5n) continue
    const { receive } = page
    page.receive = async (op, data) => {
      if (!FAULTY.has(op) || !Buffer.isBuffer(data) || draw(4) > 0) return await receive.call(page, op, data)
      if (draw(3) === 0) return []
      const changed = Buffer.from(data)
      const at = draw(changed.length)
      changed[at] = (changed[at] ?? 0) ^ (1 << draw(8))
      return await receive.call(page, op, changed)
    }
  }
  for (let step = 0; step < 15; step++) {
    if (call.members.has(9n)) await call.leave(9n)
    else await call.join(9n, 'page')
    await call.settle(5_000)
  }
  FAULTY.clear()
  await call.join(7n, 'page')
  await call.settle(20_000)
  await call.leave(7n)
  await call.settle(20_000)
  assert.ok(call.complaints > 0)
  await call.assertOneGroup()
})

test('commits and Welcomes that are changed anywhere are refused', async () => {
  const call = await callOfFour()
  const page = call.members.get(1n) as PageMember
  const seen: { op: number; data: Buffer }[] = []
  const { receive } = page
  page.receive = async (op, data) => {
    if (op === 29 && Buffer.isBuffer(data)) {
      seen.push({ op, data })
      const changed = Buffer.from(data)
      changed[data.length >> 1] = (changed[data.length >> 1] ?? 0) ^ 1
      return await receive.call(page, op, changed)
    }
    return await receive.call(page, op, data)
  }
  await call.leave(4n)
  await call.settle(5_000)
  page.receive = receive
  await call.settle(10_000)
  assert.ok(seen.length > 0 && call.complaints > 0)
  await call.assertOneGroup()
})

test('a flood of messages is refused before it takes memory', async () => {
  const call = await callOfFour()
  const page = call.members.get(1n) as PageMember
  const waiting = Array.from({ length: 600 }, () => page.group.receive(13, { user_id: '99' }))
  const results = await Promise.allSettled(waiting)
  assert.equal(results.filter(({ status }) => status === 'rejected').length, 88)
  assert.deepEqual(await page.group.receive(13, { user_id: '99' }), [])
  const large = await Promise.allSettled(Array.from({ length: 6 }, () => page.receive(27, Buffer.alloc(1024 * 1024))))
  assert.equal(large.filter(({ status }) => status === 'rejected').length, 2)
})

const VIDEO = 1
const CODECS = { vp8: 2, h264: 4 } as const
const hex = (bytes: string) => new Uint8Array(Buffer.from(bytes.replaceAll(' ', ''), 'hex'))
const PICTURES = {
  vp8: [hex(`10 02 00 9d 01 2a 40 01 b4 00 ${'ab'.repeat(900)}`), hex(`11 02 00 ${'cd'.repeat(300)}`), hex('01')],
  h264: [
    hex(`00000001 6742c01f d901e0089f970110000003 001000 00000001 68cb83cb20 00000001 6588843f${'a7'.repeat(500)}`),
    hex(`000001 419a246c${'5b'.repeat(200)} 000001 41009a2f${'11'.repeat(90)}`),
    hex(`000001 09f0 000001 0605ffff 000001 4100000300000380${'77'.repeat(40)} 000001 410000030100ff${'66'.repeat(9)}`),
    hex('00000001 61ff'),
  ],
} as const

test('pictures leave the bytes clear that Davey leaves clear, and are opened by either side', async () => {
  const call = await callOfFour()
  const [page, bot] = [call.members.get(1n) as PageMember, call.members.get(2n) as BotMember]
  const { session } = bot
  assert.ok(session)
  for (const codec of ['vp8', 'h264'] as const)
    for (const picture of PICTURES[codec]) {
      const prepared = prepareFrame(codec, picture)
      const theirs = session.encrypt(VIDEO, CODECS[codec], Buffer.from(picture))
      const parsed = parseFrame(new Uint8Array(theirs))
      assert.deepEqual(
        parsed?.ranges,
        prepared.ranges,
        `${codec} ${Buffer.from(picture.subarray(0, 40)).toString('hex')}`,
      )
      assert.deepEqual(await page.decrypt('2', theirs), Buffer.from(prepared.frame))
      const ours = await page.group.encrypt(codec, picture)
      assert.ok(ours)
      assert.deepEqual(session.decrypt('1', VIDEO, Buffer.from(ours)), Buffer.from(prepared.frame))
    }
})

test('members verify each other by the same digits', async () => {
  const call = await callOfFour()
  const [page, bot] = [call.members.get(1n) as PageMember, call.members.get(2n) as BotMember]
  const code = await page.group.verificationCode('2')
  assert.match(code ?? '', /^\d{45}$/)
  assert.equal(await bot.session?.getVerificationCode('1'), code)
  assert.equal(await page.group.verificationCode('9'), undefined)
  assert.equal(await page.group.verificationCode('1'), undefined)
  assert.equal(davey.generateDisplayableCode(bot.session?.getEpochAuthenticator() ?? Buffer.alloc(0), 30, 5), page.code)
})
