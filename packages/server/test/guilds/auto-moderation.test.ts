/**
 * Rules of automatic moderation: creating, editing and deleting them, and their effect on messages, edits and
 * profiles.
 */
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type {
  AuditLogObject,
  AutoModerationRuleObject,
  ChannelObject,
  GuildObject,
  MemberObject,
  MessageObject,
  ThreadListObject,
} from '@guildhall/protocol'
import { Client, Events, GatewayIntentBits } from 'discord.js'
import { guildhallTest } from '../support/fixture.ts'
import { dispatch } from '../support/interactions.ts'
import { guildSession } from '../support/sessions.ts'

const world = {
  users: { ann: {}, bob: {}, eve: {}, zed: {}, mod: {}, keeper: {}, odd: {} },
  applications: {
    app: { owner: 'ann', bot: {}, intents: ['GUILD_MEMBERS', 'MESSAGE_CONTENT'] },
    blind: { owner: 'ann', bot: {} },
    weak: { owner: 'ann', bot: {} },
  },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'eve', 'zed', 'mod', 'keeper'],
      bots: { app: { permissions: '8' }, blind: { permissions: '32' }, weak: { permissions: '0' } },
      features: ['GUILD_TAGS', 'VANITY_URL'],
      vanity_url_code: 'lab',
      roles: {
        mods: { permissions: '32', members: ['mod'] },
        keepers: { permissions: String(32n | (1n << 40n)), members: ['keeper'] },
        trusted: { permissions: '0' },
      },
      channels: {
        things: { type: 4 },
        general: {},
        free: { parent: 'things' },
        alerts: {},
        forum: { type: 15 },
      },
    },
  },
}

type User = keyof typeof world.users

const test = guildhallTest({ world })
const { platform } = test
const person = (name: User) => platform[name].api
const lab = () => `/guilds/${platform.lab.id}`
const rules = () => `${lab()}/auto-moderation/rules`
const channel = (name: keyof typeof world.guilds.lab.channels) => platform.lab[name].id
const userId = (name: User) => platform[name].id
const write = (name: User, content: string, where: keyof typeof world.guilds.lab.channels = 'general') =>
  person(name).post<MessageObject>(`/channels/${channel(where)}/messages`, { content })

const block = (custom_message?: string) => ({ type: 1, metadata: custom_message ? { custom_message } : {} })
const alert = () => ({ type: 2, metadata: { channel_id: platform.lab.alerts.id } })
const timeOut = { type: 3, metadata: { duration_seconds: 60 } }
const keywords = (fields: object = {}, trigger: object = {}) => ({
  name: 'words',
  event_type: 1,
  trigger_type: 1,
  enabled: true,
  trigger_metadata: { keyword_filter: ['cabbage'], ...trigger },
  ...fields,
})

/** A rule for the time of a test. */
async function withRule(body: object, run: (rule: AutoModerationRuleObject) => Promise<void>): Promise<void> {
  const made = await platform.app.api.post<AutoModerationRuleObject>(rules(), body)
  assert.equal(made.status, 200, JSON.stringify(made.body))
  try {
    await run(made.body)
  } finally {
    await platform.app.api.delete(`${rules()}/${made.body.id}`)
  }
}

interface ErrorList {
  _errors: { message: string }[]
}

const CONFIGURATION = 1 << 20
const EXECUTION = 1 << 21
const CONTENT = 1 << 15
async function session(application: keyof typeof world.applications, intents: number) {
  const gateway = await guildSession(platform[application], 1 | intents)
  return gateway
}

const entries = async (action: number) =>
  (await platform.app.api.get<AuditLogObject>(`${lab()}/audit-logs?action_type=${action}`)).body

