import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { startPlatform, type TestPlatform } from '@guildhall/testing'
import { CommandBot, message } from './support/command-bot.ts'

const world = {
  users: { alice: {}, bob: {}, cleo: {} },
  applications: { bot: { owner: 'alice', bot: {}, intents: ['MESSAGE_CONTENT' as const] } },
  guilds: {
    lab: {
      owner: 'alice',
      members: ['bob'],
      bots: { bot: { permissions: '8' } },
      roles: { crew: { members: ['bob'] } },
      channels: {
        general: {},
        Lounge: { type: 2 as const },
        hidden: { permission_overwrites: [{ role: '@everyone', deny: '1024' }] },
      },
    },
  },
}
const text = (name: string, more: object = {}) => ({ type: 3, name, description: 'd', ...more })
const commands = [
  {
    name: 'ban',
    description: 'd',
    options: [{ ...text('user'), type: 6 }, text('reason'), { ...text('days'), type: 4 }],
  },
  {
    name: 'set',
    description: 'd',
    options: [
      {
        type: 1,
        name: 'log',
        description: 'd',
        options: [
          { ...text('channel'), type: 7 },
          { ...text('role'), type: 8 },
          { ...text('file'), type: 11 },
        ],
      },
    ],
  },
  { name: 'play', description: 'd', options: [text('song', { autocomplete: true })] },
  { name: 'Report', type: 3 },
  { name: 'Inspect', type: 2 },
]
const BUTTON = { type: 2, style: 1, label: 'Confirm', custom_id: 'confirm' }
const row = (...components: object[]) => [{ type: 1, components }]

let platform: TestPlatform<typeof world>
let program: CommandBot
before(async () => {
  platform = await startPlatform({ world, rateLimits: 'off', within: '30 seconds' })
  program = await CommandBot.start(platform.bot, platform.gateway)
  await platform.bot.registers(commands)
})
beforeEach(() => {
  program.respond = () => message({ content: 'done' })
})
after(async () => {
  await program.close()
  await platform.close()
})

test('a person uses a command and presses the button of the ephemeral response', async () => {
  const { alice, bob, lab, bot } = platform
  program.respond = () => message({ content: 'Sure?', flags: 64, components: row(BUTTON) })
  await alice.in(lab.general).uses('/ban', { user: bob, reason: 'spam', days: 3 })
  const reply = await alice.sees({ from: bot, ephemeral: true })
  assert.deepEqual(
    program.last.data.options?.map(({ name, value }) => [name, value]),
    [
      ['user', bob.id],
      ['reason', 'spam'],
      ['days', 3],
    ],
  )
  await bob.seesNothing({ from: bot })
  await assert.rejects(reply.as(bob).button('Confirm').press(), { name: 'Refusal', code: 10008 })
  program.respond = () => ({ type: 7, data: { content: 'Banned', components: [] } })
  await reply.button('Confirm').press()
  assert.equal((await alice.sees('MESSAGE_UPDATE', { on: reply })).content, 'Banned')
  assert.throws(() => reply.button('No'), /has no button "No". There are: "Confirm"/)
})

test('options are resolved by their kind, in subcommands too', async () => {
  const { alice, lab, bot } = platform
  const file = { name: 'log.txt', data: 'abc' }
  await alice.in(lab.general).uses('/set log', { channel: lab.hidden, role: lab.crew, file })
  await alice.sees({ from: bot, content: 'done' })
  const { options, resolved } = program.last.data
  const [channel, role] = (options?.[0]?.options ?? []) as { value: string }[]
  assert.deepEqual([channel?.value, role?.value], [lab.hidden.id, lab.crew.id])
  assert.deepEqual(
    Object.values(resolved?.attachments ?? {}).map(({ filename }) => filename),
    ['log.txt'],
  )
  await assert.rejects(
    alice.in(lab.general).uses('/set log', { chanel: lab.hidden }),
    /Its options are: channel, role, file/,
  )
})

