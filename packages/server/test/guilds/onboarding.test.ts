/** New members: welcome screen, onboarding, new member welcome and verification level. */
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import {
  type GuildOnboardingObject,
  Intent,
  type MemberObject,
  type MessageObject,
  type PartialEmojiObject,
  type WelcomeScreenObject,
} from '@guildhall/protocol'
import type { ResponseOf } from '@guildhall/testing'
import { guildhallTest } from '../support/fixture.ts'
import { guildSession } from '../support/sessions.ts'

const open = { a: {}, b: {}, c: {}, d: {}, e: {}, f: {}, g: {} }
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

interface Onboarding {
  enabled: boolean
  prompts: {
    id: string
    title: string
    options: { id: string; title: string; emoji: PartialEmojiObject; role_ids: string[] }[]
  }[]
}

const test = guildhallTest({ world })
const { platform } = test
const person = (name: keyof typeof world.users) => platform[name].api
const lab = () => `/guilds/${platform.lab.id}`
const channel = (name: keyof typeof world.guilds.lab.channels) => platform.lab[name].id

const prompt = (fields: object, options: object[]) => ({ id: '0', title: 'What do you do?', options, ...fields })

describe('new members', () => {
  test('the welcome screen is visible to managers while disabled and to all members while enabled', async () => {
    const screen = `${lab()}/welcome-screen`
    assert.equal((await platform.bob.api.get(screen)).code, 10069)
    assert.equal((await platform.ann.api.patch(`/guilds/${platform.plain.id}/welcome-screen`, {})).code, 10069)
    const emoji = platform.world?.guilds.lab?.emojis.brush?.id
    const welcome_channels = [
      { channel_id: platform.lab.a.id, description: 'begin here', emoji_id: emoji, emoji_name: 'whatever' },
      { channel_id: platform.lab.b.id, description: 'then here', emoji_name: '🔬' },
    ]
    const set = await platform.app.api.patch<WelcomeScreenObject>(screen, { description: 'hello', welcome_channels })
    assert.deepEqual(set.body, {
      description: 'hello',
      welcome_channels: [
        { channel_id: platform.lab.a.id, description: 'begin here', emoji_id: emoji, emoji_name: 'brush' },
        { channel_id: platform.lab.b.id, description: 'then here', emoji_id: null, emoji_name: '🔬' },
      ],
    })
    assert.equal((await platform.bob.api.get(screen)).code, 50013)
    assert.equal((await platform.mod.api.get(screen)).status, 200)
    for (const [name, body] of [
      ['an unknown channel', { welcome_channels: [{ channel_id: '1', description: 'x' }] }],
      ['a channel twice', { welcome_channels: [welcome_channels[1], welcome_channels[1]] }],
      ['an unknown emoji', { welcome_channels: [{ ...welcome_channels[1], emoji_id: '1' }] }],
      ['six channels', { welcome_channels: Array(6).fill(welcome_channels[1]) }],
      ['a long description', { description: 'x'.repeat(141) }],
      ['an empty description of a channel', { welcome_channels: [{ channel_id: platform.lab.a.id, description: '' }] }],
    ] as const)
      assert.equal((await platform.app.api.patch(screen, body)).code, 50035, name)
    await platform.app.api.patch(screen, { enabled: true })
    assert.deepEqual((await platform.bob.api.get<WelcomeScreenObject>(screen)).body, set.body)
    const { features } = (await platform.app.api.get<{ features: string[] }>(lab())).body
    assert.ok(features.includes('WELCOME_SCREEN_ENABLED'))
    await platform.app.api.patch(screen, { enabled: false })
    assert.equal((await platform.bob.api.get(screen)).code, 50013)
  })

  test('Modify Guild Onboarding checks channels and roles, keeps ids, marks roles and writes the audit log', async () => {
    const path = `${lab()}/onboarding`
    const put = (as: 'ann' | 'mod', body: object) => person(as).put<GuildOnboardingObject>(path, body)
    const none = await platform.bob.api.get<Onboarding>(path)
    assert.deepEqual([none.body.enabled, none.body.prompts], [false, []])
    const seven = Object.keys(open).map((name) => channel(name as keyof typeof open))
    const few = { enabled: true, default_channel_ids: seven.slice(0, 6) }
    assert.equal((await put('ann', few)).code, 350000)
    const paint = { title: 'Paint', role_ids: [platform.lab.painters.id], emoji_name: '🎨' }
    const carve = { title: 'Carve', role_ids: [platform.lab.sculptors.id], channel_ids: [platform.lab.g.id] }
    const prompts = [prompt({ required: true, single_select: true, in_onboarding: true }, [paint, carve])]
    assert.equal(
      (await put('mod', { prompts: [prompt({}, [{ title: 'Rule', role_ids: [platform.lab.high.id] }])] })).code,
      50013,
    )
    const watching = await guildSession(platform.app, Intent.GUILDS)
    // Six default channels and one of a prompt, which counts in the advanced mode.
    const advanced = await put('mod', { ...few, prompts, mode: 1 })
    assert.deepEqual([advanced.status, advanced.body.enabled, advanced.body.mode], [200, true, 1])
    const marked = await watching.next('GUILD_ROLE_UPDATE')
    assert.equal(marked.d.role.flags, 1, 'IN_PROMPT')
    assert.equal((await put('mod', { mode: 0 })).code, 350001)
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
      assert.equal((await put('ann', body)).code, 50035, name)
    const log = await platform.app.api.get<{ audit_log_entries: { action_type: number }[] }>(
      `${lab()}/audit-logs?limit=20`,
    )
    const actions = log.body.audit_log_entries.map(({ action_type }) => action_type)
    for (const action of [163, 164, 166, 167]) assert.ok(actions.includes(action), String(action))
    await watching.close()
  })

  test('onboarding responses give the roles of chosen options and set the flags of the member', async () => {
    const path = `${lab()}/onboarding-responses`
    const { prompts } = (await platform.bob.api.get<Onboarding>(`${lab()}/onboarding`)).body
    const [paint, carve] = prompts[0]?.options ?? []
    assert.ok(paint && carve)
    const respond = (ids: string[]) => platform.bob.api.post(path, { onboarding_responses: ids })
    assert.equal((await respond([])).body.code, 50035, 'the prompt is required')
    assert.equal((await respond([paint.id, carve.id])).body.code, 50035, 'the prompt accepts one option')
    assert.equal((await respond(['1'])).body.code, 50035)
    assert.equal((await respond([paint.id])).status, 204)
    const member = async () =>
      (await platform.app.api.get<{ roles: string[]; flags: number }>(`${lab()}/members/${platform.bob.id}`)).body
    assert.deepEqual(await member().then(({ roles, flags }) => [roles, flags]), [[platform.lab.painters.id], 2 | 8])
    await respond([carve.id])
    assert.deepEqual((await member()).roles, [platform.lab.sculptors.id])
  })

  test('Get Guild New Member Welcome returns 204 until one is written', async () => {
    const path = `${lab()}/new-member-welcome`
    assert.equal((await platform.app.api.get(path)).status, 204)
    const written = {
      enabled: true,
      welcome_message: { author_ids: [platform.ann.id], message: 'hello' },
      new_member_actions: [
        { channel_id: platform.lab.a.id, action_type: 0, title: 'Say hello', description: 'to all' },
      ],
      resource_channels: [{ channel_id: platform.lab.b.id, title: 'Read', description: '' }],
    }
    assert.equal((await platform.bob.api.put(path, written)).code, 50013)
    const wrong = { ...written, resource_channels: [{ channel_id: '1', title: 'Read' }] }
    assert.equal((await platform.mod.api.put(path, wrong)).code, 50035)
    assert.equal((await platform.mod.api.put(path, written)).status, 200)
    const read = await platform.app.api.get<ResponseOf<'get_guild_new_member_welcome'>>(path)
    assert.equal(read.status, 200)
    assert.deepEqual(
      [read.body?.welcome_message, read.body?.new_member_actions[0]?.title],
      [written.welcome_message, 'Say hello'],
    )
  })

  test('the verification level refuses messages of new members without BYPASSES_VERIFICATION', async () => {
    await platform.app.api.patch(lab(), { verification_level: 3 })
    await platform.eve.api.post('/invites/lab')
    const post = () =>
      platform.eve.api.post<MessageObject>(`/channels/${platform.lab.a.id}/messages`, { content: 'hello' })
    assert.equal((await post()).code, 50009)
    const member = `${lab()}/members/${platform.eve.id}`
    assert.equal((await platform.bob.api.patch(member, { flags: 4 })).code, 50013)
    assert.equal(
      (await platform.mod.api.patch<MemberObject>(member, { flags: 4 | 2 })).body.flags,
      4,
      'only that flag is set',
    )
    assert.equal((await post()).status, 200)
    assert.equal((await platform.mod.api.patch<MemberObject>(member, { flags: 0 })).body.flags, 0)
    assert.equal((await post()).code, 50009)
    platform.clock.advance(10 * 60_000)
    assert.equal((await post()).status, 200)
  })
})
