/** Settings that an owner makes in the portal: activities, reviews, endpoint checks, commands. */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { ApplicationObject } from '@guildhall/protocol'
import { type Answer, type Api, api, RawGateway, type ResponseOf } from '@guildhall/testing'
import { EndpointApp, json } from '../support/endpoint-app.ts'
import { guildhallTest } from '../support/fixture.ts'

type ActivityConfig = ResponseOf<'get_embedded_activity_config'>
type Review = ResponseOf<'get_application_review'>

const DAY_MS = 86_400_000
const GUILD_MEMBERS = 1 << 1
const EMBEDDED = 1 << 17

const world = {
  users: { ann: { token: 'ann-stays-signed-in' }, eve: {} },
  applications: {
    app: { owner: 'ann', bot: {}, url_mappings: [{ prefix: '/', target: 'app.example' }] },
    plain: { owner: 'ann', bot: {} },
    large: { owner: 'ann', bot: {}, approvals: ['GUILD_MEMBERS'], embedded: true },
  },
  guilds: { lab: { owner: 'ann', bots: { app: {}, plain: {}, large: {} }, channels: { general: {} } } },
}

const test = guildhallTest({ world })
const { platform } = test
let ann: Api
let eve: Api
let operator: Api

before(async () => {
  await test.start()
  ann = platform.ann.api
  eve = platform.eve.api
  operator = api(platform.api, `Bearer ${platform.control.key}`)
})

const application = (name: 'app' | 'plain' | 'large') => platform.world?.applications[name] ?? assert.fail()
const pathOf = (name: 'app' | 'plain' | 'large', rest = '') => `/applications/${application(name).id}${rest}`
const bot = (name: 'app' | 'plain' | 'large') => api(platform.api, `Bot ${application(name).bot?.token}`)
const refusal = ({ status, body }: Answer<unknown>) => [status, (body as { code: number }).code]
const flagsOf = async (name: 'app' | 'plain' | 'large') => (await ann.get<{ flags: number }>(pathOf(name))).body.flags
const commandNames = async (name: 'app' | 'plain' | 'large') =>
  (await ann.get<{ name: string }[]>(pathOf(name, '/commands'))).body.map((command) => command.name)

test('the settings of an application are for its owner only', async () => {
  const mapping = { url_map: [{ prefix: '/', target: 'eve.example' }] }
  for (const answer of [
    await eve.get(pathOf('app', '/proxy-config')),
    await eve.post(pathOf('app', '/proxy-config'), mapping),
    await eve.get(pathOf('app', '/embedded-activity-config')),
    await eve.patch(pathOf('app', '/embedded-activity-config'), { shelf_rank: 1 }),
    await eve.get(pathOf('app', '/review')),
    await eve.put(pathOf('app', '/review'), { intents: ['GUILD_MEMBERS'], reason: 'Mine' }),
    await eve.post(pathOf('app', '/endpoint-checks'), { field: 'event_webhooks_url', url: 'http://127.0.0.1:9' }),
    await eve.get(pathOf('app', '/webhook-events')),
    await eve.get(pathOf('app', '/commands')),
  ])
    assert.deepEqual(refusal(answer), [403, 20012])
  assert.equal((await ann.put(`/admin${pathOf('app', '/approvals')}`, { verified: true })).status, 401)
  assert.deepEqual((await ann.get(pathOf('app', '/proxy-config'))).body, {
    url_map: [{ prefix: '/', target: 'app.example' }],
  })
})

