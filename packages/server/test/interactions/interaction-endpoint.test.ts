/** Interactions by HTTP: an application with an endpoint is asked by signed requests and answers in their responses. */
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { after, afterEach, before, describe } from 'node:test'
import { gzipSync } from 'node:zlib'
import { api, type Frame } from '@guildhall/testing'
import fc from 'fast-check'
import { runningClock } from '../../src/kernel/clock.ts'
import { EndpointApp, json, type Reply, raw, withFiles } from '../support/endpoint-app.ts'
import { guildhallTest } from '../support/fixture.ts'
import { connect, dispatch, Invoking, type Wire } from '../support/interactions.ts'
import { onlyOneNode } from '../support/only-one-node.ts'

const ONE_NODE = onlyOneNode('each has its own connections to an application')

const world = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: {
    lab: { owner: 'ann', members: ['bob'], bots: { app: { permissions: '0' } }, channels: { general: {} } },
  },
}
const MIB = 1024 * 1024

/**
 * Time by which the platform waits for endpoints and heartbeats. Only tests move it: no test waits, and a slow machine
 * has all the time that it needs.
 */
const wallClock = runningClock()
wallClock.freeze()
const test = guildhallTest({ world, wallClock, logLevel: 'silent' })
const { platform } = test
let app: EndpointApp
let bot: Awaited<ReturnType<typeof connect>>
let bob: Awaited<ReturnType<typeof connect>>
let using: Invoking
let commands: Record<string, Wire>

const anybody = () => api(platform.api)
const save = (url: unknown) => bot.api.patch<Wire>('/applications/@me', { interactions_endpoint_url: url })
const saved = async () => (await bot.api.get('/applications/@me')).body.interactions_endpoint_url
const told = async (outcome: 'SUCCESS' | 'FAILURE', nonce: string) =>
  (await bob.gateway.next<Wire>(dispatch(`INTERACTION_${outcome}`, { nonce }))).d
const shown = async (content: string) => (await bob.gateway.next<Wire>(dispatch('MESSAGE_CREATE', { content }))).d
const callback = (interaction: Wire, body: unknown) =>
  anybody().post<Wire>(`/interactions/${interaction.id}/${interaction.token}/callback`, body)
const components = [{ type: 1, components: [{ type: 2, style: 1, label: 'b', custom_id: 'b' }] }]
const modal = {
  custom_id: 'form',
  title: 'Form',
  components: [{ type: 18, label: 'Text', component: { type: 4, custom_id: 'text', style: 1 } }],
}

/** Answers an interaction that way, and gives the person's side of it. */
async function useWith(reply: Reply, command = 'ask', data?: Record<string, unknown>) {
  app.reply = reply
  return using.use(commands[command], data)
}

before(async () => {
  await test.start()
  app = await EndpointApp.start(platform.app.publicKey)
  bot = await connect(platform, `Bot ${platform.app.token}`, 1 << 9)
  bob = await connect(platform, platform.bob.token)
  using = new Invoking(bob, { application_id: platform.app.applicationId, channel_id: platform.lab.general.id })
  const made = await bot.api.put<Wire[]>(`/applications/${platform.app.applicationId}/commands`, [
    { name: 'ask', description: 'd' },
    { name: 'find', description: 'd', options: [{ name: 'q', description: 'd', type: 3, autocomplete: true }] },
  ])
  commands = Object.fromEntries(made.body.map((command) => [command.name, command]))
})

after(async () => {
  await bot.gateway.close()
  await bob.gateway.close()
  await app.close()
  wallClock.close()
})

