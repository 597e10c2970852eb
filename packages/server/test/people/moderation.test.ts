/** Operators moderate the instance: reports with evidence, raid mode, and blocked words, links and files. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import { Intent, type MessageObject } from '@guildhall/protocol'
import { api, multipart, RawGateway } from '@guildhall/testing'
import { guildhallTest } from '../support/fixture.ts'
import { until } from '../support/until.ts'

const mails = await mkdtemp(join(tmpdir(), 'guildhall-moderation-'))
after(() => rm(mails, { recursive: true }))

const world = {
  users: { ann: {}, bob: {}, cat: {}, dan: {}, eve: {}, mod: {}, out: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'cat', 'dan', 'eve'],
      bots: { app: { permissions: '8' } },
      channels: { general: {}, posts: { type: 15 } },
    },
  },
}
type Name = keyof typeof world.users

const test = guildhallTest({
  world,
  settings: { operator_second_factor: false, mail_from: 'hall@chat.example' },
  mailDir: mails,
})
const { platform } = test
const operator = () => api(platform.api, `Bearer ${platform.control.key}`)
const general = () => `/channels/${platform.lab.general.id}/messages`
const say = async (who: Name, content: string, to = general()) => {
  const sent = await platform[who].api.post<MessageObject>(to, { content })
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  return sent.body
}

interface Report {
  id: string
  state: string
  kind: string
  count: number
  target: Record<'user_id' | 'guild_id' | 'channel_id' | 'message_id', string | null>
  reasons: { reason: number; text: string | null; at: string }[]
  evidence?: { message: MessageObject; before: MessageObject[]; after: MessageObject[] } | null
  resolved_by: string | null
  note: string | null
}
const report = (who: Name, body: object) =>
  platform[who].api.post<{ id: string; errors?: Record<string, object> }>('/report', { reason: 1, ...body })
const ofMessage = ({ channel_id, id }: MessageObject) => ({ channel_id, message_id: id })
const entry = async (id: string) => (await operator().get<Report>(`/admin/reports/${id}`)).body
const resolve = (id: string, body: object) => operator().post<Report>(`/admin/reports/${id}/resolve`, body)
const openReports = async () => (await operator().get<{ reports_open: number }>('/admin/overview')).body.reports_open

describe('reports', () => {
  test('an entry keeps the message and those around it as they were, and nobody learns who reported', async () => {
    for (let n = 1; n <= 7; n += 1) await say('cat', `before ${n}`)
    const form = multipart({ content: 'the bad one' }, [{ name: 'a.txt', data: 'evidence' }])
    const bad = (await platform.bob.api.post<MessageObject>(general(), form)).body
    await say('cat', 'after 1')
    const target = ofMessage(bad)
    const reasons = await platform.cat.api.get<{ reason: number; label: string; description: string }[]>(
      `/report?channel_id=${bad.channel_id}&message_id=${bad.id}`,
    )
    assert.ok(reasons.body.length > 3 && reasons.body.every(({ label, description }) => label && description))
    const first = await report('cat', { ...target, reason: 2, text: 'rude' })
    assert.equal(first.status, 201, JSON.stringify(first.body))
    const { id } = first.body
    assert.equal((await report('cat', { ...target, reason: 3 })).body.id, id, 'a second report changes nothing')
    await report('dan', { ...target, reason: 1, text: null })
    await platform.bob.api.patch(`${general()}/${bad.id}`, { content: 'harmless', attachments: [] })
    await platform.bob.api.delete(`${general()}/${bad.id}`)
    const found = await entry(id)
    assert.deepEqual([found.state, found.kind, found.count, found.resolved_by], ['open', 'message', 2, null])
    assert.deepEqual(found.target, {
      user_id: platform.bob.id,
      guild_id: platform.lab.id,
      channel_id: bad.channel_id,
      message_id: bad.id,
    })
    assert.deepEqual(
      found.reasons.map(({ reason, text }) => [reason, text]),
      [
        [2, 'rude'],
        [1, null],
      ],
    )
    const { message, before, after: later } = found.evidence ?? assert.fail('no evidence')
    assert.deepEqual([message.content, message.author.id], ['the bad one', platform.bob.id])
    assert.deepEqual(
      before.map(({ content }) => content),
      [3, 4, 5, 6, 7].map((n) => `before ${n}`),
    )
    assert.deepEqual(
      later.map(({ content }) => content),
      ['after 1'],
    )
    const file = await fetch(message.attachments[0]?.url ?? '')
    assert.equal(await file.text(), 'evidence', 'the file stays although the message is deleted')
    const listed = (await operator().get<Report[]>('/admin/reports?state=open')).body.find((one) => one.id === id)
    assert.ok(listed && !('evidence' in listed))
    for (const reporter of ['cat', 'dan'] as const)
      assert.equal(JSON.stringify({ ...found, evidence: null }).includes(platform[reporter].id), false)
    const account = await operator().get<{ reports: number }>(`/admin/users/${platform.bob.id}`)
    assert.equal(account.body.reports, 1)
    assert.equal((await resolve(id, { action: 'dismiss' })).body.state, 'dismissed')
  })

  test('POST /report rejects hidden subjects as unknown, and reports of oneself', async () => {
    const bad = await say('bob', 'hello')
    const strangers = [
      await report('out', ofMessage(bad)),
      await report('out', { user_id: platform.bob.id }),
      await report('out', { guild_id: platform.lab.id }),
      await report('cat', { ...ofMessage(bad), message_id: '1' }),
      await report('cat', { user_id: '1' }),
      await platform.out.api.get(`/report?user_id=${platform.bob.id}`),
    ]
    assert.deepEqual(
      strangers.map(({ status, code }) => [status, code]),
      strangers.map(() => [404, 10008]),
    )
    const own = [await report('bob', ofMessage(bad)), await report('bob', { user_id: platform.bob.id })]
    assert.deepEqual(
      own.map(({ code, body }) => [code, Object.keys(body.errors ?? {})]),
      [
        [50035, ['message_id']],
        [50035, ['user_id']],
      ],
    )
    for (const [body, field] of [
      [{ ...ofMessage(bad), reason: 99 }, 'reason'],
      [{ channel_id: bad.channel_id }, 'message_id'],
      [{}, 'message_id'],
      [{ user_id: platform.bob.id, text: 'x'.repeat(1_001) }, 'text'],
    ] as const) {
      const refused = await report('cat', body)
      assert.deepEqual([refused.code, Object.keys(refused.body.errors ?? {})], [50035, [field]])
    }
    assert.equal((await api(platform.api).post('/report', { ...ofMessage(bad), reason: 1 })).status, 401)
    assert.equal((await platform.app.api.post('/report', { ...ofMessage(bad), reason: 1 })).status, 403)
    assert.equal(await openReports(), 0)
    assert.equal((await platform.bob.api.get('/admin/reports')).code, 50013)
  })

  test('one person reports ten things an hour', async () => {
    const messages = []
    for (let n = 0; n < 11; n += 1) messages.push(await say('dan', `spam ${n}`))
    const all = await Promise.all(messages.map((message) => report('eve', ofMessage(message))))
    assert.equal(all.filter(({ status }) => status === 201).length, 10)
    const refused = all.find(({ status }) => status !== 201)
    assert.equal(refused?.status, 429)
    await platform.clock.forward('1 hour')
    const late = messages[all.findIndex(({ status }) => status !== 201)] ?? assert.fail()
    assert.equal((await report('eve', ofMessage(late))).status, 201)
    const at = await openReports()
    for (const { id } of (await operator().get<Report[]>('/admin/reports?state=open')).body)
      await resolve(id, { action: 'dismiss' })
    assert.deepEqual([at, await openReports()], [11, 0])
  })

  test('ten people report one message at once: one entry', async () => {
    const bad = await say('bob', 'spam for all')
    const all = await Promise.all(
      (['ann', 'cat', 'dan', 'eve', 'ann', 'cat', 'dan', 'ann', 'cat', 'dan'] as const).map((who) =>
        report(who, ofMessage(bad)),
      ),
    )
    assert.equal(new Set(all.map(({ body }) => body.id)).size, 1)
    assert.equal((await entry(all[0]?.body.id ?? '')).count, 4)
    await resolve(all[0]?.body.id ?? '', { action: 'dismiss' })
  })

  test('remove deletes the message for everybody, and the audit log names no user', async () => {
    const bad = await say('bob', 'remove me')
    const gateway = await RawGateway.connect(platform.gateway)
    await gateway.identify({ token: `Bot ${platform.app.token}`, intents: Intent.GUILDS | Intent.GUILD_MESSAGES })
    const { id } = (await report('cat', ofMessage(bad))).body
    const removed = await resolve(id, { action: 'remove', note: 'against the rules' })
    assert.deepEqual([removed.status, removed.body.state, removed.body.resolved_by], [200, 'removed', 'key'])
    assert.equal((await gateway.next('MESSAGE_DELETE')).d.id, bad.id)
    assert.equal((await platform.cat.api.get(`${general()}/${bad.id}`)).code, 10008)
    const log = await platform.ann.api.get<{ audit_log_entries: { action_type: number; user_id: string | null }[] }>(
      `/guilds/${platform.lab.id}/audit-logs?limit=1`,
    )
    assert.deepEqual(
      log.body.audit_log_entries.map(({ action_type, user_id }) => [action_type, user_id]),
      [[72, null]],
    )
    const again = await resolve(id, { action: 'dismiss' })
    assert.deepEqual([again.code, (await entry(id)).state], [50035, 'removed'])
    assert.equal((await entry(id)).evidence?.message.content, 'remove me')
    const logged = await operator().get<{ action: string; target: string; reason: string }[]>('/admin/log?limit=1')
    assert.deepEqual(
      logged.body.map(({ action, target, reason }) => [action, target, reason]),
      [['report', id, 'against the rules']],
    )
    gateway.close()
  })

  test('a report about a person or a guild has no message to remove; suspend bans for a time', async () => {
    const person = (await report('cat', { user_id: platform.eve.id, reason: 9, text: 'not eve' })).body.id
    const guild = (await report('cat', { guild_id: platform.lab.id })).body.id
    assert.deepEqual([(await entry(person)).evidence, (await entry(guild)).target.guild_id], [null, platform.lab.id])
    for (const [id, action] of [
      [person, 'remove'],
      [guild, 'remove'],
      [guild, 'suspend'],
    ] as const)
      assert.equal((await resolve(id, { action })).code, 50035)
    assert.equal((await resolve(person, { action: 'suspend', duration_seconds: 3_600 })).body.state, 'suspended')
    assert.equal((await platform.eve.api.get('/users/@me')).status, 401)
    await operator().delete(`/admin/users/${platform.eve.id}/ban`)
    await resolve(guild, { action: 'dismiss' })
    assert.equal((await operator().get('/admin/reports/1')).status, 404)
  })

  test('operators get a mail an hour, and evidence goes with the days of the settings', async () => {
    await operator().patch(`/admin/users/${platform.mod.id}`, {
      role: 'moderator',
      email: 'mod@chat.example',
      verified: true,
    })
    const mailsToMod = async () => {
      // A mail that is being written has another name.
      const names = (await readdir(mails)).filter((name) => name.endsWith('.eml'))
      const texts = await Promise.all(names.map((name) => readFile(join(mails, name), 'utf8')))
      return texts.filter((text) => text.includes('To: mod@chat.example'))
    }
    await platform.clock.forward('2 hours')
    const form = multipart({ content: 'bad' }, [{ name: 'a.txt', data: 'x' }])
    const bad = (await platform.bob.api.post<MessageObject>(general(), form)).body
    const { id } = (await report('cat', ofMessage(bad))).body
    await until('the first mail', async () => (await mailsToMod()).length === 1)
    await report('dan', ofMessage(await say('bob', 'worse')))
    await report('dan', ofMessage(await say('bob', 'worst')))
    await platform.clock.forward('1 hour')
    await until('the second mail', async () => (await mailsToMod()).length === 2)
    const [one, two] = (await mailsToMod()).map((text) => text.includes('2 new reports'))
    assert.notEqual(one, two)
    assert.equal((await platform.mod.api.get<Report[]>('/admin/reports?state=open')).body.length, 3)
    const url = (await entry(id)).evidence?.message.attachments[0]?.url ?? ''
    assert.equal(
      (await platform.mod.api.post<Report>(`/admin/reports/${id}/resolve`, { action: 'remove' })).status,
      200,
    )
    assert.equal((await entry(id)).resolved_by, platform.mod.id)
    await platform.clock.forward('89 days')
    assert.equal((await entry(id)).evidence?.message.content, 'bad')
    await platform.clock.forward('1 day')
    await until('the end', async () => (await operator().get(`/admin/reports/${id}`)).status === 404)
    const path = new URL(url).pathname
    await until('the file is removed', async () => (await fetch(`${platform.url}${path}`)).status !== 200)
    for (const left of (await operator().get<Report[]>('/admin/reports?state=open')).body)
      await resolve(left.id, { action: 'dismiss' })
  })
})

describe('raid mode', () => {
  test('restricts accounts of the last day, pauses invites, closes registration, and ends by itself', async () => {
    await operator().patch('/admin/settings', { registration: 'open', registration_challenge: false })
    const fresh = async (username: string) => {
      const made = await api(platform.api).post<{ token: string; user_id: string }>('/auth/register', {
        username,
        password: 'correct horse battery',
      })
      assert.equal(made.status, 201, JSON.stringify(made.body))
      return { id: made.body.user_id, api: api(platform.api, made.body.token) }
    }
    const invite = await platform.ann.api.post<{ code: string }>(`/channels/${platform.lab.general.id}/invites`, {})
    const [young, late, staff] = [await fresh('young'), await fresh('late'), await fresh('staff')]
    for (const who of [young, staff]) assert.equal((await who.api.post(`/invites/${invite.body.code}`, {})).status, 200)
    await operator().patch(`/admin/users/${staff.id}`, { role: 'moderator' })
    const post = (who: { api: typeof young.api }, body: unknown, to = general()) => who.api.post(to, body)
    assert.equal((await post(young, { content: 'https://x.example before' })).status, 200)

    assert.equal((await young.api.post('/admin/raid', { active: true })).code, 50013)
    const on = await staff.api.post<{ active: boolean; raid: { until: string } }>('/admin/raid', { active: true })
    assert.equal(on.status, 200, JSON.stringify(on.body))
    const overview = await operator().get<{ raid: { until: string } | null }>('/admin/overview')
    assert.deepEqual(overview.body.raid, on.body.raid)
    assert.equal((await api(platform.api).get<{ mode: string }>('/auth/registration')).body.mode, 'closed')
    const closed = await api(platform.api).post('/auth/register', {
      username: 'more',
      password: 'correct horse battery',
    })
    assert.equal(closed.status, 403)
    const paused = await late.api.post(`/invites/${invite.body.code}`, {})
    assert.equal(paused.code, 40008)

    const file = multipart({ content: 'x' }, [{ name: 'a.txt', data: 'x' }])
    const dm = await young.api.post<{ id: string }>('/users/@me/channels', { recipient_id: platform.bob.id })
    for (const refused of [
      await post(young, file),
      await post(young, { content: 'see https://x.example' }),
      await post(young, { content: 'psst' }, `/channels/${dm.body.id}/messages`),
    ])
      assert.deepEqual([refused.status, refused.code], [403, 50013])
    const ten = await Promise.all(Array.from({ length: 10 }, (_, n) => post(young, { content: `${n}` })))
    assert.deepEqual(ten.map(({ status, code }) => [status, code]).filter(([status]) => status !== 200).length, 9)
    const slow = ten.find(({ status }) => status !== 200)
    assert.deepEqual([slow?.status, slow?.code], [429, 20016])
    const sent = ten.find(({ status }) => status === 200)?.body as MessageObject
    const edited = await young.api.patch(`${general()}/${sent.id}`, { content: 'https://x.example' })
    assert.equal(edited.code, 50013)
    await platform.clock.forward('10 seconds')
    assert.equal((await post(young, { content: 'calm again' })).status, 200)
    for (const who of [staff, platform.bob, platform.app])
      assert.equal((await post(who, { content: 'https://x.example' })).status, 200)

    await platform.clock.forward('1 hour')
    assert.equal((await operator().get<{ raid: object | null }>('/admin/overview')).body.raid, null)
    assert.equal((await post(young, { content: 'https://x.example' })).status, 200)
    assert.equal((await late.api.post(`/invites/${invite.body.code}`, {})).status, 200)
    const log = await operator().get<{ action: string; actor: { user_id: string } }[]>('/admin/log?action=raid')
    assert.deepEqual(
      log.body.map(({ actor }) => actor.user_id),
      [staff.id],
    )
    await operator().post('/admin/raid', { active: true, minutes: 5 })
    const off = await operator().post<{ active: boolean; raid: null }>('/admin/raid', { active: false })
    assert.deepEqual(off.body, { active: false, raid: null })
    assert.equal((await post(young, { content: 'https://x.example' })).status, 200)
    assert.equal((await operator().post('/admin/raid', { active: true, minutes: 0 })).code, 50035)
  })
})

describe('blocks', () => {
  const block = (kind: string, value: string) => operator().post<{ id: string }>('/admin/blocks', { kind, value })

  test('a blocked word and link are refused in messages, edits, posts, DMs and webhooks, of everybody', async () => {
    const mine = await say('bob', 'fine')
    const word = await block('word', 'Badword')
    const link = await block('link', 'evil.example')
    assert.deepEqual([word.status, link.status], [201, 201])
    const dm = await platform.bob.api.post<{ id: string }>('/users/@me/channels', { recipient_id: platform.ann.id })
    const hook = await platform.ann.api.post<{ id: string; token: string }>(
      `/channels/${platform.lab.general.id}/webhooks`,
      { name: 'hook' },
    )
    const post = (content: string) => ({ name: 'a post', message: { content } })
    const forum = `/channels/${platform.lab.posts.id}/threads`
    const before = (await platform.ann.api.get<MessageObject[]>(`${general()}?limit=1`)).body[0]?.id
    for (const refused of [
      await platform.bob.api.post(general(), { content: 'a BADWORD!' }),
      await platform.ann.api.post(general(), { content: 'https://deep.evil.example/x' }),
      await platform.app.api.post(general(), { embeds: [{ title: 'x', url: 'https://evil.example' }] }),
      await platform.bob.api.patch(`${general()}/${mine.id}`, { content: 'badword' }),
      await platform.bob.api.post(forum, post('badword')),
      await platform.bob.api.post(`/channels/${dm.body.id}/messages`, { content: 'badword' }),
      await api(platform.api).post(`/webhooks/${hook.body.id}/${hook.body.token}`, { content: 'badword' }),
    ])
      assert.deepEqual([refused.status, refused.code], [400, 200000], JSON.stringify(refused.body))
    const titled = await platform.bob.api.post(forum, { ...post('fine'), name: 'badword' })
    assert.deepEqual([titled.status, titled.code], [400, 200001])
    const newest = (await platform.ann.api.get<MessageObject[]>(`${general()}?limit=1`)).body[0]
    assert.deepEqual([newest?.id, newest?.content], [before, newest?.content], 'a refusal changes nothing')
    await say('bob', 'badwords are another word, notevil.example another domain')
    assert.equal((await block('word', 'badword')).code, 50035)
    for (const { body } of [word, link]) assert.equal((await operator().delete(`/admin/blocks/${body.id}`)).status, 204)
    await say('bob', 'a badword and https://evil.example')
    const log =
      await operator().get<{ changes: { key: string; old: unknown; new: unknown }[] }[]>('/admin/log?action=block')
    assert.equal(log.body.length, 4)
  })

  test('a blocked file is refused, also under another name', async () => {
    const data = 'a forbidden file'
    const hash = createHash('sha256').update(data).digest('hex')
    const { body } = await block('file_sha256', hash.toUpperCase())
    const refused = await platform.bob.api.post(general(), multipart({}, [{ name: 'b.png', data }]))
    assert.deepEqual([refused.status, refused.code], [400, 50035])
    assert.equal((await platform.bob.api.post(general(), multipart({}, [{ name: 'b', data: 'other' }]))).status, 200)
    await operator().delete(`/admin/blocks/${body.id}`)
    assert.equal((await platform.bob.api.post(general(), multipart({}, [{ name: 'b', data }]))).status, 200)
  })

  test('faulty values are refused at value', async () => {
    for (const [kind, value] of [
      ['word', '!!!'],
      ['link', 'no domain'],
      ['file_sha256', 'abc'],
      ['network', 'x'],
      ['mail_domain', 'x'],
    ] as const) {
      const refused = await operator().post<{ errors: object }>('/admin/blocks', { kind, value })
      assert.deepEqual([refused.code, Object.keys(refused.body.errors)], [50035, ['value']], kind)
    }
    assert.equal((await platform.bob.api.post('/admin/blocks', { kind: 'word', value: 'x' })).code, 50013)
  })
})
