/** Event records of the tape: which sessions received an event, which did not, and why. */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { api, RawGateway } from '@guildhall/testing'
import { guildhallTest } from '../support/fixture.ts'

const world = {
  users: { ann: {}, bob: {}, eve: {} },
  applications: {
    full: { owner: 'ann', bot: {}, intents: ['MESSAGE_CONTENT'] },
    bare: { owner: 'ann', bot: {} },
    blind: { owner: 'ann', bot: {} },
  },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob'],
      bots: { full: { permissions: '8' }, bare: { permissions: '8' }, blind: { permissions: '0' } },
      channels: { general: {}, secret: { permission_overwrites: [{ role: '@everyone', deny: '1024' }] } },
    },
  },
}
const GUILDS = 1
const MESSAGES = 1 << 9
const CONTENT = 1 << 15

interface Session {
  session_id: string
  user_id: string
  application_id: string | null
}
interface EventDetails {
  type: string
  payload: { content?: string; id: string }
  received: (Session & { reduced?: string })[]
  withheld: (Session & { reason: string; explanation: string })[]
  received_count: number
  withheld_count: number
}

const test = guildhallTest({ world, tape: true })
const { platform } = test

describe('event records', () => {
  const sessions = new Map<string, RawGateway>()
  const control = () => api(platform.control.url, `Bearer ${platform.control.key}`)
  const ann = () => platform.ann.api
  const app = (key: string) => platform.world?.applications[key]
  const channel = (name: keyof typeof world.guilds.lab.channels) => platform.lab[name].id
  const open = async (name: string, token: string | undefined, intents: number, shard?: [number, number]) => {
    const raw = await RawGateway.connect(platform.gateway)
    await raw.identify({ token: token ?? '', intents, ...(shard && { shard }) })
    sessions.set(name, raw)
    return raw
  }
  const nameOf = ({ session_id }: Session) =>
    [...sessions].find(([, { sessionId }]) => sessionId === session_id)?.[0] ?? 'unknown'
  const eventOf = async (text: string): Promise<EventDetails> => {
    const query = `/tape?kind=event&text=${encodeURIComponent(text)}&limit=1`
    const { records } = (await control().get<{ records: { id: number }[] }>(query)).body
    return (await control().get<{ details: EventDetails }>(`/tape/${records[0]?.id}`)).body.details
  }

  before(async () => {
    await test.start()
    const bot = (key: string) => app(key)?.bot?.token
    await (await open('full', bot('full'), GUILDS | MESSAGES | CONTENT)).next('GUILD_CREATE')
    await (await open('bare', bot('bare'), GUILDS | MESSAGES)).next('GUILD_CREATE')
    await (await open('deaf', bot('bare'), GUILDS)).next('GUILD_CREATE')
    await (await open('blind', bot('blind'), GUILDS | MESSAGES)).next('GUILD_CREATE')
    // A guild belongs to one of two shards.
    const guildId = BigInt(platform.lab.id ?? 0)
    await open('shard', bot('full'), GUILDS | MESSAGES, [Number(((guildId >> 22n) + 1n) % 2n), 2])
    await open('eve', platform.eve.token, 0)
  })
  after(async () => {
    for (const raw of sessions.values()) raw.drop()
  })

  test('a message lists who received it, without content or in full, and who did not and why', async () => {
    await ann().post(`/channels/${channel('secret')}/messages`, { content: 'whispered words' })
    await sessions.get('full')?.next('MESSAGE_CREATE')
    const event = await eventOf('whispered words')
    assert.deepEqual(event.received.map((session) => [nameOf(session), session.reduced]).sort(), [
      ['bare', 'content'],
      ['full', undefined],
    ])
    assert.deepEqual(event.withheld.map((session) => [nameOf(session), session.reason]).sort(), [
      ['blind', 'permission'],
      ['deaf', 'intent'],
      ['shard', 'shard'],
    ])
    assert.deepEqual([event.type, event.received_count, event.withheld_count], ['MESSAGE_CREATE', 2, 3])
    const deaf = event.withheld.find(({ reason }) => reason === 'intent')
    assert.match(deaf?.explanation ?? '', /GUILD_MESSAGES\.$/)
    assert.equal(deaf?.application_id, app('bare')?.id)
  })

  test('the tape has the events that arrived', async () => {
    await ann().post(`/channels/${channel('secret')}/messages`, { content: 'first' })
    // A marker that every session receives: what came before it is all there is.
    await ann().patch(`/channels/${channel('general')}`, { topic: 'marker' })
    const event = await eventOf('"first"')
    for (const [name, raw] of sessions) {
      if (name === 'eve' || name === 'shard') continue
      await raw.next('CHANNEL_UPDATE')
      const got = raw.frames.some(({ t, d }) => t === 'MESSAGE_CREATE' && (d as { id: string }).id === event.payload.id)
      assert.equal(
        got,
        event.received.some((session) => nameOf(session) === name),
        name,
      )
    }
  })

  test('filters find events by a session that did not receive them', async () => {
    const deaf = sessions.get('deaf')?.sessionId
    const { records } = (
      await control().get<{ records: { title: string }[] }>(`/tape?kind=event&session_id=${deaf}&text=whispered`)
    ).body
    assert.deepEqual(
      records.map(({ title }) => title),
      ['MESSAGE_CREATE to 2 of 5 sessions'],
    )
  })
})
