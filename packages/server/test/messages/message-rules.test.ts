/**
 * Rules of message fields: attachments, forwards, replies, mentions, nonces, flags, voice messages, polls, stickers.
 */
import assert from 'node:assert/strict'
import { before, describe } from 'node:test'
import type { ApplicationCommandObject, InteractionObject, MessageObject, WebhookObject } from '@guildhall/protocol'
import { api, multipart, type ResponseOf } from '@guildhall/testing'
import fc from 'fast-check'
import { guildhallTest } from '../support/fixture.ts'
import { connect, dispatch, Invoking } from '../support/interactions.ts'

const world = {
  users: { ann: {}, bob: {}, eve: {} },
  applications: {
    app: { owner: 'ann', bot: {}, intents: ['MESSAGE_CONTENT'] },
    blind: { owner: 'ann', bot: {} },
  },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob'],
      bots: { app: { permissions: '8' }, blind: {} },
      roles: { crew: { mentionable: true } },
      channels: {
        general: {},
        side: {},
        secret: { permission_overwrites: [{ role: '@everyone', deny: '1024' }] },
        forgetful: { permission_overwrites: [{ role: '@everyone', deny: '65536' }] },
      },
    },
  },
}

const test = guildhallTest({ world })
const { platform } = test
let ann: ReturnType<typeof api>
let bob: ReturnType<typeof api>
let app: ReturnType<typeof api>
let blind: ReturnType<typeof api>

type Channel = keyof typeof world.guilds.lab.channels
const channelId = (name: Channel = 'general') => platform.lab[name].id
const messages = (name: Channel = 'general') => `/channels/${channelId(name)}/messages`
const userId = (name: keyof typeof world.users) => platform[name].id
const text = (name: string) => ({ name, data: name })