test('[SVC-1] URL mappings make an activity with an entry point, which survives their removal', async () => {
  const save = (...url_map: object[]) => ann.post(pathOf('plain', '/proxy-config'), { url_map })
  const root = { prefix: '/', target: 'game.example' }
  const api = { prefix: '/api/{region}', target: '{region}.game.example/v1' }
  const wrong = await save({ prefix: 'api', target: 'https://game.example' }, root, root)
  assert.deepEqual(refusal(wrong), [400, 50035])
  const { url_map } = wrong.body.errors as { url_map: Record<string, object> }
  assert.deepEqual(Object.keys(url_map), ['0', '2'])
  assert.deepEqual(Object.keys(url_map['0'] ?? {}), ['prefix', 'target'])
  assert.equal((await save(api)).status, 400, 'the root is missing')
  assert.equal((await flagsOf('plain')) & EMBEDDED, 0)

  assert.deepEqual((await save(root, api)).body, { url_map: [api, root] })
  assert.equal((await flagsOf('plain')) & EMBEDDED, EMBEDDED)
  assert.deepEqual(await commandNames('plain'), ['launch'])
  assert.deepEqual((await save()).body, { url_map: [] })
  assert.equal((await flagsOf('plain')) & EMBEDDED, 0)
  await save(root)
  assert.deepEqual(await commandNames('plain'), ['launch'])
})

test('[SVC-1] a world file makes an activity without mappings by `embedded`', async () => {
  assert.equal((await flagsOf('large')) & EMBEDDED, EMBEDDED)
  assert.deepEqual(await commandNames('large'), ['launch'])
})

test('the settings of an activity have defaults, change one by one, and reject unknown values', async () => {
  const path = pathOf('app', '/embedded-activity-config')
  const before = (await ann.get<ActivityConfig>(path)).body
  assert.deepEqual(before.supported_platforms, ['web'])
  assert.equal(before.default_orientation_lock_state, 1)
  const edited = await ann.patch<ActivityConfig>(path, {
    supported_platforms: ['web', 'ios'],
    default_orientation_lock_state: 3,
    shelf_rank: 4,
    client_platform_config: { ios: { release_phase: 'global_launch' } },
  })
  assert.equal(edited.status, 200, JSON.stringify(edited.body))
  const platforms = edited.body.client_platform_config
  assert.deepEqual([platforms.web?.release_phase, platforms.ios?.release_phase], ['in_development', 'global_launch'])
  await ann.patch(path, {
    client_platform_config: { ios: { label_type: 1, label_until: '2027-01-01T00:00:00+00:00' } },
  })
  const after = (await ann.get<ActivityConfig>(path)).body
  assert.deepEqual(after.client_platform_config.ios, {
    label_type: 1,
    label_until: '2027-01-01T00:00:00.000000+00:00',
    release_phase: 'global_launch',
    omit_badge_from_surfaces: [],
  })
  for (const wrong of [
    { supported_platforms: [] },
    { supported_platforms: ['vision'] },
    { default_orientation_lock_state: 4 },
    { shelf_rank: -1 },
    { blocked_locales: ['xx'] },
    { client_platform_config: { web: { release_phase: 'soon' } } },
  ])
    assert.deepEqual(refusal(await ann.patch(path, wrong)), [400, 50035], JSON.stringify(wrong))
  await ann.patch(path, { has_csp_exception: true })
  assert.deepEqual((await ann.get(path)).body, after)
})

test('the check of an endpoint names each step, and saves nothing', async () => {
  const endpoint = await EndpointApp.start(application('app').public_key)
  after(() => endpoint.close())
  const check = async (url = endpoint.url) => {
    const body = { field: 'interactions_endpoint_url', url }
    const { body: result } = await ann.post<ResponseOf<'check_application_endpoint'>>(
      pathOf('app', '/endpoint-checks'),
      body,
    )
    return result.steps.map(({ name, passed, detail }) => [name, passed, detail])
  }
  assert.deepEqual(
    (await check()).map(([name, passed]) => [name, passed]),
    [
      ['ping', true],
      ['forged_ping', true],
    ],
  )
  endpoint.checksSignatures = false
  assert.match(String((await check())[1]?.[2]), /wrong signature has status 200, not 401/)
  endpoint.pong = json({ type: 4 })
  assert.deepEqual(await check(), [['ping', false, 'the response to a signed PING is not {"type": 1}']])
  assert.match(String((await check('http://127.0.0.1:9'))[0]?.[2]), /the PING failed: no answer/)
  const malformed = { field: 'interactions_endpoint_url', url: 'nonsense' }
  assert.deepEqual(refusal(await ann.post(pathOf('app', '/endpoint-checks'), malformed)), [400, 50035])
  assert.equal((await ann.get<ApplicationObject>(pathOf('app'))).body.interactions_endpoint_url, null)
})

