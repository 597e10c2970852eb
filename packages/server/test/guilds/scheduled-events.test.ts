/** Scheduled events: who makes, sees and changes them, and who comes. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type AuditLogEntryObject,
  Intent,
  type InviteObject,
  instant,
  type ScheduledEventObject,
} from '@guildhall/protocol'
import type { Answer } from '@guildhall/testing'
import {
  Client,
  Events,
  GatewayIntentBits,
  GuildScheduledEventEntityType,
  GuildScheduledEventPrivacyLevel,
} from 'discord.js'
import { type Lab, named, startLab } from '../support/gateway-lab.ts'
import { eventsOf, eventsWorld, HOUR } from '../support/scheduled-events.ts'

const INTENTS = Intent.GUILDS | Intent.GUILD_VOICE_STATES | Intent.GUILD_SCHEDULED_EVENTS | Intent.GUILD_MODERATION
const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let lab: Lab
const { root, now, iso, same, external, inVoice, made, one, listed, updated, marker, faultsAt } = eventsOf(() => lab)

describe('scheduled events', () => {
  before(async () => {
    lab = await startLab({ world: eventsWorld })
  })
  after(() => lab.platform.close())

  test('[PRM-6] creating an event gives the response, the dispatch, the audit entry and the image on the CDN', async () => {
    const watcher = await lab.session('plain', { intents: INTENTS })
    await watcher.next('GUILD_CREATE')
    const body = external({ description: 'bring bread', image: PNG })
    const answer = await lab.bot('maker').post<ScheduledEventObject>(root(), body, { 'x-audit-log-reason': 'sun' })
    assert.equal(answer.status, 200)
    const event = answer.body
    const { id, image, creator, ...rest } = event
    assert.equal(creator?.id, lab.userId('maker'))
    same(event.scheduled_start_time, Date.parse(body.scheduled_start_time))
    assert.deepEqual(
      { ...rest, scheduled_start_time: 0, scheduled_end_time: 0 },
      {
        guild_id: lab.guildId('lab'),
        channel_id: null,
        creator_id: lab.userId('maker'),
        name: 'Picnic',
        description: 'bring bread',
        scheduled_start_time: 0,
        scheduled_end_time: 0,
        privacy_level: 2,
        status: 1,
        entity_type: 3,
        entity_id: null,
        entity_metadata: { location: 'the park' },
        recurrence_rule: null,
        guild_scheduled_event_exceptions: [],
      },
    )
    const told = (await watcher.next('GUILD_SCHEDULED_EVENT_CREATE')).d
    const { creator: _, ...bare } = event
    assert.deepEqual(told, bare)
    const cover = await fetch(`${lab.platform.cdn}/guild-events/${id}/${image}.png?size=512`)
    assert.deepEqual([cover.status, cover.headers.get('content-type')], [200, 'image/png'])
    type Log = { audit_log_entries: AuditLogEntryObject[]; guild_scheduled_events: ScheduledEventObject[] }
    const log = (await lab.person('ann').get<Log>(`/guilds/${lab.guildId('lab')}/audit-logs?action_type=100`)).body
    const [entry] = log.audit_log_entries
    assert.deepEqual([entry?.target_id, entry?.reason, entry?.user_id], [id, 'sun', lab.userId('maker')])
    const keys = (entry?.changes ?? []).map(({ key }) => key)
    for (const key of ['name', 'location', 'status', 'entity_type', 'privacy_level', 'image_hash'])
      assert.ok(keys.includes(key))
    assert.deepEqual(
      log.guild_scheduled_events.map((one) => one.id),
      [id],
    )
    await watcher.close()
  })

  test('[PRM-5] [PRM-6] [PRM-7] callers without the permission cannot create, change or delete events', async () => {
    const count = (await listed(lab.person('ann'))).length
    const refused = (answer: Answer<unknown>) => assert.deepEqual([answer.status, answer.code], [403, 50013])
    refused(await lab.bot('plain').post<ScheduledEventObject>(root(), external()))
    refused(await lab.bot('manager').post<ScheduledEventObject>(root(), external()))
    // A stage takes more than the permission for events; so does a channel that one may not join.
    refused(await lab.bot('maker').post<ScheduledEventObject>(root(), inVoice('hall', { entity_type: 1 })))
    refused(await lab.bot('maker').post<ScheduledEventObject>(root(), inVoice('locked')))
    assert.equal((await listed(lab.person('ann'))).length, count)

    const event = await made(lab.person('host'), external())
    refused(await lab.bot('maker').patch<ScheduledEventObject>(one(event), { name: 'x' }))
    refused(await lab.bot('maker').delete<ScheduledEventObject>(one(event)))
    refused(await lab.person('bob').patch<ScheduledEventObject>(one(event), { status: 4 }))
    assert.equal((await lab.person('host').patch<ScheduledEventObject>(one(event), { name: 'mine' })).body.name, 'mine')
    assert.equal((await lab.bot('manager').patch<ScheduledEventObject>(one(event), { name: 'x' })).body.name, 'x')
    assert.equal((await lab.person('mod').delete(one(event))).status, 204)
    const gone = await lab.person('ann').get<ScheduledEventObject>(one(event))
    assert.deepEqual([gone.status, gone.code], [404, 10070])
    // A member who is timed out, and somebody who is none.
    const until = iso(now() + HOUR)
    const bot = `/guilds/${lab.guildId('lab')}/members/${lab.userId('host')}`
    assert.equal((await lab.person('ann').patch(bot, { communication_disabled_until: until })).status, 200)
    refused(await lab.person('host').post<ScheduledEventObject>(root(), external()))
    assert.equal((await lab.person('ann').patch(bot, { communication_disabled_until: null })).status, 200)
    assert.equal((await lab.person('eve').get(root())).code, 10004)
    assert.equal((await lab.person('eve').post(root(), external())).code, 10004)
  })

  test('[PRM-6] [PRM-7] MANAGE_EVENTS suffices for creating events until 23 February 2026', async () => {
    await using old = await startLab({ world: eventsWorld, date: instant('2026-02-22T23:50:00Z') })
    const at = old.platform.clock.now()
    const body = { ...external(), scheduled_start_time: iso(at + HOUR), scheduled_end_time: iso(at + 2 * HOUR) }
    const path = `/guilds/${old.guildId('lab')}/scheduled-events`
    assert.equal((await old.bot('manager').post(path, body)).status, 200)
    old.platform.clock.advance(10 * 60_000)
    assert.equal((await old.bot('manager').post(path, body)).code, 50013)
    assert.equal((await old.bot('maker').post(path, body)).status, 200)
  })

  test('an event is hidden from users who cannot view its channel', async () => {
    const plain = await lab.session('plain', { intents: INTENTS })
    await plain.next('GUILD_CREATE')
    const deaf = await lab.session('app', { intents: Intent.GUILDS })
    await deaf.next('GUILD_CREATE')
    let event: ScheduledEventObject = {} as ScheduledEventObject
    await plain.none(
      'GUILD_SCHEDULED_EVENT_CREATE',
      async () => {
        event = await made(lab.person('ann'), inVoice('secret'))
      },
      marker(),
    )
    for (const path of [one(event), one(event, '/users'), one(event, '/users/counts')])
      assert.equal((await lab.bot('plain').get(path)).code, 10070, path)
    assert.equal((await lab.person('bob').put(one(event, '/users/@me'))).code, 10070)
    assert.equal((await lab.person('mod').patch(one(event), { name: 'x' })).code, 10070)
    assert.ok(!(await listed(lab.bot('plain'))).includes(event.id))
    assert.ok((await listed(lab.bot('app'))).includes(event.id))
    assert.equal((await lab.person('host').post(root(), inVoice('secret'))).code, 50001)

    const created = async (bot: string) => {
      const session = await lab.session(bot, { intents: INTENTS })
      const { d } = await session.next('GUILD_CREATE')
      await session.close()
      return d.guild_scheduled_events.map(({ id }) => id)
    }
    assert.ok((await created('app')).includes(event.id))
    assert.ok(!(await created('plain')).includes(event.id))

    // Into a channel that is seen, and back: as if it came and went.
    const lounge = lab.channelId('lab', 'lounge')
    assert.equal((await lab.person('ann').patch(one(event), { channel_id: lounge })).status, 200)
    assert.equal((await updated(plain, event)).channel_id, lounge)
    assert.equal(
      (await lab.person('ann').patch(one(event), { channel_id: lab.channelId('lab', 'secret') })).status,
      200,
    )
    assert.equal((await plain.next('GUILD_SCHEDULED_EVENT_DELETE')).d.channel_id, lounge)
    await deaf.none(
      (frame) => `${frame.t}`.startsWith('GUILD_SCHEDULED'),
      async () => undefined,
      marker(),
    )
    await plain.close()
    await deaf.close()
    await lab.person('ann').delete(one(event))
  })

  test('invalid fields of an event are rejected by field', async () => {
    const ann = lab.person('ann')
    const cases: [object, string][] = [
      [external({ name: '' }), 'name'],
      [external({ name: 'x'.repeat(101) }), 'name'],
      [external({ description: 'x'.repeat(1001) }), 'description'],
      [external({ privacy_level: 1 }), 'privacy_level'],
      [external({ entity_type: 4 }), 'entity_type'],
      [external({ entity_metadata: undefined }), 'entity_metadata'],
      [external({ entity_metadata: { location: '' } }), 'entity_metadata'],
      [external({ entity_metadata: { location: 'x'.repeat(101) } }), 'entity_metadata'],
      [external({ scheduled_end_time: undefined }), 'scheduled_end_time'],
      [external({ scheduled_end_time: iso(now() + HOUR - 1000) }), 'scheduled_end_time'],
      [external({ scheduled_start_time: iso(now() - 1000) }), 'scheduled_start_time'],
      [external({ scheduled_start_time: 'soon' }), 'scheduled_start_time'],
      [external({ channel_id: lab.channelId('lab', 'lounge') }), 'channel_id'],
      [external({ image: 'data:image/png;base64,AAAA' }), 'image'],
      [external({ recurrence_rule: { start: iso(now() + HOUR), frequency: 3, interval: 2 } }), 'recurrence_rule'],
      [external({ recurrence_rule: { start: iso(now() + HOUR), frequency: 2, count: 3 } }), 'recurrence_rule'],
      [external({ recurrence_rule: { frequency: 9, start: iso(now() + HOUR) } }), 'recurrence_rule'],
      [inVoice('lounge', { channel_id: null }), 'channel_id'],
    ]
    const count = (await listed(ann)).length
    for (const [body, field] of cases) faultsAt(await ann.post<ScheduledEventObject>(root(), body), field)
    assert.equal((await ann.post(root(), inVoice('general'))).code, 50024)
    assert.equal((await ann.post(root(), inVoice('hall'))).code, 50024)
    assert.equal((await ann.post(root(), inVoice('lounge', { channel_id: '1' }))).code, 10003)
    assert.equal((await ann.post(root(), inVoice('lounge', { channel_id: lab.channelId('den', 'hall') }))).code, 10003)
    assert.equal((await listed(ann)).length, count)
    const voice = await made(ann, inVoice('lounge', { entity_metadata: { location: 'nowhere' } }))
    assert.equal(voice.entity_metadata, null)
    faultsAt(await ann.patch<ScheduledEventObject>(one(voice), { entity_type: 3 }), 'channel_id')
    const moved = {
      entity_type: 3,
      channel_id: null,
      entity_metadata: { location: 'roof' },
      scheduled_end_time: iso(now() + 3 * HOUR),
    }
    const outside = (await ann.patch<ScheduledEventObject>(one(voice), moved)).body
    assert.deepEqual([outside.channel_id, outside.entity_metadata], [null, { location: 'roof' }])
    await ann.delete(one(voice))
  })

  test('a status changes from scheduled to active to completed, or to cancelled, and never after that', async () => {
    const ann = lab.person('ann')
    const event = await made(ann, inVoice('spare'))
    faultsAt(await ann.patch<ScheduledEventObject>(one(event), { status: 3 }), 'status')
    assert.equal((await ann.patch<ScheduledEventObject>(one(event), { status: 2 })).body.status, 2)
    faultsAt(await ann.patch<ScheduledEventObject>(one(event), { status: 1 }), 'status')
    faultsAt(await ann.patch<ScheduledEventObject>(one(event), { status: 4 }), 'status')
    faultsAt(
      await ann.patch<ScheduledEventObject>(one(event), { scheduled_start_time: iso(now() + 9 * HOUR) }),
      'scheduled_start_time',
    )
    assert.equal((await ann.patch<ScheduledEventObject>(one(event), { name: 'Talk on' })).body.name, 'Talk on')
    assert.equal((await ann.patch<ScheduledEventObject>(one(event), { status: 3 })).body.status, 3)
    assert.equal((await ann.patch(one(event), { name: 'late' })).code, 180000)
    assert.equal((await lab.person('bob').put(one(event, '/users/@me'))).code, 180000)
    // Get returns it, but no list does. It is deleted together with its entries in the audit log.
    lab.platform.clock.advance(44 * 24 * HOUR)
    assert.equal((await ann.get<ScheduledEventObject>(one(event))).body.status, 3)
    assert.ok(!(await listed(ann)).includes(event.id))
    const other = await made(ann, external())
    assert.equal((await ann.patch<ScheduledEventObject>(one(other), { status: 4 })).body.status, 4)
    assert.equal((await ann.patch(one(other), { status: 2 })).code, 180000)
    const watcher = await lab.personSession('ann')
    await watcher.next('GUILD_CREATE')
    const sign = await made(
      ann,
      external({ scheduled_start_time: iso(now() + 24 * HOUR), scheduled_end_time: iso(now() + 25 * HOUR) }),
    )
    // Begins by the clock after the other was forgotten by it.
    lab.platform.clock.advance(24 * HOUR)
    await updated(watcher, sign, { status: 2 })
    assert.equal((await ann.get(one(event))).code, 10070)
    await watcher.close()
  })

  test('a guild has at most 100 unfinished events', async () => {
    const eve = lab.person('eve')
    const den = `/guilds/${lab.guildId('den')}/scheduled-events`
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => eve.post<ScheduledEventObject>(den, external())),
    )
    assert.ok(answers.every(({ status }) => status === 200))
    const full = await eve.post<ScheduledEventObject>(den, external())
    assert.deepEqual([full.status, full.code], [400, 30038])
    assert.equal((await eve.patch(`${den}/${answers[0]?.body.id}`, { status: 4 })).status, 200)
    assert.equal((await eve.post(den, external())).status, 200)
  })

  test('interested users are listed, counted and paged, and removed with their membership', async () => {
    const watcher = await lab.session('plain', { intents: INTENTS })
    await watcher.next('GUILD_CREATE')
    const event = await made(lab.person('ann'), external())
    const me = one(event, '/users/@me')
    assert.equal((await lab.bot('app').put(me)).status, 403)
    for (const name of ['bob', 'host', 'mod']) assert.equal((await lab.person(name).put(me)).status, 200)
    const { d } = await watcher.next(named('GUILD_SCHEDULED_EVENT_USER_ADD', { user_id: lab.userId('bob') }))
    assert.deepEqual([d.guild_scheduled_event_id, d.guild_id], [event.id, lab.guildId('lab')])
    for (const name of ['host', 'mod'])
      await watcher.next(named('GUILD_SCHEDULED_EVENT_USER_ADD', { user_id: lab.userId(name) }))
    await watcher.none('GUILD_SCHEDULED_EVENT_USER_ADD', () => lab.person('bob').put(me), marker())

    const app = lab.bot('app')
    assert.equal((await app.get<ScheduledEventObject>(one(event, '?with_user_count=true'))).body.user_count, 3)
    assert.equal((await app.get<ScheduledEventObject>(one(event))).body.user_count, undefined)
    const inList = (await app.get<ScheduledEventObject[]>(`${root()}?with_user_count=true`)).body.find(
      ({ id }) => id === event.id,
    )
    assert.equal(inList?.user_count, 3)
    assert.deepEqual((await app.get<ScheduledEventObject>(one(event, '/users/counts'))).body, {
      guild_scheduled_event_count: 3,
      guild_scheduled_event_exception_counts: {},
    })
    type Row = { user_id: string; user: { id: string }; member?: { user: object; roles: string[] }; response: number }
    const users = async (query = '') => (await app.get<Row[]>(one(event, `/users${query}`))).body
    const ids = ['bob', 'host', 'mod'].map(lab.userId).sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
    const all = await users()
    assert.deepEqual(
      all.map(({ user }) => user.id),
      ids,
    )
    assert.deepEqual([all[0]?.member, all[0]?.response], [undefined, 1])
    const [, second = '', third = ''] = ids
    assert.deepEqual((await users('?with_member=true&limit=1'))[0]?.member?.user, all[0]?.user)
    assert.deepEqual(
      (await users(`?after=${ids[0]}`)).map(({ user_id }) => user_id),
      [second, third],
    )
    assert.deepEqual(
      (await users(`?before=${third}&limit=1`)).map(({ user_id }) => user_id),
      [second],
    )
    // With both parameters, `before` wins.
    assert.deepEqual(
      (await users(`?before=${second}&after=${second}`)).map(({ user_id }) => user_id),
      [ids[0]],
    )
    assert.equal((await app.get(one(event, '/users?limit=101'))).code, 50035)

    assert.equal((await lab.person('bob').delete(me)).status, 204)
    assert.equal((await watcher.next('GUILD_SCHEDULED_EVENT_USER_REMOVE')).d.user_id, lab.userId('bob'))
    assert.equal((await lab.person('bob').delete(me)).code, 10071)
    assert.equal(
      (await lab.person('ann').delete(`/guilds/${lab.guildId('lab')}/members/${lab.userId('mod')}`)).status,
      204,
    )
    assert.deepEqual(
      (await users()).map(({ user_id }) => user_id),
      [lab.userId('host')],
    )
    await watcher.close()
  })

  test('an invite contains the requested event if the guest will be able to view it', async () => {
    const ann = lab.person('ann')
    const { code } = (await ann.post<{ code: string }>(`/channels/${lab.channelId('lab', 'general')}/invites`, {})).body
    const outside = await made(ann, external())
    const hidden = await made(ann, inVoice('secret'))
    const ask = async (id: string) =>
      (await lab.person('eve').get<InviteObject>(`/invites/${code}?guild_scheduled_event_id=${id}`)).body
        .guild_scheduled_event
    const shown = await ask(outside.id)
    assert.deepEqual([shown?.id, shown?.user_count], [outside.id, 0])
    assert.equal(await ask(hidden.id), undefined)
    assert.equal(await ask('1'), undefined)
    for (const event of [outside, hidden]) await ann.delete(one(event))
  })

  test('discord.js uses its scheduled event manager', async () => {
    const client = new Client({
      intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildScheduledEvents],
      rest: { api: lab.platform.api },
    })
    const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve))
    await client.login(lab.token('app'))
    await ready
    const guild = client.guilds.cache.get(lab.guildId('lab'))
    assert.ok(guild)
    const heard = new Promise((resolve) => client.once(Events.GuildScheduledEventCreate, resolve))
    const event = await guild.scheduledEvents.create({
      name: 'By hand',
      scheduledStartTime: now() + HOUR,
      scheduledEndTime: now() + 2 * HOUR,
      privacyLevel: GuildScheduledEventPrivacyLevel.GuildOnly,
      entityType: GuildScheduledEventEntityType.External,
      entityMetadata: { location: 'the roof' },
      reason: 'why not',
    })
    await heard
    assert.equal(event.creator?.id, client.user?.id)
    const edited = await event.edit({ description: 'with a view' })
    assert.equal(edited.description, 'with a view')
    await lab.person('bob').put(one(event, '/users/@me'))
    assert.equal((await event.fetchSubscribers({ withMember: true })).size, 1)
    assert.equal(
      (await guild.scheduledEvents.fetch({ guildScheduledEvent: event.id, withUserCount: true, force: true }))
        .userCount,
      1,
    )
    assert.ok((await guild.scheduledEvents.fetch()).has(event.id))
    await event.setStatus(2)
    const gone = new Promise((resolve) => client.once(Events.GuildScheduledEventDelete, resolve))
    await event.delete()
    await gone
    await client.destroy()
  })
})