describe('auto moderation', () => {
  test('a library creates, reads, edits and deletes a rule and receives its events', async () => {
    const client = new Client({ intents: [GatewayIntentBits.Guilds, CONFIGURATION], rest: { api: platform.api } })
    const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve))
    await client.login(platform.app.token)
    await ready
    await using watching = await session('app', CONFIGURATION)
    const stored = async () => (await platform.app.api.get<AutoModerationRuleObject>(`${rules()}/${rule.id}`)).body
    const guild = client.guilds.cache.first()
    assert.ok(guild)
    const created = new Promise((resolve) => client.once(Events.AutoModerationRuleCreate, resolve))
    const rule = await guild.autoModerationRules.create({
      name: 'Words',
      eventType: 1,
      triggerType: 1,
      triggerMetadata: { keywordFilter: ['cat*'], regexPatterns: ['(b|c)at'], allowList: ['catalogue'] },
      actions: [
        { type: 1, metadata: { customMessage: 'no cats' } },
        { type: 2, metadata: { channel: platform.lab.alerts.id } },
        { type: 3, metadata: { durationSeconds: 60 } },
      ],
      exemptRoles: [platform.lab.trusted.id],
      exemptChannels: [platform.lab.free.id],
    })
    await created
    assert.deepEqual((await watching.next('AUTO_MODERATION_RULE_CREATE')).d, await stored())
    assert.equal(rule.enabled, false, 'off unless told')
    assert.deepEqual(rule.triggerMetadata.keywordFilter, ['cat*'])
    assert.equal(rule.actions[0]?.metadata.customMessage, 'no cats')
    assert.equal(rule.actions[2]?.metadata.durationSeconds, 60)
    assert.equal(rule.creatorId, client.user?.id)
    const { features } = (await platform.app.api.get<{ features: string[] }>(lab())).body
    assert.ok(features.includes('AUTO_MODERATION'))
    const updated = new Promise((resolve) => client.once(Events.AutoModerationRuleUpdate, resolve))
    await rule.setEnabled(true, 'because')
    await updated
    const edited = await stored()
    assert.deepEqual((await watching.next('AUTO_MODERATION_RULE_UPDATE')).d, edited)
    assert.equal((await guild.autoModerationRules.fetch(rule.id)).enabled, true)
    assert.equal((await guild.autoModerationRules.fetch()).size, 1)
    const deleted = new Promise((resolve) => client.once(Events.AutoModerationRuleDelete, resolve))
    await rule.delete()
    await deleted
    assert.deepEqual((await watching.next('AUTO_MODERATION_RULE_DELETE')).d, edited)
    assert.equal((await platform.app.api.get(`${rules()}/${rule.id}`)).status, 404)
    for (const action of [140, 141, 142])
      assert.equal((await entries(action)).audit_log_entries[0]?.target_id, rule.id, String(action))
    assert.equal((await entries(141)).audit_log_entries[0]?.reason, 'because')
    const after = (await platform.app.api.get<{ features: string[] }>(lab())).body
    assert.ok(!after.features.includes('AUTO_MODERATION'))
    await client.destroy()
  })

  test('POST and PATCH rules reject invalid bodies and change nothing', async () => {
    const cases: [string, object][] = [
      ['no name', { ...keywords(), name: '' }],
      ['a retired trigger', keywords({ trigger_type: 2 })],
      ['another event', keywords({ event_type: 2 })],
      ['no words', keywords({}, { keyword_filter: [] })],
      ['a keyword of 61', keywords({}, { keyword_filter: ['x'.repeat(61)] })],
      ['1001 keywords', keywords({}, { keyword_filter: Array(1001).fill('x') })],
      ['11 patterns', keywords({}, { regex_patterns: Array(11).fill('x') })],
      ['a pattern of 261', keywords({}, { regex_patterns: ['x'.repeat(261)] })],
      ['no pattern', keywords({}, { regex_patterns: ['('] })],
      ['a pattern that looks ahead', keywords({}, { regex_patterns: ['(?=a)'] })],
      ['too large a pattern', keywords({}, { regex_patterns: ['[a-z]{1,1000}'] })],
      ['too large patterns together', keywords({}, { regex_patterns: Array(4).fill('[a-z]{1,140}') })],
      ['101 allowed words', keywords({}, { allow_list: Array(101).fill('x') })],
      ['a preset too high', { ...keywords(), trigger_type: 4, trigger_metadata: { presets: [4] } }],
      ['no preset', { ...keywords(), trigger_type: 4, trigger_metadata: {} }],
      ['51 mentions', { ...keywords(), trigger_type: 5, trigger_metadata: { mention_total_limit: 51 } }],
      ['an unknown role', keywords({ exempt_roles: ['1'] })],
      ['21 roles', keywords({ exempt_roles: Array.from({ length: 21 }, (_, index) => String(index)) })],
      ['an unknown channel', keywords({ exempt_channels: ['1'] })],
      ['no actions', keywords({ actions: [] })],
      ['an alert to nowhere', keywords({ actions: [{ type: 2, metadata: { channel_id: '1' } }] })],
      [
        'an alert to a category',
        keywords({ actions: [{ type: 2, metadata: { channel_id: platform.lab.things.id } }] }),
      ],
      ['an alert without a channel', keywords({ actions: [{ type: 2 }] })],
      ['a time-out of no time', keywords({ actions: [{ type: 3, metadata: {} }] })],
      ['a time-out of over four weeks', keywords({ actions: [{ type: 3, metadata: { duration_seconds: 2419201 } }] })],
      ['words of 151', keywords({ actions: [block('x'.repeat(151))] })],
      ['a message kept apart', keywords({ actions: [{ type: 4 }] })],
      ['an action twice', keywords({ actions: [block(), block()] })],
      ['a time-out for spam', { ...keywords(), trigger_type: 3, trigger_metadata: null, actions: [timeOut] }],
      ['a blocked profile', { ...keywords(), trigger_type: 6, event_type: 2, actions: [block()] }],
    ]
    for (const [name, body] of cases) {
      const answer = await platform.app.api.post<AutoModerationRuleObject>(rules(), body)
      assert.deepEqual([answer.status, answer.code], [400, 50035], name)
    }
    assert.deepEqual((await platform.app.api.get(rules())).body, [])
  })

  test('POST rules rejects more rules of a trigger type than the maximum', async () => {
    const made: string[] = []
    for (let count = 0; count < 6; count += 1)
      made.push((await platform.app.api.post<AutoModerationRuleObject>(rules(), keywords())).body.id)
    assert.equal((await platform.app.api.post(rules(), keywords())).code, 50035)
    const spam = { name: 'spam', event_type: 1, trigger_type: 3 }
    made.push((await platform.app.api.post<AutoModerationRuleObject>(rules(), spam)).body.id)
    assert.equal((await platform.app.api.post(rules(), spam)).code, 50035)
    assert.equal((await platform.app.api.get<AutoModerationRuleObject[]>(rules())).body.length, 7)
    for (const id of made) await platform.app.api.delete(`${rules()}/${id}`)
  })

  test('rules require MANAGE_GUILD, and MODERATE_MEMBERS for timeouts', async () => {
    assert.equal((await platform.bob.api.get(rules())).code, 50013)
    assert.equal((await platform.odd.api.get(rules())).code, 10004)
    assert.equal((await platform.mod.api.post(rules(), keywords({ actions: [timeOut] }))).code, 50013)
    const made = await platform.mod.api.post<AutoModerationRuleObject>(rules(), keywords())
    assert.equal(made.status, 200)
    const path = `${rules()}/${made.body.id}`
    assert.equal((await platform.mod.api.patch(path, { actions: [timeOut] })).code, 50013)
    assert.equal(
      (await platform.keeper.api.patch<AutoModerationRuleObject>(path, { actions: [timeOut] })).body.actions[0]?.type,
      3,
    )
    assert.equal(
      (await platform.mod.api.patch<AutoModerationRuleObject>(path, { name: 'other' })).body.actions[0]?.type,
      3,
      'what is there stays',
    )
    assert.equal((await platform.mod.api.patch(path, { trigger_type: 3 })).code, 50035)
    assert.equal((await platform.bob.api.delete(path)).code, 50013)
    await platform.mod.api.delete(path)
  })

  test('a blocked message is not created, and the rule’s other actions are carried out', async () => {
    const watching = await session('app', EXECUTION | CONTENT | (1 << 9) | (1 << 1))
    const blind = await session('blind', EXECUTION)
    const weak = await session('weak', EXECUTION | (1 << 9))
    await withRule(keywords({ actions: [block('eat it elsewhere'), alert(), timeOut] }), async (rule) => {
      const refused = await write('bob', 'I love Cabbage!')
      assert.deepEqual([refused.status, refused.code], [400, 200000])
      assert.equal((refused.errors?.content as ErrorList)._errors[0]?.message, 'eat it elsewhere')
      const blocked = await watching.next(dispatch('AUTO_MODERATION_ACTION_EXECUTION'))
      assert.deepEqual(blocked.d, {
        guild_id: platform.lab.id,
        action: { type: 1, metadata: { custom_message: 'eat it elsewhere' } },
        rule_id: rule.id,
        rule_trigger_type: 1,
        user_id: userId('bob'),
        channel_id: platform.lab.general.id,
        content: 'I love Cabbage!',
        matched_keyword: 'cabbage',
        matched_content: 'Cabbage',
      })
      // The alert is the first message: the blocked one was never stored.
      const message = await watching.next('MESSAGE_CREATE')
      assert.deepEqual([message.d.type, message.d.channel_id], [24, platform.lab.alerts.id])
      const [embed] = message.d.embeds
      assert.deepEqual([embed?.type, embed?.description], ['auto_moderation_message', 'I love Cabbage!'])
      assert.ok(embed?.fields?.some(({ name, value }) => name === 'rule_name' && value === 'words'))
      const alerted = await watching.next(dispatch('AUTO_MODERATION_ACTION_EXECUTION'))
      assert.equal(alerted.d.alert_system_message_id, message.d.id)
      const member = await watching.next('GUILD_MEMBER_UPDATE')
      assert.equal(Date.parse(String(member.d.communication_disabled_until)) > platform.clock.now(), true)
      assert.deepEqual([(await watching.next(dispatch('AUTO_MODERATION_ACTION_EXECUTION'))).d.action], [timeOut])
      const bare = await blind.next(dispatch('AUTO_MODERATION_ACTION_EXECUTION'))
      assert.deepEqual([bare.d.content, bare.d.matched_content, bare.d.matched_keyword], ['', '', 'cabbage'])
      assert.equal((await write('bob', 'sorry')).code, 50013, 'timed out')
      platform.clock.advance(60_000)
      assert.equal((await write('bob', 'sorry')).status, 200)
      for (const action of [143, 144, 145]) {
        const [entry] = (await entries(action)).audit_log_entries
        assert.deepEqual(
          [entry?.target_id, entry?.user_id, entry?.options],
          [
            userId('bob'),
            null,
            {
              auto_moderation_rule_name: 'words',
              auto_moderation_rule_trigger_type: '1',
              channel_id: platform.lab.general.id,
            },
          ],
          String(action),
        )
      }
      assert.deepEqual(
        (await entries(140)).auto_moderation_rules.map(({ id }) => id),
        [rule.id],
      )
    })
    const list = await platform.app.api.get<MessageObject[]>(`/channels/${platform.lab.general.id}/messages`)
    assert.ok(list.body.every(({ content }) => !String(content).includes('Cabbage')))
    const mark = await platform.app.api.post<MessageObject>(`/channels/${platform.lab.general.id}/messages`, {
      content: 'mark',
    })
    await weak.next(dispatch('MESSAGE_CREATE', { id: mark.body.id }))
    assert.equal(
      weak.frames.some(({ t }) => t === 'AUTO_MODERATION_ACTION_EXECUTION'),
      false,
    )
    for (const each of [watching, blind, weak]) await each.close()
  })

  test('a message that triggers a rule without blocking is sent, and the execution event has its id', async () => {
    const watching = await session('app', EXECUTION | CONTENT)
    await withRule(keywords({ actions: [alert()] }), async () => {
      const sent = await write('bob', 'cabbage soup')
      assert.equal(sent.status, 200)
      assert.equal((await watching.next('AUTO_MODERATION_ACTION_EXECUTION')).d.message_id, sent.body.id)
    })
    await watching.close()
  })

  test('bots, managers, exempt roles and channels, and disabled rules trigger nothing', async () => {
    const exempt = { exempt_roles: [platform.lab.trusted.id], exempt_channels: [platform.lab.things.id] }
    await withRule(keywords(exempt), async (rule) => {
      const say = 'cabbage'
      assert.equal((await write('bob', say)).code, 200000)
      assert.equal((await write('ann', say)).status, 200)
      assert.equal((await write('mod', say)).status, 200)
      assert.equal(
        (await platform.weak.api.post(`/channels/${platform.lab.general.id}/messages`, { content: say })).status,
        200,
      )
      assert.equal((await write('bob', say, 'free')).status, 200)
      await platform.app.api.put(`${lab()}/members/${userId('bob')}/roles/${platform.lab.trusted.id}`)
      assert.equal((await write('bob', say)).status, 200)
      await platform.app.api.delete(`${lab()}/members/${userId('bob')}/roles/${platform.lab.trusted.id}`)
      assert.equal((await write('bob', say)).code, 200000)
      await platform.app.api.patch(`${rules()}/${rule.id}`, { enabled: false })
      assert.equal((await write('bob', say)).status, 200)
    })
  })

  test('keywords and patterns block messages that the allow list does not cover', async () => {
    const trigger = {
      keyword_filter: ['cat*', '*dog'],
      regex_patterns: ['\\d{3}-\\d{3}'],
      allow_list: ['catalogue', 'hot*'],
    }
    await withRule(keywords({}, trigger), async () => {
      const cases = [
        ['a Catapult', false],
        ['a catalogue', true],
        ['a catalogue of cats', false],
        ['bulldog', false],
        ['hotdog', true],
        ['dogs', true],
        ['call 123-456', false],
        ['call 123 456', true],
      ] as const
      for (const [text, passes] of cases) assert.equal((await write('eve', text)).status, passes ? 200 : 400, text)
    })
  })

  test('edits, polls, forum posts and thread names are checked', async () => {
    await withRule(keywords(), async () => {
      const sent = await write('bob', 'soup')
      const path = `/channels/${platform.lab.general.id}/messages/${sent.body.id}`
      assert.equal((await platform.bob.api.patch(path, { content: 'cabbage soup' })).code, 200000)
      assert.equal((await platform.app.api.get<MessageObject>(path)).body.content, 'soup')
      assert.equal((await platform.bob.api.patch(path, { content: 'pea soup' })).status, 200)
      const poll = {
        question: { text: 'What?' },
        answers: [{ poll_media: { text: 'cabbage' } }, { poll_media: { text: 'peas' } }],
      }
      const asked = await platform.bob.api.post<MessageObject>(`/channels/${platform.lab.general.id}/messages`, {
        poll,
      })
      assert.equal(asked.code, 200000)
      const threads = `/channels/${platform.lab.forum.id}/threads`
      const post = (name: string, content: string) =>
        platform.bob.api.post<ChannelObject>(threads, { name, message: { content } })
      assert.equal((await post('cabbage', 'soup')).code, 200001)
      assert.equal((await post('soup', 'cabbage')).code, 200000)
      const thread = await post('soup', 'peas')
      assert.equal(thread.status, 201)
      assert.equal((await platform.bob.api.patch(`/channels/${thread.body.id}`, { name: 'cabbage' })).code, 200001)
      assert.equal((await platform.bob.api.post(`${path}/threads`, { name: 'cabbage' })).code, 200001)
      const active = await platform.app.api.get<ThreadListObject>(`${lab()}/threads/active`)
      assert.deepEqual(
        active.body.threads.map(({ name }) => name),
        ['soup'],
      )
    })
  })

  test('a preset rule blocks its keywords', async () => {
    const preset = { name: 'presets', event_type: 1, trigger_type: 4, enabled: true }
    await withRule({ ...preset, trigger_metadata: { presets: [1, 3], allow_list: ['damn*'] } }, async (rule) => {
      assert.deepEqual(rule.trigger_metadata, { presets: [1, 3], allow_list: ['damn*'] })
      assert.equal((await write('eve', 'what crap')).code, 200000)
      assert.equal((await write('eve', 'you idiot')).code, 200000)
      assert.equal((await write('eve', 'a nude statue')).status, 200, 'not chosen')
      assert.equal((await write('eve', 'damn it')).status, 200, 'allowed')
    })
  })

  test('a mention rule blocks messages with more mentions than its limit', async () => {
    const rule = { name: 'mentions', event_type: 1, trigger_type: 5, enabled: true }
    await withRule(
      { ...rule, trigger_metadata: { mention_total_limit: 2 }, actions: [block(), alert()] },
      async (made) => {
        assert.deepEqual(made.trigger_metadata, { mention_total_limit: 2, mention_raid_protection_enabled: false })
        const [one, two] = [`<@${userId('ann')}>`, `<@&${platform.lab.mods.id}>`]
        assert.equal((await write('eve', `${one} ${one} ${two}`)).status, 200, 'each counts once')
        assert.equal((await write('eve', `${one} ${two} <@${userId('zed')}>`)).code, 200000)
      },
    )
  })

  test('a mention raid is reported, and mentions are blocked until it ends', async () => {
    await platform.app.api.patch(lab(), { safety_alerts_channel_id: platform.lab.alerts.id })
    const watching = await session('app', CONTENT | (1 << 9))
    const trigger_metadata = { mention_total_limit: 50, mention_raid_protection_enabled: true }
    await withRule({ name: 'raid', event_type: 1, trigger_type: 5, enabled: true, trigger_metadata }, async () => {
      const many = Array.from({ length: 20 }, (_, index) => `<@${index + 1}>`).join(' ')
      assert.equal((await write('bob', many)).status, 200)
      assert.equal((await write('eve', many)).status, 200)
      assert.equal((await write('zed', '<@1>')).code, 200000)
      const told = await watching.next(dispatch('MESSAGE_CREATE', { channel_id: platform.lab.alerts.id }))
      assert.equal(told.d.embeds[0]?.type, 'auto_moderation_notification')
      const { incidents_data } = (await platform.app.api.get<GuildObject>(lab())).body
      assert.equal(typeof incidents_data?.raid_detected_at, 'string')
      assert.equal((await write('bob', 'hello <@1>')).code, 200000)
      assert.equal((await write('bob', 'hello')).status, 200)
      platform.clock.advance(600_000)
      assert.equal((await write('bob', 'hello <@1>')).status, 200)
    })
    await watching.close()
  })

  test('a spam rule blocks repeated messages', async () => {
    await withRule({ name: 'spam', event_type: 1, trigger_type: 3, enabled: true }, async (rule) => {
      assert.deepEqual(rule.trigger_metadata, {})
      for (let count = 0; count < 4; count += 1) assert.equal((await write('zed', 'buy this')).status, 200)
      assert.equal((await write('zed', 'buy this')).code, 200000)
      assert.equal((await write('eve', 'buy this')).status, 200)
      assert.equal((await write('eve', 'a'.repeat(200))).code, 200000)
    })
  })

  test('a profile rule quarantines a member until their name changes', async () => {
    const watching = await session('app', EXECUTION | CONTENT | (1 << 1))
    const profile = {
      name: 'names',
      event_type: 2,
      trigger_type: 6,
      enabled: true,
      trigger_metadata: { keyword_filter: ['*cabbage*', 'cab'] },
      actions: [{ type: 4 }, alert()],
    }
    await withRule(profile, async (rule) => {
      assert.deepEqual(rule.actions, [{ type: 4, metadata: {} }, alert()])
      const me = `${lab()}/members/@me`
      const flags = async (name: User) =>
        (await platform.app.api.get<{ flags: number; nick: string }>(`${lab()}/members/${userId(name)}`)).body.flags &
        (128 | 1024)
      const named = await platform.bob.api.patch<MemberObject>(me, { nick: 'Cabbagehead' })
      assert.deepEqual([named.body.nick, Number(named.body.flags) & 128], ['Cabbagehead', 128])
      const done = await watching.next('AUTO_MODERATION_ACTION_EXECUTION')
      assert.deepEqual(
        [done.d.rule_trigger_type, done.d.user_id, done.d.content, done.d.matched_content, 'channel_id' in done.d],
        [6, userId('bob'), 'Cabbagehead', 'Cabbage', false],
      )
      assert.equal((await write('bob', 'hello')).code, 50013)
      const [entry] = (await entries(146)).audit_log_entries
      assert.deepEqual([entry?.target_id, entry?.user_id], [userId('bob'), null])
      // Others could change the member's own name then; the member could not if it were evaluated alone.
      await platform.app.api.patch(`${lab()}/members/${userId('bob')}`, { nick: null })
      assert.equal((await platform.bob.api.patch('/users/@me', { global_name: 'Bob' })).status, 200)
      assert.equal(await flags('bob'), 0)
      assert.equal((await write('bob', 'hello')).status, 200)
      await platform.eve.api.patch('/users/@me', { global_name: 'Queen of cabbages' })
      assert.equal(await flags('eve'), 128)
      await platform.eve.api.patch('/users/@me', { global_name: null })
      assert.equal(await flags('eve'), 0)
      assert.equal((await platform.mod.api.patch(me, { nick: 'cabbage' })).status, 200)
      assert.equal(await flags('mod'), 0, 'managers are not held against it')
      await platform.odd.api.patch('/users/@me', { global_name: 'cabbage' })
      await platform.odd.api.post('/invites/lab')
      assert.equal(await flags('odd'), 128, 'when joining, too')
    })
    await watching.close()
  })

  test('a profile rule quarantines a member for their guild tag', async () => {
    await platform.ann.api.patch(`${lab()}/profile`, { tag: 'CAB' })
    const profile = {
      name: 'tags',
      event_type: 2,
      trigger_type: 6,
      enabled: true,
      trigger_metadata: { keyword_filter: ['cab'] },
    }
    await withRule(profile, async () => {
      const wear = (identity_enabled: boolean) =>
        platform.zed.api.put('/users/@me/clan', { identity_guild_id: platform.lab.id, identity_enabled })
      const flags = async () =>
        (await platform.app.api.get<{ flags: number }>(`${lab()}/members/${userId('zed')}`)).body.flags & (128 | 1024)
      await wear(true)
      assert.equal(await flags(), 1024)
      await wear(false)
      assert.equal(await flags(), 0)
    })
  })

  test('rules survive a reload of the guild view and are deleted with the guild', async () => {
    const made = await platform.bob.api.post<GuildObject>('/guilds', { name: 'mine' })
    const path = `/guilds/${made.body.id}`
    assert.equal((await platform.bob.api.post(`${path}/auto-moderation/rules`, keywords())).status, 200)
    assert.equal((await platform.bob.api.get<unknown[]>(`${path}/auto-moderation/rules`)).body.length, 1)
    assert.equal((await platform.bob.api.delete(path)).status, 204)
  })
})
