/** Proxy tickets: who gets one, and the signed headers by which a target knows the person. */
import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { after, before, test } from 'node:test'
import { api } from '@guildhall/testing'
import { runningClock } from '../../../src/kernel/clock.ts'
import { startActivities, startTarget } from '../../support/activity-lab.ts'

let target: Awaited<ReturnType<typeof startTarget>>
let lab: Awaited<ReturnType<typeof startActivities>>
const wallClock = runningClock()

before(async () => {
  target = await startTarget()
  const mappings = [{ prefix: '/', target: target.host }]
  lab = await startActivities({ game: mappings, other: mappings, strict: mappings, plain: [] }, { wallClock })
})
after(async () => {
  await lab.platform.close()
  await target.close()
})

const COOKIE = '__Host-guildhall-proxy-ticket'
const as = (name: string) => api(lab.platform.api, lab.tokenOf(name))

async function ticketOf(person: string, application = 'game', body: object = {}): Promise<string> {
  const path = `/applications/${lab.idOf(application)}/proxy-tickets`
  const { status, body: received } = await as(person).post<{ ticket: string }>(path, body)
  assert.equal(status, 200)
  return received.ticket
}

interface Payload {
  application_id: string
  user_id: string
  created_at: number
  expires_at: number
}

/** Returns the payload that the target received last; null without one. Its signature must be right. */
function receivedPayload(application = 'game'): Payload | null {
  const { headers } = target.last()
  const payload = headers['x-discord-proxy-payload']
  if (typeof payload !== 'string') {
    assert.equal(headers['x-signature-ed25519'], undefined)
    assert.equal(headers['x-signature-timestamp'], undefined)
    return null
  }
  const bytes = Buffer.from(payload, 'base64')
  const x = Buffer.from(lab.platform.world?.applications[application]?.public_key ?? '', 'hex').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  assert.ok(verify(null, bytes, key, Buffer.from(String(headers['x-signature-ed25519']), 'hex')))
  const parsed = JSON.parse(bytes.toString()) as Payload
  assert.equal(headers['x-signature-timestamp'], String(parsed.created_at))
  return parsed
}

test('a ticket in the address signs the request, and its cookie signs the next ones', async () => {
  const ticket = await ticketOf('bob')
  const { headers } = await lab.send('game', `/?a=1&discord_proxy_ticket=${ticket}&b=2`)
  assert.equal(target.last().url, '/?a=1&b=2')
  const payload = receivedPayload()
  assert.equal(payload?.user_id, lab.userId('bob'))
  assert.equal(payload?.application_id, lab.idOf('game'))
  assert.ok(Math.abs((payload?.created_at ?? 0) - Date.now() / 1000) < 60)
  assert.equal(payload && payload.expires_at - payload.created_at, 900)
  const [cookie = ''] = headers['set-cookie'] ?? []
  assert.equal(cookie, `${COOKIE}=${ticket}; Path=/; Max-Age=900; HttpOnly; SameSite=None; Secure; Partitioned`)
  const referer = `http://${lab.hostOf('game')}/?discord_proxy_ticket=${ticket}`
  await lab.send('game', '/api', { headers: { cookie: `own=1; ${COOKIE}=${ticket}`, referer } })
  assert.deepEqual(receivedPayload(), payload)
  assert.equal(target.last().headers.cookie, 'own=1')
  assert.equal(target.last().headers.referer, `http://${lab.hostOf('game')}/`)
})

test('tickets of another activity, forged tickets and headers of the browser sign nothing', async () => {
  const foreign = await ticketOf('bob', 'other')
  const [head = '', signature = ''] = (await ticketOf('bob')).split('.')
  for (const ticket of [foreign, `${head}x.${signature}`, head, '', 'x'.repeat(5_000)]) {
    await lab.send('game', `/?discord_proxy_ticket=${ticket}`)
    assert.equal(receivedPayload(), null, ticket)
    await lab.send('game', '/', { headers: { cookie: `${COOKIE}=${ticket}` } })
    assert.equal(receivedPayload(), null, ticket)
  }
  const forged = [
    'X-Discord-Proxy-Payload',
    'e30=',
    'x-signature-ed25519',
    '00',
    'X-SIGNATURE-TIMESTAMP',
    '1',
    'X_Signature_Ed25519',
    '00',
    'x_discord-proxy_payload',
    'e30=',
  ]
  await lab.send('game', '/', { headers: forged })
  assert.equal(receivedPayload(), null)
  const ticket = await ticketOf('bob')
  await lab.send('game', `/?discord_proxy_ticket=${ticket}`, { headers: forged })
  assert.equal(receivedPayload()?.user_id, lab.userId('bob'))
  const names = target.last().rawHeaders.filter((name) => /^x[-_](?:signature|discord)[-_]/i.test(name))
  assert.equal(names.length, 3)
})

test('an activity that asks for tickets refuses requests without one', async () => {
  const path = `/applications/${lab.idOf('strict')}/embedded-activity-config`
  const { body } = await as('ann').get<{ requires_proxy_ticket: boolean }>(path)
  assert.equal(body.requires_proxy_ticket, false)
  assert.equal((await lab.send('strict', '/')).status, 200)
  assert.equal((await as('bob').patch(path, { requires_proxy_ticket: true })).status, 403)
  assert.equal((await as('ann').patch(path, { requires_proxy_ticket: true })).status, 200)
  const count = target.received.length
  assert.equal((await lab.send('strict', '/')).status, 401)
  assert.equal((await lab.send('strict', `/?discord_proxy_ticket=${await ticketOf('bob')}`)).status, 401)
  assert.equal(target.received.length, count)
  assert.equal((await lab.send('strict', `/?discord_proxy_ticket=${await ticketOf('bob', 'strict')}`)).status, 200)
})

test('tickets are for people, activities, and instances that the person takes part in', async () => {
  const path = (name: string) => `/applications/${lab.idOf(name)}/proxy-tickets`
  const bot = api(lab.platform.api, `Bot ${lab.platform.world?.applications.game?.bot?.token}`)
  assert.equal((await bot.post(path('game'), {})).status, 403)
  assert.equal((await api(lab.platform.api).post(path('game'), {})).status, 401)
  assert.deepEqual((await as('bob').post<{ code: number }>(path('plain'), {})).body.code, 10002)
  for (const instance_id of ['i-1-pc-1', 'x', `i-${lab.idOf('game')}-gc-1-2`])
    assert.equal((await as('bob').post(path('game'), { instance_id })).status, 404, instance_id)
})

test('a ticket in use is renewed, and an expired one signs nothing', async () => {
  const ticket = await ticketOf('bob')
  const cookie = `${COOKIE}=${ticket}`
  const fresh = await lab.send('game', '/', { headers: { cookie } })
  assert.equal(fresh.headers['set-cookie'], undefined)
  const before = receivedPayload()
  wallClock.advance(500_000)
  const aging = await lab.send('game', '/', { headers: { cookie } })
  const [renewed = ''] = aging.headers['set-cookie'] ?? []
  assert.ok(renewed.startsWith(`${COOKIE}=`) && !renewed.startsWith(cookie))
  assert.ok((receivedPayload()?.created_at ?? 0) > (before?.created_at ?? 0))
  wallClock.advance(500_000)
  await lab.send('game', '/', { headers: { cookie } })
  assert.equal(receivedPayload(), null)
  await lab.send('game', '/', { headers: { cookie: renewed.split(';')[0] } })
  assert.equal(receivedPayload()?.user_id, lab.userId('bob'))
})