test('typing into an option returns the choices of the application', async () => {
  const { alice, lab } = platform
  program.respond = ({ data }) => ({
    type: 8,
    data: { choices: [{ name: `${data.options?.[0]?.value}!`, value: 'x' }] },
  })
  assert.deepEqual(await alice.in(lab.general).types('/play', { song: 'bea' }), [{ name: 'bea!', value: 'x' }])
})

test('context menu commands name their message or user', async () => {
  const { alice, bob, lab, bot } = platform
  const posted = await bob.in(lab.general).says('buy now')
  await alice.in(lab.general).uses('Report', { on: posted })
  await alice.sees({ from: bot, content: 'done' })
  assert.equal(program.last.data.target_id, posted.id)
  await alice.in(lab.general).uses('Inspect', { on: bob })
  await alice.sees({ from: bot, content: 'done' })
  assert.equal(program.last.data.target_id, bob.id)
})

test('a modal is filled in by its labels', async () => {
  const { alice, bob, lab, bot } = platform
  const label = (name: string, component: object) => ({ type: 18, label: name, component })
  program.respond = () => ({
    type: 9,
    data: {
      title: 'Appeal',
      custom_id: 'appeal',
      components: [
        label('Reason', { type: 4, style: 1, custom_id: 'reason' }),
        label('Who', { type: 5, custom_id: 'who' }),
        label('How', { type: 3, custom_id: 'how', options: [{ label: 'By mail', value: 'mail' }] }),
      ],
    },
  })
  await alice.in(lab.general).uses('/ban')
  const modal = await alice.sees('INTERACTION_MODAL_CREATE', { from: bot, title: 'Appeal' })
  assert.deepEqual(modal.labels, ['Reason', 'Who', 'How'])
  assert.throws(() => modal.fill({ Nope: '' }), /no field "Nope"/)
  program.respond = () => message({ content: 'received' })
  await modal.fill({ Reason: 'sorry', Who: bob, How: 'By mail' }).submit()
  await alice.sees({ from: bot, content: 'received' })
  assert.deepEqual(
    program.last.data.components?.map(({ component }) => component.value ?? component.values),
    ['sorry', [bob.id], ['mail']],
  )
})

test('selects take options by label, and people', async () => {
  const { alice, bob, lab, bot } = platform
  const colours = { type: 3, custom_id: 'colour', placeholder: 'Colour', options: [{ label: 'Red', value: 'r' }] }
  const people = { type: 5, custom_id: 'who', placeholder: 'Who' }
  const posted = await bot.api.post<{ id: string }>(`/channels/${lab.general.id}/messages`, {
    content: 'choose',
    components: [...row(colours), ...row(people)],
  })
  const seen = await alice.sees({ from: bot, id: posted.body.id })
  assert.deepEqual(seen.select('Colour').options, ['Red'])
  await seen.select('Colour').choose('Red')
  await alice.sees({ from: bot, content: 'done' })
  assert.deepEqual(program.last.data.values, ['r'])
  await seen.select('Who').choose(bob)
  await alice.sees({ from: bot, content: 'done' })
  assert.deepEqual(program.last.data.values, [bob.id])
})

test('a deferred response is a message once the application sends it', async () => {
  const { alice, lab, bot } = platform
  program.respond = () => ({ type: 5 })
  await alice.in(lab.general).uses('/ban')
  await alice.sees({ from: bot, thinking: true })
  await alice.seesNothing({ from: bot })
  await program.editResponse({ content: 'thought' })
  assert.equal((await alice.sees({ from: bot })).content, 'thought')
})

