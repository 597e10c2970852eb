/** A fixture without a reset between tests, on a platform where the test decides who is online. */
import assert from 'node:assert/strict'
import { before } from 'node:test'
import { guildhallTest } from '@guildhall/testing/node'

const world = {
  users: { alice: {}, bob: {} },
  applications: { bot: { owner: 'alice', bot: {} } },
  guilds: { lab: { owner: 'alice', members: ['bob'], bots: { bot: {} }, channels: { general: {} } } },
}

const test = guildhallTest({ world, rateLimits: 'off', resets: false, gathers: false })
const { platform } = test
const messages = () => `/channels/${platform.lab.general.id}/messages`
const sessions = () => platform.control.request('GET /gateway/sessions')

assert.throws(() => platform.alice, /has not started yet, so it has no "alice"/)

before(() => test.start())

test('a hook starts the platform, and functions beside the tests use it', async ({ alice, lab }) => {
  assert.equal(platform.lab.general.id, lab.general.id)
  assert.equal((await alice.api.post(messages(), { content: 'kept' })).status, 200)
})

test('a test finds what the earlier one left', { timeout: 30_000 }, async ({ bob }) => {
  const { body } = await bob.api.get<{ content: string }[]>(messages())
  assert.deepEqual(
    body.map(({ content }) => content),
    ['kept'],
  )
})

test('nobody connects but those who act or open a session', async ({ alice, bob, bot, lab }) => {
  assert.deepEqual(await sessions(), [])
  await alice.in(lab.general).says('hello')
  assert.equal((await sessions()).length, 1)
  await using gateway = await bot.opens({ intents: 1 })
  assert.equal((await gateway.next('GUILD_CREATE')).d.id, lab.id)
  await using browser = await bob.opens()
  assert.ok(browser.sessionId)
  assert.equal((await sessions()).length, 3)
})

test('an error response has its code and the faults of its fields', async ({ bob, lab }) => {
  const refused = await bob.api.patch(`/guilds/${lab.id}`, { name: 'den' })
  assert.deepEqual([refused.status, refused.code, refused.errors], [403, 50013, undefined])
  const { code, errors } = await bob.api.post(messages(), { content: 'x'.repeat(2_001) })
  assert.deepEqual([code, Object.keys(errors ?? {})], [50035, ['content']])
  const read = await bob.api.get(messages())
  assert.deepEqual([read.code, read.errors], [undefined, undefined])
})