test('the owner lists and deletes commands, and cannot create them', async () => {
  const command = { name: 'hello', description: 'Says hello' }
  const created = await bot('app').post<{ id: string }>(pathOf('app', '/commands'), command)
  assert.equal(created.status, 201)
  assert.ok((await commandNames('app')).includes('hello'))
  assert.equal((await ann.post(pathOf('app', '/commands'), command)).status, 403)
  const path = pathOf('app', `/commands/${created.body.id}`)
  assert.deepEqual(refusal(await eve.delete(path)), [403, 20012])
  assert.equal((await ann.delete(path)).status, 204)
  assert.ok(!(await commandNames('app')).includes('hello'))
})

/** Returns the close code of an Identify with the GUILD_MEMBERS intent; 0 if it is accepted. */
async function identify(name: 'plain' | 'large'): Promise<number> {
  const gateway = await RawGateway.connect(platform.gateway)
  gateway.send(2, { token: application(name).bot?.token, intents: GUILD_MEMBERS, properties: {} })
  const code = await Promise.race([gateway.closed.then(({ code }) => code), gateway.next('READY').then(() => 0)])
  await gateway.close()
  return code
}

test('[AUT-17] [AUT-19] [AUT-20] a request waits for the operator, while the app joins further guilds', async () => {
  const review = async () => (await ann.get<Review>(pathOf('plain', '/review'))).body
  assert.equal(await identify('plain'), 4014)
  const asked = { intents: ['GUILD_MEMBERS'], reason: '  Welcomes members  ' }
  assert.equal((await ann.put(pathOf('plain', '/review'), asked)).status, 200)
  assert.deepEqual(refusal(await ann.put(pathOf('plain', '/review'), { intents: [], reason: 'None' })), [400, 50035])
  assert.equal((await review()).request?.reason, 'Welcomes members')
  const { body: guild } = await ann.post<{ id: string }>('/guilds', { name: 'Joined meanwhile' })
  const { id } = application('plain')
  const consent = { authorize: true, guild_id: guild.id, permissions: '0' }
  assert.equal((await ann.post(`/oauth2/authorize?client_id=${id}&scope=bot`, consent)).status, 200)
  assert.equal((await bot('plain').get(`/guilds/${guild.id}`)).status, 200)
  const approve = (body: object) => operator.put(`/admin${pathOf('plain', '/approvals')}`, body)
  assert.equal((await approve({ verified: true })).status, 204)
  assert.equal((await ann.get<ApplicationObject>(pathOf('plain'))).body.is_verified, true)
  assert.equal(await identify('plain'), 4014)
  await approve({ verified: false, intents: ['GUILD_MEMBERS'] })
  assert.equal(await identify('plain'), 0)
  const { intents, request, verified } = await review()
  assert.deepEqual([intents.GUILD_MEMBERS, request, verified], ['approved', null, false])
  await approve({ intents: [] })
  assert.equal(await identify('plain'), 4014)
  assert.deepEqual(refusal(await operator.put('/admin/applications/1/approvals', {})), [404, 10002])
})

test('[AUT-18] an approval ends 455 days later, unless the owner applies again', async () => {
  assert.equal(await identify('large'), 0)
  const due = async () => (await ann.get<Review>(pathOf('large', '/review'))).body.reapply_due
  assert.equal(await due(), false)
  platform.clock.advance(454 * DAY_MS)
  assert.equal(await due(), true)
  assert.equal(await identify('large'), 0)
  platform.clock.advance(2 * DAY_MS)
  assert.equal(await identify('large'), 4014)
  const review = (await ann.get<Review>(pathOf('large', '/review'))).body
  assert.equal(review.intents.GUILD_MEMBERS, 'off')
})