test('people talk, react, edit, delete, vote, start threads and write to each other', async () => {
  const { alice, bob, lab } = platform
  const posted = await alice.in(lab.general).says('hello')
  const seen = await bob.sees({ from: alice, in: lab.general, content: /hell/ })
  await seen.react('👍')
  await alice.sees('MESSAGE_REACTION_ADD', { from: bob, on: posted, emoji: { name: '👍' } })
  await posted.edit('bye')
  await bob.sees('MESSAGE_UPDATE', { on: seen, content: 'bye' })
  await seen.reply('so soon?')
  await alice.sees({ from: bob, on: posted })
  const thread = await seen.startThread('farewell')
  await bob.in(thread).says('in the thread')
  await alice.sees({ in: thread, content: 'in the thread' })
  await posted.delete()
  await bob.sees('MESSAGE_DELETE', { on: posted })
  await bob.in(lab.general).startsTyping()
  await alice.sees('TYPING_START', { from: bob })
  const poll = {
    question: { text: 'Tea?' },
    answers: [{ poll_media: { text: 'Yes' } }, { poll_media: { text: 'No' } }],
  }
  await alice.in(lab.general).says({ poll })
  await (await bob.sees({ from: alice, poll: { question: { text: 'Tea?' } } })).vote('No')
  await alice.sees('MESSAGE_POLL_VOTE_ADD', { from: bob, answer_id: 2 })
  await (await alice.dms(bob)).says('psst')
  await bob.sees({ from: alice, content: 'psst', guild_id: undefined })
})

test('people join and leave guilds and voice channels', async () => {
  const { alice, cleo, lab } = platform
  await assert.rejects(cleo.in(lab.general).says('hi'), { status: 403, code: 50001 })
  await cleo.joins(lab)
  await alice.sees('GUILD_MEMBER_ADD', { from: cleo })
  await cleo.joinsVoice(lab.Lounge)
  await alice.sees('VOICE_STATE_UPDATE', { from: cleo, in: lab.Lounge })
  await cleo.leavesVoice(lab)
  await cleo.leaves(lab)
  await alice.sees('GUILD_MEMBER_REMOVE', { from: cleo })
  const dora = await platform.person('dora')
  await dora.joins(lab)
  await dora.in(lab.general).says('new here')
  await alice.sees({ from: dora })
})

test('a person whose connection is cut misses nothing', async () => {
  const { alice, bob, lab } = platform
  assert.equal(await platform.faults.gateway(bob, { type: 'drop' }), 1)
  await alice.in(lab.general).says('while you were away')
  await bob.sees({ from: alice, content: 'while you were away' })
})

test('the clock moves, stops and runs', async () => {
  const { clock } = platform
  await clock.freeze()
  const before = await clock.now()
  assert.equal((await clock.forward('15 minutes')) - before, 900_000)
  assert.equal(await clock.now(), before + 900_000)
  await clock.resume()
})

test('an endpoint in this process receives interactions', async () => {
  const { alice, lab, bot } = platform
  const { verifyKey } = await import('discord-interactions')
  const url = await platform.serve(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const [signature, time] = [request.headers['x-signature-ed25519'], request.headers['x-signature-timestamp']]
    if (!(await verifyKey(body, String(signature), String(time), bot.publicKey))) return response.writeHead(401).end()
    const { type } = JSON.parse(body.toString())
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(type === 1 ? { type: 1 } : message({ content: 'over HTTP' })))
  })
  await bot.receivesAt(url)
  await alice.in(lab.general).uses('/ban')
  await alice.sees({ from: bot, content: 'over HTTP' })
  await bot.receivesAt(null)
})

test('a kept state and the start state come back', async () => {
  const { alice, bob, lab } = platform
  const contents = async () => {
    const { body } = await bob.api.get<{ content: string }[]>(`/channels/${lab.general.id}/messages?limit=2`)
    return body.map(({ content }) => content)
  }
  await alice.in(lab.general).says('kept')
  await platform.snapshot('kept')
  await alice.in(lab.general).says('lost')
  await platform.restore('kept')
  assert.equal((await contents())[0], 'kept')
  await platform.reset()
  assert.deepEqual(await contents(), [])
  await alice.in(lab.general).says('after the reset')
  await bob.sees({ from: alice, content: 'after the reset' })
})
