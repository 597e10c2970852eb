/**
 * A member receives nothing of hidden channels through any transport: no channel, message, thread, invite or webhook.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChannelObject, ThreadListObject } from '@guildhall/protocol'
import { type Answer, type Api, type Frame, RawGateway } from '@guildhall/testing'
import fc from 'fast-check'
import { ALL_INTENTS, type Lab, named, plain, startLab } from '../support/gateway-lab.ts'
import {
  assertHidden,
  CHANNELS,
  type Change,
  change,
  DAILY,
  FORUMS,
  type Guild,
  given,
  guildOf,
  ROLES,
  type Sight,
  sightOf,
  TEXT,
  VIEW,
  WITH_MESSAGES,
  worldOf,
} from '../support/obfuscated-guild.ts'

/** These change without an event of the channel. */
function still({
  last_message_id: _message,
  last_pin_timestamp: _pin,
  ...rest
}: ChannelObject): Record<string, unknown> {
  return rest
}

type Mode = 'person' | 'open' | 'obfuscated'
interface Watcher {
  name: string
  userId: string
  mode: Mode
  http: Api
  gateway: RawGateway
  channels: Map<string, ChannelObject>
  start(): Promise<{ gateway: RawGateway; channels: Map<string, ChannelObject>; threads: ChannelObject[] }>
}

async function watchers(lab: Lab, after: boolean): Promise<Watcher[]> {
  const watch = async (name: string, mode: Mode, fields: object): Promise<Watcher> => {
    const person = mode === 'person'
    const start = async () => {
      const gateway = await RawGateway.connect(lab.platform.gateway)
      await gateway.identify({
        token: person ? lab.personToken(name) : lab.token(name),
        intents: ALL_INTENTS & ~256,
        ...fields,
      })
      const { channels, threads } = (await gateway.next('GUILD_CREATE')).d
      return { gateway, channels: new Map(channels.map((one) => [one.id, one])), threads }
    }
    const http = person ? lab.person(name) : lab.bot(name)
    return { name, userId: lab.userId(name), mode, http, start, ...(await start()) }
  }
  return Promise.all([
    watch('bob', 'person', {}),
    watch('eve', 'person', {}),
    watch('app', after ? 'obfuscated' : 'open', {}),
    watch('app', 'obfuscated', { capabilities: 32_768 }),
    watch('early', 'obfuscated', {}),
  ])
}

/** Asserts that a watcher's channels are those of the rule, on every transport that lists or returns them. */
async function compareChannels(lab: Lab, guild: Guild, watcher: Watcher, after: boolean, why: string): Promise<void> {
  const sight = await sightOf(lab, guild, watcher.userId)
  const fresh = await watcher.start()
  await fresh.gateway.drop()
  for (const [door, channels] of [
    ['events', watcher.channels],
    ['GUILD_CREATE', fresh.channels],
  ] as const) {
    const expected = [...guild.channels.keys()].filter((id) => watcher.mode !== 'person' || sight.views.has(id))
    assert.deepEqual([...channels.keys()].sort(), expected.sort(), `${door}: ${why}`)
    for (const [id, shown] of channels) {
      const real = guild.channels.get(id)
      assert.ok(real)
      const whole = sight.views.has(id) || watcher.mode === 'open'
      if (whole) assert.deepEqual(still(shown), still(real), `${door}: ${why}`)
      else assertHidden(shown, real, `${door}: ${why}`)
    }
  }
  const names = fresh.threads.map((thread) => thread.name)
  for (const { parent_id } of fresh.threads) assert.ok(sight.sees.has(parent_id ?? ''), `thread ${names}: ${why}`)
  await compareHttp(guild, watcher, sight, after, why)
}

async function compareHttp(guild: Guild, watcher: Watcher, sight: Sight, after: boolean, why: string): Promise<void> {
  const { http } = watcher
  const all = watcher.mode !== 'person' && !after
  const listed = (await http.get<ChannelObject[]>(`/guilds/${guild.id}/channels`)).body
  const expected = [...guild.channels.keys()].filter((id) => all || sight.views.has(id))
  assert.deepEqual(listed.map((one) => one.id).sort(), expected.sort(), `list: ${why}`)
  for (const one of listed) assert.deepEqual(one, guild.channels.get(one.id), `list: ${why}`)
  for (const [id, { type }] of guild.channels) {
    const views = sight.views.has(id)
    const paths = ['', ...(WITH_MESSAGES.has(type) ? ['/messages', '/messages/pins', '/pins'] : [])]
    for (const path of paths) {
      const { status, code } = await http.get(`/channels/${id}${path}`)
      assert.deepEqual([status, code], views ? [200, undefined] : [403, 50001], `${path} of ${type}: ${why}`)
    }
    if (views) continue
    for (const path of ['/invites', '/webhooks', '/threads/archived/public', '/users/@me/threads/archived/private'])
      assert.deepEqual((await http.get(`/channels/${id}${path}`)).code, 50001, `${path}: ${why}`)
    assert.equal((await http.post(`/channels/${id}/typing`)).code, 50001, `typing: ${why}`)
  }
  const { threads } = (await http.get<ThreadListObject>(`/guilds/${guild.id}/threads/active`)).body
  for (const { parent_id } of threads) assert.ok(sight.sees.has(parent_id ?? ''), `active threads: ${why}`)
}