describe('saving an endpoint', () => {
  afterEach(async () => {
    app.pong = json({ type: 1 })
    app.checksSignatures = true
    await save(null)
  })

  test('PATCH /applications/@me stores an endpoint that responds with PONG and rejects a forged PING, and null removes it', async () => {
    const { asked, refused } = app
    const before = asked.length
    const answer = await save(app.url)
    assert.equal(answer.status, 200)
    assert.equal(answer.body.interactions_endpoint_url, app.url)
    assert.equal(asked.length, before + 1)
    assert.equal(app.refused, refused + 1)
    const { interaction, headers } = asked.at(-1) ?? assert.fail()
    assert.equal(interaction.type, 1)
    assert.equal(interaction.application_id, platform.app.applicationId)
    assert.equal(interaction.version, 1)
    assert.deepEqual([interaction.entitlements, interaction.authorizing_integration_owners], [[], {}])
    assert.match(String(headers['x-signature-ed25519']), /^[0-9a-f]{128}$/)
    assert.match(String(headers['x-signature-timestamp']), /^\d{10}$/)
    assert.match(String(headers['user-agent']), /^Guildhall-Interactions\//)
    assert.equal(headers['content-type'], 'application/json')
    assert.equal(await saved(), app.url)
    assert.equal((await save(null)).body.interactions_endpoint_url, null)
    assert.equal(await saved(), null)
  })

  test('PATCH /applications/{id} accepts an endpoint from the owner and sends no PING for other users', async () => {
    const path = `/applications/${platform.app.applicationId}`
    const by = (name: keyof typeof world.users) => platform[name].api
    const { requests } = app
    assert.equal((await by('bob').patch(path, { interactions_endpoint_url: app.url })).status, 403)
    assert.equal(app.requests, requests)
    assert.equal((await by('ann').patch(path, { interactions_endpoint_url: app.url })).status, 200)
    assert.equal(await saved(), app.url)
  })

  test('the public profile shows that the bot receives interactions by HTTP', async () => {
    const flags = async () => (await bob.api.get(`/users/${platform.app.id}`)).body.public_flags
    assert.equal(await flags(), 0)
    await save(app.url)
    assert.equal((await bot.gateway.next<Wire>(dispatch('USER_UPDATE', { public_flags: 1 << 19 }))).d.bot, true)
    assert.equal(await flags(), 1 << 19)
    await save(null)
    assert.equal(await flags(), 0)
  })

  test('PATCH /applications/@me keeps changes made while the endpoint is verified', async () => {
    const owner = platform.ann.api
    app.pong = async (interaction, response, request) => {
      await owner.patch(`/applications/${platform.app.applicationId}`, { description: 'by its owner' })
      json({ type: 1 })(interaction, response, request)
    }
    assert.equal((await save(app.url)).body.description, 'by its owner')
    assert.equal(
      (await owner.patch(`/applications/${platform.app.applicationId}`, { description: '' })).body.description,
      '',
    )
  })

  test('[ERR-8] PATCH /applications/@me rejects an invalid endpoint address at its field and sends no request', async () => {
    const { requests } = app
    const cases: [unknown, string][] = [
      ['nonsense', 'URL_TYPE_INVALID_URL'],
      ['http://', 'URL_TYPE_INVALID_URL'],
      [`ftp://127.0.0.1:${app.port}/`, 'URL_TYPE_INVALID_SCHEME'],
      ['file:///etc/passwd', 'URL_TYPE_INVALID_URL'],
      [`${app.url}&${'x'.repeat(2048)}`, 'BASE_TYPE_MAX_LENGTH'],
      [7, 'URL_TYPE_INVALID_URL'],
      [{}, 'STRING_TYPE_CONVERT'],
    ]
    for (const [url, code] of cases) {
      const { status, body } = await save(url)
      assert.deepEqual([status, body.code], [400, 50035], String(url))
      assert.match(JSON.stringify(body.errors), new RegExp(code), String(url))
    }
    assert.equal(app.requests, requests)
    assert.equal(await saved(), null)
  })

  async function refusedAsUnverified(url: string): Promise<void> {
    const { status, body } = await bot.api.patch<Wire>('/applications/@me', {
      interactions_endpoint_url: url,
      description: 'changed',
    })
    const message = 'The specified interactions endpoint url could not be verified.'
    const fault = { code: 'APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID', message }
    assert.deepEqual(
      [status, body],
      [400, { code: 50035, message: 'Invalid Form Body', errors: { interactions_endpoint_url: { _errors: [fault] } } }],
    )
    const now = (await bot.api.get('/applications/@me')).body
    assert.deepEqual([now.interactions_endpoint_url, now.description], [null, ''])
  }

  test('[ERR-8] PATCH /applications/@me rejects an endpoint that accepts a bad signature', async () => {
    app.checksSignatures = false
    const { refused } = app
    await refusedAsUnverified(app.url)
    assert.equal(app.refused, refused + 1)
  })

  const endless: Reply = (_interaction, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = () => void (response.writable && response.write('['.repeat(16_384), more))
    more()
  }
  const asJson = { 'content-type': 'application/json' }
  const wrong: Record<string, Reply> = {
    'refuses every signature': raw(401),
    'answers another status': json({ type: 1 }, 201),
    fails: raw(500),
    'answers nothing': raw(204),
    'answers another type': json({ type: 4, data: { content: 'hello' } }),
    'answers null': json(null),
    'answers text': raw(200, { 'content-type': 'text/html' }, '{"type":1}'),
    'says nothing of its content': raw(200, {}, '{"type":1}'),
    'answers what is not JSON': raw(200, asJson, '{"type":1'),
    'answers what is not UTF-8': raw(200, asJson, Buffer.from([0x22, 0xff, 0x22])),
    'answers compressed': raw(200, { ...asJson, 'content-encoding': 'gzip' }, gzipSync('{"type":1}')),
    'answers with a form': withFiles({ type: 1 }, []),
    'hangs up': (_interaction, response) => response.destroy(),
    'hangs up half-way': (_interaction, response) => {
      response.writeHead(200, { ...asJson, 'content-length': '10' }).write('{"type"', () => response.destroy())
    },
    'talks without end': endless,
    upgrades: raw(101, { connection: 'upgrade', upgrade: 'websocket' }),
  }
  for (const [name, reply] of Object.entries(wrong)) {
    test(`[ERR-8] PATCH /applications/@me rejects an endpoint that ${name}`, async () => {
      app.pong = reply
      await refusedAsUnverified(app.url)
    })
  }

  test('[ERR-8] PATCH /applications/@me rejects a closed port and a server that does not speak HTTP', async () => {
    const server = createServer((socket) =>
      socket
        .on('error', () => undefined)
        .resume()
        .end('SSH-2.0-OpenSSH_9.9\r\n'),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    await refusedAsUnverified(`http://127.0.0.1:${port}/`)
    await refusedAsUnverified(`https://127.0.0.1:${port}/`)
    await new Promise((resolve) => server.close(resolve))
    await refusedAsUnverified(`http://127.0.0.1:${port}/`)
    await refusedAsUnverified('http://name.invalid/')
  })

  test('[ERR-8] PATCH /applications/@me does not follow a redirect', async () => {
    const target = await EndpointApp.start(platform.app.publicKey)
    for (const status of [301, 302, 303, 307, 308]) {
      app.pong = raw(status, { location: target.url })
      await refusedAsUnverified(app.url)
    }
    assert.equal(target.connections, 0)
    await target.close()
  })

  test('[ERR-8] PATCH /applications/@me rejects an endpoint that takes more than 3 s', async () => {
    app.pong = () => wallClock.advance(3_000)
    await refusedAsUnverified(app.url)
  })
})

describe('interactions by HTTP', () => {
  before(async () => {
    assert.equal((await save(app.url)).status, 200)
  })
  after(async () => {
    await save(null)
  })

  test('[SVC-4] an endpoint’s response is the interaction response, and the gateway sends no INTERACTION_CREATE', async () => {
    const before = app.asked.length
    await bot.gateway.none('INTERACTION_CREATE', async () => {
      const { nonce, status } = await useWith(json({ type: 4, data: { content: 'over HTTP' } }))
      assert.equal(status, 204)
      const message = await shown('over HTTP')
      assert.equal(message.application_id, platform.app.applicationId)
      await told('SUCCESS', nonce)
    })
    assert.equal(app.asked.length, before + 1)
    const { interaction } = app.asked.at(-1) ?? assert.fail()
    assert.deepEqual([interaction.type, (interaction.data as Wire).name], [2, 'ask'])
    // The token goes on as after a callback: no second answer, but edits and follow-ups.
    assert.equal((await callback(interaction, { type: 4, data: { content: 'twice' } })).body.code, 40060)
    const webhook = `/webhooks/${platform.app.applicationId}/${interaction.token}`
    assert.equal((await anybody().patch(`${webhook}/messages/@original`, { content: 'edited' })).status, 200)
    assert.equal((await anybody().post<Wire>(webhook, { content: 'more' })).body.content, 'more')
  })

  test('[LIM-4] an endpoint sends files in a multipart response', async () => {
    const data = { content: 'a file', attachments: [{ id: 0, description: 'of text' }] }
    await useWith(withFiles({ type: 4, data }, [{ name: 'a.txt', data: 'inside', type: 'text/plain' }]))
    const [attachment] = (await shown('a file')).attachments as Wire[]
    assert.deepEqual([attachment?.filename, attachment?.description], ['a.txt', 'of text'])
    assert.equal(await (await fetch(String(attachment?.url))).text(), 'inside')
  })

  test('an endpoint completes a deferred response later', async () => {
    const { nonce } = await useWith(json({ type: 5, data: { flags: 64 } }))
    await told('SUCCESS', nonce)
    const { interaction } = app.asked.at(-1) ?? assert.fail()
    const original = `/webhooks/${platform.app.applicationId}/${interaction.token}/messages/@original`
    assert.equal((await anybody().patch<Wire>(original, { content: 'at last' })).body.flags, 64)
  })

  test('an endpoint responds to autocomplete', async () => {
    const choices = [{ name: 'One', value: 'one' }]
    app.reply = json({ type: 8, data: { choices } })
    const options = [{ name: 'q', type: 3, value: 'o', focused: true }]
    const { nonce } = await using.send({ type: 4, data: { id: commands.find?.id, name: 'find', options } })
    const { d } = await bob.gateway.next<Wire>(dispatch('APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE', { nonce }))
    assert.deepEqual(d.choices, choices)
    assert.equal(app.asked.at(-1)?.interaction.type, 4)
  })

  test('[SVC-7] [SVC-8] an endpoint opens a modal for a button and updates the message after its submission', async () => {
    await useWith(json({ type: 4, data: { content: 'press', components } }))
    const message = await shown('press')
    app.reply = json({ type: 9, data: modal })
    const { nonce } = await using.press(message, 'b', 2)
    const form = (await bob.gateway.next<Wire>(dispatch('INTERACTION_MODAL_CREATE', { nonce }))).d
    assert.equal((app.asked.at(-1)?.interaction.message as Wire).id, message.id)
    app.reply = json({ type: 7, data: { content: 'pressed', components: [] } })
    const text = { type: 18, component: { type: 4, custom_id: 'text', value: 'written' } }
    assert.equal((await using.submit(form, [text])).status, 204)
    await bob.gateway.next(dispatch('MESSAGE_UPDATE', { id: message.id, content: 'pressed' }))
    const { type, data } = app.asked.at(-1)?.interaction ?? assert.fail()
    assert.equal(type, 5)
    assert.match(JSON.stringify(data), /"value":"written"/)
    app.reply = json({ type: 4, data: { content: 'again', components } })
    await using.use(commands.ask)
    const other = await shown('again')
    app.reply = json({ type: 6 })
    await told('SUCCESS', (await using.press(other, 'b', 2)).nonce)
  })

  const later: Record<string, Reply> = {
    '202': raw(202),
    '204': raw(204),
    Accepted: raw(202, { 'content-type': 'text/plain' }, 'Accepted'),
  }
  for (const [status, reply] of Object.entries(later)) {
    test(`an empty response with ${status} lets the application respond by a callback`, async () => {
      const asked = app.next()
      const { nonce } = await useWith(reply)
      const interaction = await asked
      assert.equal((await callback(interaction, { type: 4, data: { content: `later ${status}` } })).status, 204)
      await shown(`later ${status}`)
      await told('SUCCESS', nonce)
    })
  }

  test('a callback during the endpoint request is the response, however the request ends', async () => {
    const endings: Record<string, Reply> = {
      empty: raw(200),
      failing: raw(500),
      second: json({ type: 4, data: { content: 'unwanted' } }),
    }
    for (const [name, ending] of Object.entries(endings)) {
      const ended = app.next()
      const { nonce } = await useWith(async (interaction, response, request) => {
        assert.equal((await callback(interaction, { type: 4, data: { content: name } })).status, 204)
        await ending(interaction, response, request)
      })
      await shown(name)
      await told('SUCCESS', nonce)
      const interaction = await ended
      // Edits go on: nothing has failed.
      const original = `/webhooks/${platform.app.applicationId}/${interaction.token}/messages/@original`
      assert.equal((await anybody().patch(original, { content: `${name} kept` })).status, 200, name)
    }
    await told('SUCCESS', (await useWith(json({ type: 4, data: { content: 'marker' } }))).nonce)
    const unwanted = bob.gateway.frames.filter(
      (frame) => frame.t === 'INTERACTION_FAILURE' || (frame.d as Wire | null)?.content === 'unwanted',
    )
    assert.deepEqual(unwanted, [])
  })
})

describe('endpoints that misbehave', () => {
  before(async () => {
    assert.equal((await save(app.url)).status, 200)
  })
  after(async () => {
    await save(null)
  })

  /** The person receives the failure at once, nothing is shown, and a callback comes too late. */
  async function fails(reply: Reply, name: string): Promise<void> {
    const before = (await bob.api.get<Wire[]>(`/channels/${platform.lab.general.id}/messages`)).body
    const { nonce } = await useWith(reply)
    await told('FAILURE', nonce)
    const { interaction } = app.asked.at(-1) ?? assert.fail()
    assert.equal((await callback(interaction, { type: 4, data: { content: 'late' } })).body.code, 10062, name)
    assert.deepEqual((await bob.api.get<Wire[]>(`/channels/${platform.lab.general.id}/messages`)).body, before, name)
  }

  const asJson = { 'content-type': 'application/json' }
  const form = { 'content-type': 'multipart/form-data; boundary=x' }
  const wrong: Record<string, Reply> = {
    'a status of 404': raw(404),
    'a status of 500 with an answer': json({ type: 4, data: { content: 'x' } }, 500),
    'a redirect': raw(307, { location: 'http://127.0.0.1:1/' }),
    nothing: raw(200),
    'no JSON': raw(200, asJson, 'pong'),
    'no object': json([]),
    'no type': json({ data: { content: 'x' } }),
    PONG: json({ type: 1 }),
    'an unknown type': json({ type: 99 }),
    'a type for components': json({ type: 6 }),
    'a type for autocomplete': json({ type: 8, data: { choices: [] } }),
    'an empty message': json({ type: 4, data: {} }),
    'too long a message': json({ type: 4, data: { content: 'x'.repeat(2001) } }),
    'a bad modal': json({ type: 9, data: { custom_id: 'x' } }),
    'a file that is not there': json({ type: 4, data: { content: 'x', attachments: [{ id: 0 }] } }),
    text: raw(200, { 'content-type': 'text/plain' }, '{"type":4,"data":{"content":"x"}}'),
    'more than a MiB of JSON': json({ type: 4, data: { content: 'x', nonsense: 'x'.repeat(MIB) } }),
    'a form without payload': raw(200, form, '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n'),
    'a broken form': raw(200, form, '--x\r\ncontent-disposition: form-data; name="payload_json"\r\n\r\n{'),
    'a form of no boundary': raw(200, { 'content-type': 'multipart/form-data' }, 'x'),
    'nothing, hanging up': (_interaction, response) => response.destroy(),
  }
  for (const [name, reply] of Object.entries(wrong)) {
    test(`an endpoint response of ${name} fails the interaction`, () => fails(reply, name))
  }

  test('[ERR-8] the user receives exactly one outcome for any endpoint response', async () => {
    const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom<unknown>(4, 7, 8, 9, 'x', {}, [], null))
    const object = fc.dictionary(fc.constantFrom('type', 'data', 'content', 'components', 'choices', 'flags'), value)
    const fitting = fc.record({ type: fc.integer({ min: 0, max: 14 }), data: fc.oneof(object, value) })
    const body = fc.oneof(fitting, object, value).map((entry) => Buffer.from(JSON.stringify(entry)))
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 64 }).map((entry) => Buffer.from(entry))
    const types = fc.constantFrom('application/json', 'application/json; charset=utf-8', form['content-type'], 'x', '')
    const nonces = new Set<string>()
    const isOutcome = ({ t }: Frame) => t === 'INTERACTION_SUCCESS' || t === 'INTERACTION_FAILURE'
    const status = fc.constantFrom(200, 200, 200, 201, 302, 400, 503)
    await fc.assert(
      fc.asyncProperty(status, types, fc.oneof(body, body, bytes), async (code, type, answer) => {
        const { nonce } = await useWith(raw(code, { 'content-type': type }, answer))
        nonces.add(nonce)
        await bob.gateway.next((frame) => isOutcome(frame) && (frame.d as Wire).nonce === nonce)
      }),
      { numRuns: 80 },
    )
    const again = (frame: Frame) => isOutcome(frame) && nonces.has((frame.d as Wire).nonce)
    assert.deepEqual(bob.gateway.frames.filter(again), [])
  })

  test('[LIM-4] files over the limit and bodies over 25 MiB fail the interaction', async () => {
    const content = { type: 4, data: { content: 'files' } }
    await fails(withFiles(content, [{ name: 'a', data: new Uint8Array(20 * MIB + 1) }]), 'one file')
    const half = new Uint8Array(13 * MIB)
    const two = [
      { name: 'a', data: half },
      { name: 'b', data: half },
    ]
    await fails(withFiles(content, two), 'two files')
    const many = Array.from({ length: 11 }, (_, index) => ({ name: `f${index}`, data: 'x' }))
    await fails(withFiles(content, many), 'eleven files')
  })

  test('an endpoint that responds after 3 s fails the interaction', async () => {
    const { promise: open, resolve: opened } = Promise.withResolvers<() => void>()
    const { nonce } = await useWith((_interaction, response) => {
      opened(() => response.writeHead(200, asJson).end('{"type":4,"data":{"content":"slow"}}'))
    })
    const answer = await open
    wallClock.advance(3_000)
    await told('FAILURE', nonce)
    answer()
    await useWith(json({ type: 4, data: { content: 'marker' } }))
    await shown('marker')
    assert.ok(!bob.gateway.frames.some((frame) => (frame.d as Wire | null)?.content === 'slow'))
  })

  test('an endpoint that sends single bytes fails the interaction after 3 s', async () => {
    const { promise: open, resolve: opened } = Promise.withResolvers<void>()
    const { nonce } = await useWith((_interaction, response) => {
      response.writeHead(200, asJson).write('{', () => opened())
    })
    await open
    wallClock.advance(3_000)
    await told('FAILURE', nonce)
  })

  test('an interaction without a callback after 202 fails once by the platform’s clock', async () => {
    const asked = app.next()
    const { nonce } = await useWith(raw(202))
    await asked
    platform.clock.advance(3_001)
    await told('FAILURE', nonce)
    await bob.gateway.none(dispatch('INTERACTION_FAILURE', { nonce }), () => bob.api.get('/users/@me'))
  })

  test('at most 50 requests of one application run at a time, and others wait', ONE_NODE, async () => {
    let running = 0
    let most = 0
    const { promise: full, resolve: filledUp } = Promise.withResolvers<void>()
    const { promise: go, resolve: start } = Promise.withResolvers<void>()
    app.reply = async (interaction, response, request) => {
      running += 1
      most = Math.max(most, running)
      if (running === 50) filledUp()
      await go
      running -= 1
      await json({ type: 4, data: { content: `crowd`, flags: 64 } })(interaction, response, request)
    }
    const uses = await Promise.all(Array.from({ length: 60 }, () => using.use(commands.ask)))
    await full
    start()
    for (const { nonce } of uses) await told('SUCCESS', nonce)
    assert.equal(most, 50)
  })

  test('a connection is reused, and a stale one is replaced without a failure', ONE_NODE, async () => {
    await told('SUCCESS', (await useWith(json({ type: 4, data: { content: 'first' } }))).nonce)
    const { connections } = app
    for (const content of ['second', 'third'])
      await told('SUCCESS', (await useWith(json({ type: 4, data: { content } }))).nonce)
    assert.equal(app.connections, connections)
    let dropped = false
    const { nonce } = await useWith((interaction, response, request) => {
      if (dropped) return json({ type: 4, data: { content: 'fourth' } })(interaction, response, request)
      dropped = true
      return request.socket.destroy()
    })
    await told('SUCCESS', nonce)
    assert.equal(dropped, true)
  })

  test('an unreachable endpoint fails interactions, and removing it restores the gateway', async () => {
    const gone = await EndpointApp.start(platform.app.publicKey)
    assert.equal((await save(gone.url)).status, 200)
    await gone.close()
    await told('FAILURE', (await using.use(commands.ask)).nonce)
    assert.equal((await save(null)).status, 200)
    const { nonce } = await using.use(commands.ask)
    const interaction = (await bot.gateway.next<Wire>('INTERACTION_CREATE')).d
    assert.equal((await callback(interaction, { type: 4, data: { content: 'by gateway' } })).status, 204)
    await told('SUCCESS', nonce)
  })
})
