/** New members: welcome screen, onboarding, new member welcome and verification level. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api, RawGateway, type TestPlatform } from '@guildhall/testing'
import { startPlatform } from '../support/platform.ts'

const open = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [name, {}]))
const world = {
  users: { ann: {}, bob: {}, mod: {}, eve: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'mod'],
      bots: { app: { permissions: '8' } },
      features: ['COMMUNITY', 'VANITY_URL'],
      vanity_url_code: 'lab',
      roles: {
        high: { permissions: '0' },
        mods: { permissions: String(32 | (1 << 28)), members: ['mod'] },
        painters: { permissions: '0' },
        sculptors: { permissions: '0' },
      },
      channels: { ...open, read: { permission_overwrites: [{ role: '@everyone', deny: '2048' }] } },
      emojis: { brush: {} },
    },
    plain: { owner: 'ann', channels: { general: {} } },
  },
}

interface Wire {
  id: string
  code: number
  [key: string]: unknown
}
interface Onboarding {
  enabled: boolean
  prompts: { id: string; title: string; options: { id: string; title: string; emoji: Wire; role_ids: string[] }[] }[]
}

let platform: TestPlatform
const filled = () => {
  assert.ok(platform.world)
  return platform.world
}
const person = (name: string) => api(platform.api, filled().users[name]?.token)
const bot = () => api(platform.api, `Bot ${filled().applications.app?.bot?.token}`)
const lab = () => `/guilds/${filled().guilds.lab?.id}`
const channel = (name: string) => filled().guilds.lab?.channels[name]?.id ?? ''
const role = (name: string) => filled().guilds.lab?.roles[name]?.id ?? ''

const prompt = (fields: object, options: object[]) => ({ id: '0', title: 'What do you do?', options, ...fields })

describe('new members', () => {
  before(async () => {
    platform = await startPlatform({ world, rateLimits: 'off' } as never)
  })
  after(() => platform.close())

  test('the welcome screen is visible to managers while disabled and to all members while enabled', async () => {
    const screen = `${lab()}/welcome-screen`
    assert.equal((await person('bob').get<Wire>(screen)).body.code, 10069)
    assert.equal(
      (await person('ann').patch<Wire>(`/guilds/${filled().guilds.plain?.id}/welcome-screen`, {})).body.code,
      10069,
    )
    const emoji = filled().guilds.lab?.emojis.brush?.id
    const welcome_channels = [
      { channel_id: channel('a'), description: 'begin here', emoji_id: emoji, emoji_name: 'whatever' },
      { channel_id: channel('b'), description: 'then here', emoji_name: '🔬' },
    ]
    const set = await bot().patch<Wire>(screen, { description: 'hello', welcome_channels })
    assert.deepEqual(set.body, {
      description: 'hello',
      welcome_channels: [
        { channel_id: channel('a'), description: 'begin here', emoji_id: emoji, emoji_name: 'brush' },
        { channel_id: channel('b'), description: 'then here', emoji_id: null, emoji_name: '🔬' },
      ],
    })
    assert.equal((await person('bob').get<Wire>(screen)).body.code, 50013)
    assert.equal((await person('mod').get<Wire>(screen)).status, 200)
    for (const [name, body] of [
      ['an unknown channel', { welcome_channels: [{ channel_id: '1', description: 'x' }] }],
      ['a channel twice', { welcome_channels: [welcome_channels[1], welcome_channels[1]] }],
      ['an unknown emoji', { welcome_channels: [{ ...welcome_channels[1], emoji_id: '1' }] }],
      ['six channels', { welcome_channels: Array(6).fill(welcome_channels[1]) }],
      ['a long description', { description: 'x'.repeat(141) }],
      ['an empty description of a channel', { welcome_channels: [{ channel_id: channel('a'), description: '' }] }],
    ] as const)
      assert.equal((await bot().patch<Wire>(screen, body)).body.code, 50035, name)
    await bot().patch(screen, { enabled: true })
    assert.deepEqual((await person('bob').get<Wire>(screen)).body, set.body)
    const { features } = (await bot().get<{ features: string[] }>(lab())).body
    assert.ok(features.includes('WELCOME_SCREEN_ENABLED'))
    await bot().patch(screen, { enabled: false })
    assert.equal((await person('bob').get<Wire>(screen)).body.code, 50013)
  })

  test('Modify Guild Onboarding checks channels and roles, keeps ids, marks roles and writes the audit log', async () => {
    const path = `${lab()}/onboarding`
    const put = (as: 'ann' | 'mod', body: object) => person(as).put<Onboarding & Wire>(path, body)
    const none = await person('bob').get<Onboarding>(path)
    assert.deepEqual([none.body.enabled, none.body.prompts], [false, []])
    const seven = Object.keys(open).map(channel)
    const few = { enabled: true, default_channel_ids: seven.slice(0, 6) }
    assert.equal((await put('ann', few)).body.code, 350000)
    const paint = { title: 'Paint', role_ids: [role('painters')], emoji_name: '🎨' }
    const carve = { title: 'Carve', role_ids: [role('sculptors')], channel_ids: [channel('g')] }
    const prompts = [prompt({ required: true, single_select: true, in_onboarding: true }, [paint, carve])]
    assert.equal(
      (await put('mod', { prompts: [prompt({}, [{ title: 'Rule', role_ids: [role('high')] }])] })).body.code,
      50013,
    )
    const watching = await RawGateway.connect(platform.gateway)
    await watching.identify({ token: filled().applications.app?.bot?.token ?? '', intents: 1 })
    await watching.next('GUILD_CREATE')
    // Six default channels and one of a prompt, which counts in the advanced mode.
    const advanced = await put('mod', { ...few, prompts, mode: 1 })
    assert.deepEqual([advanced.status, advanced.body.enabled, advanced.body.mode], [200, true, 1])
    const marked = await watching.next<{ role: Wire }>('GUILD_ROLE_UPDATE')
    assert.equal(marked.d.role.flags, 1, 'IN_PROMPT')
    assert.equal((await put('mod', { mode: 0 })).body.code, 350001)
    const [created] = advanced.body.prompts
    assert.ok(created)
    const kept = await put('mod', {
      default_channel_ids: seven,
      prompts: [
        prompt({ id: created.id, title: 'And you?', required: true, single_select: true, in_onboarding: true }, [
          { ...paint, id: created.options[0]?.id },
          { ...carve, id: created.options[1]?.id },
        ]),
      ],
    })
    assert.deepEqual(
      [kept.body.prompts[0]?.id, kept.body.prompts[0]?.options.map(({ id }) => id)],
      [created.id, created.options.map(({ id }) => id)],
      'known ids stay',
    )
    for (const [name, body] of [
      ['an unknown channel', { default_channel_ids: ['1'] }],
      ['an unknown role', { prompts: [prompt({}, [{ title: 'x', role_ids: ['1'] }])] }],
      ['no options', { prompts: [prompt({}, [])] }],
      ['an unknown emoji', { prompts: [prompt({}, [{ title: 'x', emoji_id: '1' }])] }],
      ['sixteen prompts', { prompts: Array(16).fill(prompt({}, [paint])) }],
    ] as const)
      assert.equal((await put('ann', body)).body.code, 50035, name)
    const log = await bot().get<{ audit_log_entries: { action_type: number }[] }>(`${lab()}/audit-logs?limit=20`)
    const actions = log.body.audit_log_entries.map(({ action_type }) => action_type)
    for (const action of [163, 164, 166, 167]) assert.ok(actions.includes(action), String(action))
    await watching.close()
  })

  test('onboarding responses give the roles of chosen options and set the flags of the member', async () => {
    const path = `${lab()}/onboarding-responses`
    const { prompts } = (await person('bob').get<Onboarding>(`${lab()}/onboarding`)).body
    const [paint, carve] = prompts[0]?.options ?? []
    assert.ok(paint && carve)
    const respond = (ids: string[]) => person('bob').post<Wire>(path, { onboarding_responses: ids })
    assert.equal((await respond([])).body.code, 50035, 'the prompt is required')
    assert.equal((await respond([paint.id, carve.id])).body.code, 50035, 'the prompt accepts one option')
    assert.equal((await respond(['1'])).body.code, 50035)
    assert.equal((await respond([paint.id])).status, 204)
    const member = async () =>
      (await bot().get<{ roles: string[]; flags: number }>(`${lab()}/members/${filled().users.bob?.id}`)).body
    assert.deepEqual(await member().then(({ roles, flags }) => [roles, flags]), [[role('painters')], 2 | 8])
    await respond([carve.id])
    assert.deepEqual((await member()).roles, [role('sculptors')])
  })

  test('Get Guild New Member Welcome returns 204 until one is written', async () => {
    const path = `${lab()}/new-member-welcome`
    assert.equal((await bot().get(path)).status, 204)
    const written = {
      enabled: true,
      welcome_message: { author_ids: [filled().users.ann?.id], message: 'hello' },
      new_member_actions: [{ channel_id: channel('a'), action_type: 0, title: 'Say hello', description: 'to all' }],
      resource_channels: [{ channel_id: channel('b'), title: 'Read', description: '' }],
    }
    assert.equal((await person('bob').put<Wire>(path, written)).body.code, 50013)
    const wrong = { ...written, resource_channels: [{ channel_id: '1', title: 'Read' }] }
    assert.equal((await person('mod').put<Wire>(path, wrong)).body.code, 50035)
    assert.equal((await person('mod').put(path, written)).status, 200)
    const read = await bot().get<typeof written & Wire>(path)
    assert.equal(read.status, 200)
    assert.deepEqual(
      [read.body.welcome_message, read.body.new_member_actions[0]?.title],
      [written.welcome_message, 'Say hello'],
    )
  })

  test('the verification level refuses messages of new members without BYPASSES_VERIFICATION', async () => {
    await bot().patch(lab(), { verification_level: 3 })
    await person('eve').post('/invites/lab')
    const post = () => person('eve').post<Wire>(`/channels/${channel('a')}/messages`, { content: 'hello' })
    assert.equal((await post()).body.code, 50009)
    const member = `${lab()}/members/${filled().users.eve?.id}`
    assert.equal((await person('bob').patch<Wire>(member, { flags: 4 })).body.code, 50013)
    assert.equal((await person('mod').patch<Wire>(member, { flags: 4 | 2 })).body.flags, 4, 'only that flag is set')
    assert.equal((await post()).status, 200)
    assert.equal((await person('mod').patch<Wire>(member, { flags: 0 })).body.flags, 0)
    assert.equal((await post()).body.code, 50009)
    platform.clock.advance(10 * 60_000)
    assert.equal((await post()).status, 200)
  })
})