/** An object by the id or code that names it. */
interface Named {
  id: string
  code: string
}

/** Causes every kind of event in a channel; all texts of the events contain the channel's word. */
async function stir(lab: Lab, { id, type }: ChannelObject, word: string): Promise<void> {
  const ann = lab.person('ann')
  const made = async (answer: Promise<Answer<Named>>) => {
    const { status, body } = await answer
    assert.ok(status < 300, `${word} of type ${type}: ${JSON.stringify(body)}`)
    return body
  }
  if (WITH_MESSAGES.has(type)) {
    const message = await made(ann.post<Named>(`/channels/${id}/messages`, { content: word }))
    const path = `/channels/${id}/messages/${message.id}`
    await made(ann.patch<Named>(path, { content: `${word} again` }))
    await made(ann.put<Named>(`${path}/reactions/${encodeURIComponent('👍')}/@me`))
    await made(ann.delete<Named>(`${path}/reactions/${encodeURIComponent('👍')}/@me`))
    await made(ann.put<Named>(`/channels/${id}/messages/pins/${message.id}`))
    await made(ann.post<Named>(`/channels/${id}/typing`))
    await made(ann.delete<Named>(path))
  }
  if (TEXT.has(type) || FORUMS.has(type)) {
    const message = FORUMS.has(type) ? { message: { content: word } } : { type: type === 5 ? 10 : 11 }
    const thread = await made(ann.post<Named>(`/channels/${id}/threads`, { name: word, ...message }))
    await made(ann.post<Named>(`/channels/${thread.id}/messages`, { content: word }))
    await made(ann.patch<Named>(`/channels/${thread.id}`, { name: `${word} again` }))
    await made(ann.post<Named>(`/channels/${thread.id}/typing`))
    await made(ann.delete<Named>(`/channels/${thread.id}`))
    await made(ann.post<Named>(`/channels/${id}/threads`, { name: `${word} stays`, ...message }))
  }
  if (type === 0) await made(ann.post<Named>(`/channels/${id}/threads`, { name: word, type: 12 }))
  if (TEXT.has(type)) await made(ann.post<Named>(`/channels/${id}/webhooks`, { name: word }))
  const invite = await made(ann.post<Named>(`/channels/${id}/invites`, {}))
  await made(ann.delete<Named>(`/invites/${invite.code}`))
}

const IN_CHANNELS = new Set([
  ...['MESSAGE_CREATE', 'MESSAGE_UPDATE', 'MESSAGE_DELETE', 'MESSAGE_REACTION_ADD', 'MESSAGE_REACTION_REMOVE'],
  ...['TYPING_START', 'CHANNEL_PINS_UPDATE', 'WEBHOOKS_UPDATE', 'INVITE_CREATE', 'INVITE_DELETE'],
  ...['THREAD_CREATE', 'THREAD_UPDATE', 'THREAD_DELETE'],
])

/** Returns the events of each channel; a thread counts as a separate channel, below its parent. */
function happenings(frames: readonly Frame[], parents: Map<string, { channel: string; isPrivate: boolean }>) {
  const seen = new Map<string, { t: string; channel: string; isPrivate: boolean }>()
  for (const { t, d } of frames) {
    if (t === null || !IN_CHANNELS.has(t)) continue
    const id = String(t.startsWith('THREAD_') ? d.id : d.channel_id)
    if (t === 'THREAD_CREATE') parents.set(id, { channel: String(d.parent_id), isPrivate: d.type === 12 })
    const { channel, isPrivate } = parents.get(id) ?? { channel: id, isPrivate: false }
    seen.set(`${t} ${id}`, { t, channel, isPrivate })
  }
  return seen
}

async function carryOut(lab: Lab, step: Change): Promise<void> {
  const ann = lab.person('ann')
  const guildId = lab.guildId('lab')
  const roleIds = [...ROLES.map((name) => lab.roleId('lab', name)), guildId]
  if (step.kind === 'overwrite') {
    const channel = lab.channelId('lab', CHANNELS[step.at] ?? 'category')
    const targets = [...roleIds, lab.userId('app'), lab.userId('bob')]
    const body = { type: step.whom < 3 ? 0 : 1, allow: step.allow, deny: step.deny }
    assert.equal((await ann.put(`/channels/${channel}/permissions/${targets[step.whom]}`, body)).status, 204)
  } else if (step.kind === 'role') {
    const permissions = String(step.role === 2 ? DAILY | (step.bits & VIEW) : step.bits)
    assert.equal((await ann.patch(`/guilds/${guildId}/roles/${roleIds[step.role]}`, { permissions })).status, 200)
  } else {
    const path = `/guilds/${guildId}/members/${lab.userId(step.whom)}/roles/${roleIds[step.role]}`
    assert.equal((await (step.gives ? ann.put(path) : ann.delete(path))).status, 204)
  }
}