async function made(by: ReturnType<typeof api>, body: unknown, channel: Channel = 'general'): Promise<MessageObject> {
  const answer = await by.post<MessageObject>(messages(channel), body)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

describe('rules of messages', () => {
  before(async () => {
    await test.start()
    const person = (name: keyof typeof world.users) => platform[name].api
    const bot = (name: keyof typeof world.applications) => platform[name].api
    ;[ann, bob, app, blind] = [person('ann'), person('bob'), bot('app'), bot('blind')]
  })

  test('the colours of a client are shared as they are, alone too, but not beside components', async () => {
    const theme = { colors: ['5865F2', 'be58f2'], gradient_angle: 0, base_mix: 58 }
    const message = await made(app, { shared_client_theme: { ...theme, base_theme: 1 } })
    assert.deepEqual(message.shared_client_theme, { ...theme, base_theme: 1 })
    assert.deepEqual((await made(app, { shared_client_theme: theme })).shared_client_theme, { ...theme, base_theme: 0 })
    const edited = await app.patch<MessageObject>(`${messages()}/${message.id}`, { content: '' })
    assert.deepEqual(edited.body.shared_client_theme, { ...theme, base_theme: 1 })
    assert.equal('shared_client_theme' in (await made(app, { content: 'x' })), false)
    const before = (await app.get<MessageObject[]>(messages())).body[0]?.id
    const wrong = [
      { ...theme, colors: [] },
      { ...theme, colors: Array(6).fill('5865F2') },
      { ...theme, colors: ['#5865F'] },
      { ...theme, colors: ['red'] },
      { ...theme, gradient_angle: 361 },
      { ...theme, base_mix: 101 },
      { ...theme, base_theme: 5 },
      { colors: theme.colors },
    ]
    for (const shared_client_theme of wrong) {
      const { code } = await app.post(messages(), { shared_client_theme })
      assert.equal(code, 50035, JSON.stringify(shared_client_theme))
    }
    const components = [{ type: 10, content: 'x' }]
    const beside = await app.post<MessageObject>(messages(), { components, flags: 1 << 15, shared_client_theme: theme })
    assert.equal(beside.code, 50035)
    assert.equal((await app.get<MessageObject[]>(messages())).body[0]?.id, before)
  })

  describe('attachments', () => {
    const edit = (message: MessageObject, attachments: unknown, by = bob) =>
      by.patch<MessageObject>(`${messages()}/${message.id}`, { attachments })

    test('[ATT-1] [END-60] a description is changed, kept or taken away, and nothing else of the file', async () => {
      const message = await made(bob, multipart({ attachments: [{ id: 0, description: 'first' }] }, [text('a.txt')]))
      const [file] = message.attachments
      const { id = '' } = file ?? {}
      const after = async (entry: object) => (await edit(message, [{ id, ...entry }])).body.attachments[0]
      assert.deepEqual(await after({ filename: 'other.txt', title: 'x' }), file, 'only two fields can be edited')
      assert.equal((await after({ description: 'x'.repeat(1024) }))?.description, 'x'.repeat(1024))
      assert.equal((await after({ description: null }))?.description, undefined)
      assert.equal((await edit(message, [{ id, description: 'x'.repeat(1025) }])).code, 50035)
      assert.equal((await edit(message, [{ id }, { id }])).code, 50035, 'one twice')
      assert.equal((await edit(message, [{ id: '7' }])).code, 50035, 'an unknown one')
      assert.equal((await edit(message, [{ id, description: 'mine' }], ann)).code, 50005, 'not the author')
      assert.equal((await edit(message, [])).code, 50006, 'nothing would be left')
    })

    test('[ATT-2] [ATT-3] [ATT-4] [ATT-5] a spoiler by its flag, or by its name whatever the flag says', async () => {
      const about = [
        { id: 0, is_spoiler: true },
        { id: 2, is_spoiler: false },
      ]
      const files = [text('a.txt'), text('b.txt'), text('SPOILER_c.txt'), text('spoiler_d.txt')]
      const message = await made(bob, multipart({ attachments: about }, files))
      const flags = (shown: MessageObject) => shown.attachments.map((file) => file.flags)
      assert.deepEqual(flags(message), [8, undefined, 8, undefined])
      assert.deepEqual(
        message.attachments.map(({ filename }) => filename),
        ['a.txt', 'b.txt', 'SPOILER_c.txt', 'spoiler_d.txt'],
      )
      assert.ok(message.attachments.every((file) => !('is_spoiler' in file)))
      const [a, b, c, d] = message.attachments.map(({ id }) => id)
      assert.deepEqual(flags((await edit(message, [{ id: a }, { id: b }, { id: c }, { id: d }])).body), flags(message))
      const turned = [
        { id: a, is_spoiler: false },
        { id: b, is_spoiler: true },
        { id: c, is_spoiler: false },
      ]
      const edited = (await edit(message, turned)).body
      assert.deepEqual(flags(edited), [undefined, 8, 8])
      assert.deepEqual(
        edited.attachments.map(({ url }) => url),
        message.attachments.slice(0, 3).map(({ url }) => url),
      )
    })

    test('[END-60] files of an edit come after those that stay, ten in all', async () => {
      const message = await made(bob, multipart({ content: 'x' }, [text('a.txt'), text('b.txt')]))
      const [a] = message.attachments
      const body = multipart({ attachments: [{ id: a?.id }, { id: 0, description: 'new' }] }, [text('c.txt')])
      const edited = (await bob.patch<MessageObject>(`${messages()}/${message.id}`, body)).body
      assert.deepEqual(
        edited.attachments.map(({ filename, description }) => [filename, description]),
        [
          ['a.txt', undefined],
          ['c.txt', 'new'],
        ],
      )
      const nine = Array.from({ length: 9 }, (_, index) => text(`${index}`))
      const more = await bob.patch<MessageObject>(`${messages()}/${message.id}`, multipart({}, nine))
      assert.equal(more.code, 30015)
    })
  })

  describe('forwards', () => {
    const forwardOf = ({ id }: { id: string }, channel: Channel = 'general', fields: object = {}) => ({
      message_reference: { type: 1, message_id: id, channel_id: channelId(channel), ...fields },
    })

    test('[END-61] [ERR-3] a bot cannot forward a message that it cannot read', async () => {
      const hidden = await made(bob, { content: 'private' })
      const refused = await blind.post<MessageObject>(messages('side'), forwardOf(hidden))
      assert.deepEqual(
        [refused.status, refused.body],
        [400, { code: 160014, message: 'You cannot forward a message whose content you cannot read' }],
      )
      const own = await made(blind, { content: 'own' })
      const called = await made(bob, { content: `<@${platform.blind.id}>` })
      for (const message of [own, called]) {
        const sent = await made(blind, forwardOf(message), 'side')
        assert.equal(sent.message_snapshots?.[0]?.message.content, message.content)
      }
      assert.equal((await made(app, forwardOf(hidden), 'side')).message_snapshots?.[0]?.message?.content, 'private')
    })

    test('[END-61] a snapshot is of that moment, without its author, and never holds another', async () => {
      const source = await made(bob, multipart({ content: 'before' }, [text('a.txt')]))
      const forward = await made(ann, { ...forwardOf(source), flags: 4096 }, 'side')
      assert.equal(forward.flags, 16384 | 4096)
      assert.deepEqual(
        [forward.message_reference?.type, forward.message_reference?.channel_id, forward.content, forward.type],
        [1, platform.lab.general.id, '', 0],
      )
      await bob.patch(`${messages()}/${source.id}`, { content: 'after' })
      await bob.delete(`${messages()}/${source.id}`)
      const kept = (await ann.get<MessageObject>(`${messages('side')}/${forward.id}`)).body
      const [snapshot] = kept.message_snapshots ?? []
      assert.deepEqual(
        [
          snapshot?.message.content,
          snapshot?.message.attachments.length,
          Reflect.get(snapshot?.message ?? {}, 'author'),
        ],
        ['before', 1, undefined],
      )
      const again = await made(bob, forwardOf(forward, 'side'))
      assert.deepEqual(again.message_snapshots, kept.message_snapshots)
      assert.equal(again.message_reference?.message_id, forward.id)
    })

    test('[END-61] a forward names its source and copies only what its sender can view', async () => {
      const source = await made(ann, { content: 'x' }, 'secret')
      const forgotten = await made(ann, { content: 'x' }, 'forgetful')
      const poll = await made(bob, { poll: { question: { text: 'q' }, answers: [{ poll_media: { text: 'a' } }] } })
      const pinned = await made(bob, { content: 'pin' })
      await ann.put(`${messages()}/pins/${pinned.id}`)
      const [system] = (await bob.get<MessageObject[]>(`${messages()}?limit=1`)).body
      const cases: [object, number][] = [
        [forwardOf(source, 'secret'), 50001],
        [forwardOf(source), 50035],
        [forwardOf(forgotten, 'forgetful'), 50035],
        [forwardOf(pinned, 'general', { channel_id: null }), 50035],
        [forwardOf({ id: '1' }), 50035],
        [forwardOf(poll), 50068],
        [forwardOf(system ?? poll), 50068],
      ]
      for (const [body, code] of cases)
        assert.equal((await bob.post<MessageObject>(messages(), body)).code, code, JSON.stringify(body))
    })
  })

  test('a reply is to a message of this channel that somebody wrote', async () => {
    const first = await made(bob, { content: 'first' })
    const reply = await made(app, { content: 'reply', message_reference: { message_id: first.id } })
    assert.deepEqual([reply.type, reply.mentions[0]?.id], [19, userId('bob')])
    const edited = (await app.patch<MessageObject>(`${messages()}/${reply.id}`, { content: 'changed' })).body
    assert.equal(edited.mentions[0]?.id, userId('bob'), 'it goes on calling whom it replies to')
    const quiet = { content: 'quiet', allowed_mentions: { replied_user: false } }
    assert.deepEqual((await app.patch<MessageObject>(`${messages()}/${reply.id}`, quiet)).body.mentions, [])

    await ann.put(`${messages()}/pins/${first.id}`)
    const [system] = (await bob.get<MessageObject[]>(`${messages()}?limit=1`)).body
    const refused = async (message_reference: object, channel: Channel = 'general') => {
      const { status, errors } = await bob.post(messages(channel), { content: 'x', message_reference })
      const fault = errors?.message_reference as { _errors: { code: string }[] } | undefined
      return status === 200 ? status : fault?._errors[0]?.code
    }
    assert.equal(await refused({ message_id: system?.id }), 'REPLIES_CANNOT_REPLY_TO_SYSTEM_MESSAGE')
    assert.equal(await refused({ message_id: first.id }, 'side'), 'REPLIES_UNKNOWN_MESSAGE')
    const there = { message_id: first.id, channel_id: platform.lab.general.id }
    assert.equal(await refused(there, 'side'), 'REPLIES_CANNOT_REFERENCE_OTHER_CHANNEL')
    assert.equal(await refused({ message_id: '1' }), 'REPLIES_UNKNOWN_MESSAGE')
    const plain = await made(bob, { content: 'x', message_reference: { message_id: '1', fail_if_not_exists: false } })
    assert.deepEqual([plain.type, plain.message_reference], [0, undefined])
    const replied = (await bob.get<MessageObject>(`${messages()}/${reply.id}`)).body
    assert.equal(replied.referenced_message?.id, first.id)
    const deeper = await made(bob, { content: 'y', message_reference: { message_id: reply.id } })
    assert.equal(deeper.referenced_message?.id, reply.id)
    assert.ok(!('referenced_message' in (deeper.referenced_message ?? {})), 'one level is shown')
    await bob.delete(`${messages()}/${first.id}`)
    assert.equal((await bob.get<MessageObject>(`${messages()}/${reply.id}`)).body.referenced_message, null)
  })

  test('webhooks and answers of applications mention people alone unless they say otherwise', async () => {
    const content = `@everyone <@&${platform.lab.crew.id}> <@${userId('bob')}>`
    const all = [true, [platform.lab.crew.id], [userId('bob')]]
    const people = [false, [], [userId('bob')]]
    type Mentioning = Pick<MessageObject, 'mention_everyone' | 'mention_roles' | 'mentions'>
    const mentions = ({ mention_everyone, mention_roles, mentions: users }: Mentioning) => [
      mention_everyone,
      mention_roles,
      users.map(({ id }) => id),
    ]
    assert.deepEqual(mentions(await made(app, { content })), all)
    const hook = (await app.post<WebhookObject>(`/channels/${platform.lab.general.id}/webhooks`, { name: 'hook' })).body
    const path = `/webhooks/${hook.id}/${hook.token}`
    const said = (await app.post<MessageObject>(`${path}?wait=true`, { content })).body
    assert.deepEqual(mentions(said), people)
    const allowed_mentions = { parse: ['users', 'roles', 'everyone'] }
    assert.deepEqual(
      mentions((await app.post<MessageObject>(`${path}?wait=true`, { content, allowed_mentions })).body),
      all,
    )
    const edited = (await app.patch<MessageObject>(`${path}/messages/${said.id}`, { content: `${content}!` })).body
    assert.deepEqual(mentions(edited), people)

    const application_id = platform.app.applicationId
    const command = await app.post<ApplicationCommandObject>(`/applications/${application_id}/commands`, {
      name: 'say',
      description: 'd',
    })
    const person = await connect(platform, platform.bob.token)
    const bot = await connect(platform, `Bot ${platform.app.token}`)
    await new Invoking(person, { application_id, channel_id: platform.lab.general.id }).use(command.body)
    const { id, token } = (await bot.gateway.next<InteractionObject>('INTERACTION_CREATE')).d
    const callback = `/interactions/${id}/${token}/callback?with_response=true`
    const answer = await api(platform.api).post<ResponseOf<'create_interaction_response'>>(callback, {
      type: 4,
      data: { content },
    })
    assert.ok(answer.body?.resource?.message)
    assert.deepEqual(mentions(answer.body.resource.message), people)
    await person.gateway.close()
    await bot.gateway.close()
  })

  test('fields of `allowed_mentions` that contradict each other are refused', async () => {
    const wrong: object[] = [
      { parse: ['users'], users: ['1'] },
      { parse: ['roles'], roles: ['1'] },
      { parse: ['everybody'] },
      { parse: ['users', 'users'] },
      { users: ['1', '1'] },
      { users: Array.from({ length: 101 }, (_, index) => `${index}`) },
    ]
    for (const allowed_mentions of wrong) {
      const { code } = await bob.post(messages(), { content: 'x', allowed_mentions })
      assert.equal(code, 50035, JSON.stringify(allowed_mentions))
    }
    const fine = { parse: ['users'], users: [], roles: null }
    assert.equal((await made(bob, { content: `<@${userId('ann')}>`, allowed_mentions: fine })).mentions.length, 1)
    const absent = await made(bob, { content: 'nobody', allowed_mentions: { users: [userId('ann')] } })
    assert.deepEqual(absent.mentions, [], 'none without a word of them')
  })

  test('a nonce finds its message for five minutes, however much is written meanwhile', async () => {
    const body = { content: 'once', nonce: 77, enforce_nonce: true }
    const first = await made(bob, body, 'side')
    for (let count = 0; count < 60; count += 1) await made(app, { content: `${count}` }, 'side')
    const again = await made(bob, body, 'side')
    assert.deepEqual([again.id, again.nonce], [first.id, 77])
    assert.notEqual((await made(bob, body)).id, first.id, 'another channel')
    platform.clock.advance(5 * 60_000 + 1000)
    assert.notEqual((await made(bob, body, 'side')).id, first.id)
    for (const nonce of ['x'.repeat(26), true, {}])
      assert.equal((await bob.post(messages(), { content: 'x', nonce })).code, 50035)
  })

  test('flags: what a writer may set, and SUPPRESS_EMBEDS for others', async () => {
    const all = 0x7fff_ffff
    const message = await made(app, { embeds: [{ title: 'T' }], flags: all & ~((1 << 13) | (1 << 15)) })
    assert.deepEqual([message.flags, message.embeds], [4 | 4096, []])
    const path = `${messages()}/${message.id}`
    const shown = (await app.patch<MessageObject>(path, { flags: 0 })).body
    assert.deepEqual([shown.flags, shown.embeds.length], [4096, 1])
    assert.equal((await bob.patch(path, { flags: 4 })).code, 50013)
    assert.equal((await ann.patch(path, { flags: 4, content: 'x' })).code, 50005)
    assert.equal((await ann.patch<MessageObject>(path, { flags: 4 | (1 << 15) })).body.flags, 4 | 4096)
    assert.equal((await app.patch<MessageObject>(path, { content: 'x' })).body.flags, 4 | 4096)
    assert.equal((await app.patch(path, { flags: -1 })).code, 50035)
  })

  test('a voice message has a length and a waveform, and stays as it is', async () => {
    const sound = { name: 'voice.ogg', data: 'OggS', type: 'audio/ogg' }
    const wave = (bytes: number) => Buffer.alloc(bytes).toString('base64')
    const send = (fields: object, file = sound) =>
      ann.post<MessageObject>(messages(), multipart({ flags: 8192, attachments: [{ id: 0, ...fields }] }, [file]))
    const sent = await send({ duration_secs: 1.25, waveform: wave(256) })
    const [file] = sent.body.attachments as { duration_secs?: number; waveform?: string }[]
    assert.deepEqual([sent.body.flags, file?.duration_secs, file?.waveform], [8192, 1.25, wave(256)])
    assert.equal((await ann.patch(`${messages()}/${sent.body.id}`, { content: 'x' })).code, 50162)
    assert.equal((await send({ duration_secs: 1, waveform: wave(257) })).code, 50161)
    assert.equal((await send({ duration_secs: 1, waveform: 'no base64!' })).code, 50161)
    assert.equal((await send({ waveform: wave(5) })).code, 50161)
    assert.equal((await send({ duration_secs: -1, waveform: wave(5) })).code, 50035)
    assert.equal((await send({ duration_secs: 1, waveform: wave(5) }, { ...sound, name: 'voice.txt' })).code, 50160)
    const note = { name: 'a.txt', data: 'x', type: 'text/plain' }
    const about = [{ id: 0, duration_secs: 1, waveform: wave(5), description: 'd' }]
    const [plain] = (await made(ann, multipart({ attachments: about }, [note]))).attachments
    assert.deepEqual([plain?.waveform, plain?.description], [undefined, 'd'], 'only sounds have one')
  })

  test('a deferred answer may become a poll, which ends by the clock', async () => {
    const application_id = platform.app.applicationId
    const command = await app.post<ApplicationCommandObject>(`/applications/${application_id}/commands`, {
      name: 'ask',
      description: 'd',
    })
    const person = await connect(platform, platform.bob.token)
    const bot = await connect(platform, `Bot ${platform.app.token}`)
    await new Invoking(person, { application_id, channel_id: platform.lab.general.id }).use(command.body)
    const { id, token } = (await bot.gateway.next<InteractionObject>('INTERACTION_CREATE')).d
    const anybody = api(platform.api)
    await anybody.post(`/interactions/${id}/${token}/callback`, { type: 5 })
    const original = `/webhooks/${application_id}/${token}/messages/@original`
    const poll = { question: { text: 'q' }, answers: [{ poll_media: { text: 'a' } }], duration: 1 }
    const bad = await anybody.patch<MessageObject>(original, { poll: { ...poll, answers: [] } })
    assert.equal(bad.code, 50035)
    const asked = (await anybody.patch<MessageObject>(original, { poll })).body
    assert.equal(asked.poll?.results.is_finalized, false)
    await person.gateway.next(dispatch('MESSAGE_UPDATE', { id: asked.id }))
    assert.equal((await anybody.patch(original, { content: 'x' })).code, 520003)
    platform.clock.advance(3_600_000 + 1000)
    await person.gateway.next(dispatch('MESSAGE_UPDATE', { id: asked.id }))
    const ended = (await app.get<MessageObject>(`${messages()}/${asked.id}`)).body
    assert.equal(ended.poll?.results.is_finalized, true)
    await person.gateway.close()
    await bot.gateway.close()
  })

  test('a poll has a question and answers of text', async () => {
    const answer = (fields: object) => ({ poll_media: fields })
    const good = { question: { text: 'q' }, answers: [answer({ text: 'a', emoji: { name: '🎲' } })] }
    assert.equal((await bob.post(messages(), { poll: { ...good, duration: 768 } })).status, 200)
    const wrong: [object, number][] = [
      [{ ...good, question: { text: 'q'.repeat(301) } }, 50035],
      [{ ...good, question: { text: '  ' } }, 50035],
      [{ ...good, answers: [answer({ text: 'a'.repeat(56) })] }, 50035],
      [{ ...good, answers: [answer({ emoji: { name: '🎲' } })] }, 50035],
      [{ ...good, answers: Array(11).fill(answer({ text: 'a' })) }, 50035],
      [{ ...good, duration: 0 }, 50035],
      [{ ...good, duration: 769 }, 50035],
      [{ ...good, layout_type: 2 }, 50035],
      [{ ...good, answers: [answer({ text: 'a', emoji: { name: 'dice' } })] }, 520004],
      [{ ...good, answers: [answer({ text: 'a', emoji: { id: '5' } })] }, 520004],
    ]
    for (const [poll, code] of wrong)
      assert.equal((await bob.post<MessageObject>(messages(), { poll })).code, code, JSON.stringify(poll))
  })

  test('an unknown sticker is refused, and an edit adds no sticker', async () => {
    assert.equal((await bob.post(messages(), { content: 'x', sticker_ids: ['5'] })).code, 50081)
    assert.equal((await bob.post(messages(), { sticker_ids: ['5', '6', '7', '8'] })).code, 50035)
    const message = await made(bob, { content: 'x' })
    assert.equal((await bob.patch(`${messages()}/${message.id}`, { sticker_ids: ['5'] })).code, 50080)
  })

  test('[ERR-8] no sent or edited message causes a 5xx', async () => {
    const message = await made(app, { content: 'x' })
    await fc.assert(
      fc.asyncProperty(anyBody, anyBody, async (body, edit) => {
        const sent = await app.post<MessageObject>(messages('side'), body)
        assert.ok(sent.status < 500, `${JSON.stringify(body)} answered ${sent.status}`)
        const path = sent.status === 200 ? `${messages('side')}/${sent.body.id}` : `${messages()}/${message.id}`
        const changed = await app.patch(path, edit)
        assert.ok(changed.status < 500, `${JSON.stringify(edit)} answered ${changed.status}`)
      }),
      { numRuns: 150 },
    )
  })
})

/** Bodies of messages, each field as it may be, or not at all. */
const anyText = fc.constantFrom<unknown>(
  '',
  'x',
  ' ',
  '@everyone <@1> <@&2>',
  'x'.repeat(2001),
  null,
  5,
  '\u0000',
  '\ud800',
)
const anyId = fc.constantFrom<unknown>('0', '1', 1, null, '99999999999999999999', '-1', 'x', {})
const anyEmbed = fc.record(
  {
    title: anyText,
    image: fc.record({ url: anyText }),
    fields: fc.array(fc.record({ name: anyText, value: anyText })),
  },
  { requiredKeys: [] },
)
const anyComponent = fc.record({
  type: fc.integer({ min: 0, max: 24 }),
  custom_id: anyText,
  content: anyText,
  components: fc.array(
    fc.record({ type: fc.constantFrom(2, 3, 5, 10), style: fc.constant(1), custom_id: anyText, label: anyText }),
  ),
})
const orJunk = (known: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 4, arbitrary: known }, { weight: 1, arbitrary: fc.anything() })
const anyBody = fc
  .record(
    {
      content: anyText,
      flags: fc.constantFrom<unknown>(0, 4, 64, 8192, 16384, 32768, -1, null, 'x'),
      embeds: orJunk(fc.array(orJunk(anyEmbed), { maxLength: 3 })),
      components: orJunk(fc.array(orJunk(anyComponent), { maxLength: 3 })),
      attachments: orJunk(fc.array(fc.record({ id: anyId, description: anyText }), { maxLength: 2 })),
      allowed_mentions: orJunk(fc.record({ parse: fc.constantFrom([], ['users'], ['x']), users: fc.array(anyId) })),
      poll: orJunk(
        fc.record({
          question: fc.record({ text: anyText }),
          answers: fc.array(
            fc.record({ poll_media: fc.record({ text: anyText, emoji: fc.record({ id: anyId, name: anyText }) }) }),
          ),
        }),
      ),
      sticker_ids: orJunk(fc.array(anyId)),
      nonce: orJunk(anyText),
      enforce_nonce: fc.boolean(),
      message_reference: orJunk(fc.record({ type: fc.constantFrom(0, 1, 2), message_id: anyId, channel_id: anyId })),
    },
    { requiredKeys: [] },
  )
  // Values that JSON cannot express are not sent.
  .map((body): unknown =>
    JSON.parse(JSON.stringify(body, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))),
  )
