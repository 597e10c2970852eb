/** A guild for tests of scheduled events: hosts, moderators, channels that some cannot view, and helpers for events. */
import assert from 'node:assert/strict'
import type { ScheduledEventObject } from '@guildhall/protocol'
import type { Answer, Api, RawGateway } from '@guildhall/testing'
import { type Lab, named } from './gateway-lab.ts'

const VIEW = 1n << 10n
const CONNECT = 1n << 20n
const MANAGE_EVENTS = 1n << 33n
const CREATE_EVENTS = 1n << 44n
const HOSTS_STAGE = (1n << 4n) | (1n << 22n) | (1n << 24n)
export const HOUR = 3_600_000

export const eventsWorld = {
  users: { ann: {}, host: {}, mod: {}, bob: {}, eve: {} },
  applications: {
    app: { owner: 'ann', bot: {} },
    plain: { owner: 'ann', bot: {} },
    maker: { owner: 'ann', bot: {} },
    manager: { owner: 'ann', bot: {} },
  },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['host', 'mod', 'bob'],
      bots: {
        app: { permissions: '8' },
        plain: { permissions: '0' },
        maker: { permissions: String(CREATE_EVENTS) },
        manager: { permissions: String(MANAGE_EVENTS) },
      },
      roles: {
        '@everyone': { permissions: String(VIEW | CONNECT) },
        hosts: { permissions: String(CREATE_EVENTS | HOSTS_STAGE), members: ['host'] },
        mods: { permissions: String(MANAGE_EVENTS), members: ['mod'] },
      },
      channels: {
        general: {},
        lounge: { type: 2 },
        hall: { type: 13 },
        spare: { type: 2 },
        secret: { type: 2, permission_overwrites: [{ role: '@everyone', deny: String(VIEW) }] },
        locked: { type: 2, permission_overwrites: [{ role: '@everyone', deny: String(CONNECT) }] },
      },
    },
    den: { owner: 'eve', channels: { hall: {} } },
  },
}

/** Returns helpers for the events of a guild; the lab starts after them. */
export function eventsOf(lab: () => Lab) {
  const root = () => `/guilds/${lab().guildId('lab')}/scheduled-events`
  const now = () => lab().platform.clock.now()
  const iso = (at: number) => new Date(at).toISOString()
  const same = (wire: string | null | undefined, at: number) => assert.equal(Date.parse(wire ?? ''), at)

  const external = (fields: object = {}) => ({
    name: 'Picnic',
    privacy_level: 2,
    entity_type: 3,
    entity_metadata: { location: 'the park' },
    scheduled_start_time: iso(now() + HOUR),
    scheduled_end_time: iso(now() + 2 * HOUR),
    ...fields,
  })
  const inVoice = (channel: string, fields: object = {}) => ({
    name: 'Talk',
    privacy_level: 2,
    entity_type: 2,
    channel_id: lab().channelId('lab', channel),
    scheduled_start_time: iso(now() + HOUR),
    ...fields,
  })
  async function made(as: Api, body: object): Promise<ScheduledEventObject> {
    const answer = await as.post<ScheduledEventObject>(root(), body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const one = (event: { id: string }, more = '') => `${root()}/${event.id}${more}`
  const listed = async (as: Api) => (await as.get<ScheduledEventObject[]>(root())).body.map(({ id }) => id)
  const updated = async (gateway: RawGateway, event: { id: string }, fields: object = {}) =>
    (await gateway.next(named('GUILD_SCHEDULED_EVENT_UPDATE', { id: event.id, ...fields }))).d
  const marker = () => ({
    trigger: () =>
      lab()
        .person('ann')
        .patch(`/channels/${lab().channelId('lab', 'general')}`, { topic: `${Math.random()}` }),
    event: 'CHANNEL_UPDATE',
  })
  function faultsAt(answer: Answer<unknown>, field: string): void {
    assert.deepEqual([answer.status, answer.code], [400, 50035], JSON.stringify(answer.body))
    assert.ok(Object.hasOwn(answer.errors ?? {}, field), JSON.stringify(answer.errors))
  }
  return { root, now, iso, same, external, inVoice, made, one, listed, updated, marker, faultsAt }
}