/** Waits until all has been told, and takes it. */
async function taken(
  lab: Lab,
  gateways: readonly RawGateway[],
  from: Map<RawGateway, number>,
  round: string,
): Promise<Frame[][]> {
  assert.equal((await lab.person('ann').patch(`/guilds/${lab.guildId('lab')}`, { description: round })).status, 200)
  const all: Frame[][] = []
  for (const gateway of gateways) {
    await gateway.next(named('GUILD_UPDATE', { description: round }))
    all.push(gateway.frames.slice(from.get(gateway) ?? 0))
    from.set(gateway, gateway.frames.length)
  }
  return all
}

function follow(watcher: Watcher, frames: readonly Frame[]): void {
  for (const { t, d } of frames) {
    const channel = d as unknown as ChannelObject
    if (t === 'CHANNEL_CREATE' || t === 'CHANNEL_UPDATE') watcher.channels.set(channel.id, channel)
    if (t === 'CHANNEL_DELETE') watcher.channels.delete(channel.id)
  }
}

const DATES = { true: '2026-11-16T00:00:00Z', false: '2026-11-15T23:00:00Z' }

test('[CH-5] [CH-6] [CH-7] [CH-8] [CH-12] [CH-13] [EVT-3] [GW-1] [GW-2] [GW-3] no transport reveals what the permission rule hides', {
  timeout: 60_000,
}, async () => {
  const property = fc.asyncProperty(given, fc.array(change, { minLength: 1, maxLength: 3 }), async (given, changes) => {
    const { after } = given
    await using lab = await startLab({ world: worldOf(given) as never, date: Date.parse(DATES[`${after}`]) })
    const watching = await watchers(lab, after)
    const owner = await lab.personSession('ann')
    await owner.next('GUILD_CREATE')
    const gateways = [owner, ...watching.map(({ gateway }) => gateway)]
    const from = new Map(gateways.map((gateway) => [gateway, gateway.frames.length]))
    const parents = new Map<string, { channel: string; isPrivate: boolean }>()
    for (const [round, step] of [null, ...changes].entries()) {
      if (step) await carryOut(lab, step)
      const [, ...changed] = await taken(lab, gateways, from, `changed ${round}`)
      for (const [index, watcher] of watching.entries()) follow(watcher, changed[index] ?? [])
      const guild = await guildOf(lab)
      for (const watcher of watching) {
        await compareChannels(
          lab,
          guild,
          watcher,
          after,
          `${watcher.name} ${watcher.mode} after ${JSON.stringify(step, (_key, value) => (typeof value === 'bigint' ? String(value) : value))}`,
        )
      }
      if (round > 0 && round < changes.length) continue
      const word = (id: string) => `secret-${id}-${round}`
      for (const channel of guild.channels.values()) if (channel.type !== 4) await stir(lab, channel, word(channel.id))
      const [all, ...shown] = await taken(lab, gateways, from, `stirred ${round}`)
      const happened = happenings(all ?? [], parents)
      for (const [index, watcher] of watching.entries()) {
        const sight = await sightOf(lab, guild, watcher.userId)
        const why = `${watcher.name} ${watcher.mode}, round ${round}`
        const expected = [...happened].filter(([, { t, channel, isPrivate }]) => {
          if (isPrivate) return sight.threads.has(channel)
          return t.startsWith('INVITE_') ? sight.manages.has(channel) : sight.sees.has(channel)
        })
        const came = happenings(shown[index] ?? [], parents)
        const wanted = new Map(expected)
        const wrong = {
          extra: [...came]
            .filter(([key]) => !wanted.has(key))
            .map(([key, { channel }]) => [key, guild.channels.get(channel)]),
          missing: expected
            .filter(([key]) => !came.has(key))
            .map(([key, { channel }]) => [key, guild.channels.get(channel)]),
        }
        assert.deepEqual(wrong, { extra: [], missing: [] }, why)
        const text = JSON.stringify(plain(shown[index]))
        for (const id of guild.channels.keys()) if (!sight.views.has(id)) assert.ok(!text.includes(word(id)), why)
      }
    }
    await Promise.all(gateways.map((gateway) => gateway.drop()))
  })
  await fc.assert(property, { numRuns: 8, endOnFailure: true, interruptAfterTimeLimit: 45_000 })
})
