import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startPlatform, type TestPlatform } from '@guildhall/testing'

const HIDDEN = { permission_overwrites: [{ role: '@everyone', deny: '1024' }] }
const world = {
  users: { alice: {}, bob: {} },
  applications: { bot: { owner: 'alice', bot: {} } },
  guilds: { lab: { owner: 'alice', members: ['bob'], bots: { bot: {} }, channels: { general: {}, hidden: HIDDEN } } },
}
let platform: TestPlatform<typeof world>
before(async () => {
  platform = await startPlatform({ world, within: 50, rateLimits: 'off' })
})
after(() => platform.close())

async function failure(act: () => Promise<unknown>): Promise<Error> {
  try {
    await act()
  } catch (error) {
    assert.ok(error instanceof Error)
    return error
  }
  assert.fail('it did not fail')
}

test('a failed expectation shows the nearest message, the fields that differ and the line of the test', async () => {
  const { alice, bob, bot, lab } = platform
  await alice.connects()
  await bob.in(lab.general).says('hello')
  const { message, stack } = await failure(() => alice.sees({ from: bot, content: /^hell/, ephemeral: true }))
  assert.match(
    message,
    /^alice did not see a message with \{ from: bot, content: \/\^hell\/, ephemeral: true \} within 50 ms/,
  )
  assert.match(message, /Nearest: MESSAGE_CREATE in #general from bob "hello"\n {2}from: wanted bot, found bob\n/)
  assert.match(message, /ephemeral: wanted true, found false/)
  assert.match(stack?.split('\n').find((line) => line.startsWith('    at ')) ?? '', /failures\.test\.ts/)
})

test('a failed expectation shows what was seen instead and the last lines of the tape', async () => {
  const { alice, bob, bot, lab } = platform
  await alice.connects()
  for (let number = 1; number <= 20; number++) await bob.in(lab.general).says(`number ${number}`)
  await bot.api.get('/users/@me')
  const { message } = await failure(() => alice.sees({ from: bot, content: 'pong' }))
  const [seen = '', tape = ''] = message.split('\nThe end of the tape:\n')
  assert.match(seen, /\nalice saw at last:\n( {2}MESSAGE_CREATE in #general from bob "number \d+"\n?){12}$/)
  assert.match(seen, /"number 20"$/)
  const lines = tape.split('\n')
  assert.equal(lines.length, 15)
  const request = (path: string) => new RegExp(`^ {2}[\\d:.]{12} request → ${path} 200$`)
  assert.match(lines.at(-1) ?? '', request('GET /users/@me'))
  assert.ok(lines.some((line) => request(`POST /channels/${lab.general.id}/messages`).test(line)))
  assert.ok(lines.some((line) => line.includes('event MESSAGE_CREATE')))
})

test('a platform that does not record fails without a tape', async () => {
  await using silent = await startPlatform({ world, within: 50, tape: false })
  const { alice } = silent
  const { message } = await failure(() => alice.sees({ content: 'pong' }))
  assert.match(message, /\nalice saw nothing\.$/)
})

test('a refused act names the documented error', async () => {
  const { bob, lab } = platform
  const error = await failure(() => bob.in(lab.general).says('x'.repeat(2_001)))
  assert.match(
    error.message,
    /bob in #general: a message was refused: 400 50035 Invalid Form Body\n {2}content: Must be/,
  )
  assert.match(error.stack ?? '', /at .*failures\.test\.ts/)
})

test('a refused act says why, and so does the end of the tape', async () => {
  const { alice, bob, bot, lab } = platform
  const error = await failure(() => bob.in(lab.hidden).says('x'))
  assert.match(error.message, /was refused: 403 50001 Missing Access\n {2}needs VIEW_CHANNEL\n/)
  assert.match(error.message, /\n {2}VIEW_CHANNEL: denied by the overwrite of #hidden \(\d+\) for @everyone/)
  assert.equal((await bot.api.get(`/channels/${lab.hidden.id}`)).status, 403)
  const { message } = await failure(() => alice.sees({ from: bot, content: 'pong' }))
  assert.match(message, /request → GET \/channels\/\d+ 403\n {4}needs VIEW_CHANNEL\n/)
})

test('seesNothing fails with the message, also if it came before the marker', async () => {
  const { alice, bob, lab } = platform
  await bob.in(lab.general).says('secret')
  await bob.in(lab.general).says('the end')
  const error = await failure(() =>
    alice.seesNothing({ content: 'secret' }, { until: { content: 'the end' }, within: '30 seconds' }),
  )
  assert.match(error.message, /alice saw a message with \{ content: "secret" \}, and must not:\n {2}MESSAGE_CREATE/)
  await bob.in(lab.general).says('another')
  assert.match((await failure(() => alice.seesNothing({ content: 'another' }))).message, /and must not/)
})

test('a command that is not registered is named with those that are', async () => {
  const { alice, bot, lab } = platform
  await bot.registers([{ name: 'ping', description: 'd' }])
  const error = await failure(() => alice.in(lab.general).uses('/pong'))
  assert.match(error.message, /alice finds no command \/pong in #general\. There are: \/ping/)
})

test('names of the world that collide are an error at the start', async () => {
  const twice = { ...world, users: { ...world.users, lab: {} } }
  await assert.rejects(startPlatform({ world: twice }), /"lab" is a guild and a user\..*rename one/)
  const taken = { ...world, users: { ...world.users, clock: {} } }
  await assert.rejects(startPlatform({ world: taken }), /"clock" is a user and a property of the platform/)
  const channels = { users: { ann: {} }, guilds: { lab: { roles: { crew: {} }, channels: { crew: {} } } } }
  await assert.rejects(startPlatform({ world: channels }), /"crew" is a role and a channel/)
})

test('an expectation that no event could match is an error, and does not pass', async () => {
  const { alice, bob, lab } = platform
  await bob.in(lab.general).says('here')
  const errors: [RegExp, () => Promise<unknown>][] = [
    [/no field "contnet"/, () => alice.seesNothing({ contnet: 'here' })],
    [/no field "within"/, () => alice.seesNothing({ content: 'gone', within: '1 second' })],
    [/no field "contnet"/, () => alice.seesNothing({ content: 'gone' }, { until: { contnet: 'here' } })],
    [/"messageCreate" is no event/, () => alice.seesNothing('messageCreate', { content: 'here' })],
    [/"from" is undefined/, () => alice.sees({ from: undefined as never })],
    [/undefined has no id/, async () => alice.in(undefined as never)],
    [/NaN is no duration/, () => alice.sees({ content: 'here' }, { within: Number.NaN })],
    [/-1 is no duration/, () => platform.clock.forward(-1)],
  ]
  for (const [message, act] of errors) {
    const error = await failure(act)
    assert.ok(error instanceof TypeError, error.message)
    assert.match(error.message, message)
  }
  await alice.sees({ content: 'here' }, { within: '30 days' })
})

test('a regular expression with the flag g matches each message from its beginning', async () => {
  const { alice, bob, lab } = platform
  const found = /hello/g
  await bob.in(lab.general).says('they say hello')
  await alice.sees({ content: found })
  await bob.in(lab.general).says('hello')
  assert.match((await failure(() => alice.seesNothing({ content: found }))).message, /and must not/)
})

test('seesNothing waits for what a lost connection has missed', async () => {
  await using own = await startPlatform({ world, rateLimits: 'off' })
  const { alice, bob, lab } = own
  await alice.connects()
  for (let time = 0; time < 5; time += 1) {
    await own.faults.gateway(alice, { type: time % 2 === 0 ? 'drop' : 'reconnect' })
    await bob.in(lab.general).says(`missed ${time}`)
    const error = await failure(() => alice.seesNothing({ content: `missed ${time}` }))
    assert.match(error.message, /and must not/)
  }
})
