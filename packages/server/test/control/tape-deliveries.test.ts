/** Deliveries on the tape: interactions that an endpoint receives, faults of the endpoint, and replays. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApplicationCommandObject } from '@guildhall/protocol'
import { api } from '@guildhall/testing'
import { EndpointApp, json } from '../support/endpoint-app.ts'
import { connect, dispatch, Invoking } from '../support/interactions.ts'
import { startPlatform } from '../support/platform.ts'

const world = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: { lab: { owner: 'ann', members: ['bob'], bots: { app: {} }, channels: { general: {} } } },
}

interface DeliveryDetails {
  kind: string
  replayable: boolean
  error: string | null
  request: { url: string; headers: Record<string, string>; body: { type: number; token: string; id: string } }
  response: { status: number; body: unknown } | null
}
interface TapeRecord {
  id: number
  kind: string
  title: string
  status: number | null
  user_id: string | null
}

test('an interaction is recorded with its response, and replayed with a new signature', async () => {
  await using platform = await startPlatform({ world, rateLimits: 'off', logLevel: 'silent', tape: true })
  const application = platform.world?.applications.app
  const endpoint = await EndpointApp.start(application?.public_key)
  const control = api(platform.control.url, `Bearer ${platform.control.key}`)
  const bot = await connect(platform, `Bot ${application?.bot?.token}`, 0)
  const bob = await connect(platform, platform.bob.token)
  const invoking = new Invoking(bob, {
    application_id: application?.id ?? '',
    channel_id: platform.lab.general.id,
  })
  const deliveries = async () => (await control.get<{ records: TapeRecord[] }>('/tape?kind=delivery')).body.records
  const details = async ({ id }: { id: number }) =>
    (await control.get<{ details: DeliveryDetails }>(`/tape/${id}`)).body.details
  try {
    await bot.api.patch('/applications/@me', { interactions_endpoint_url: `${endpoint.url}&token=of-the-developer` })
    const checks = await deliveries()
    assert.deepEqual(
      checks.map(({ title }) => title),
      Array(2).fill(`interaction to ${endpoint.url.split('?')[0]}?[hidden]`),
    )
    assert.deepEqual(
      (await Promise.all(checks.map(details))).map(({ replayable }) => replayable),
      [true, false],
    )
    const { body: command } = await bot.api.post<ApplicationCommandObject>(
      `/applications/${application?.id}/commands`,
      {
        name: 'ask',
        description: 'd',
      },
    )
    endpoint.reply = json({ type: 4, data: { content: 'an answer' } })
    const { nonce } = await invoking.use(command)
    await bob.gateway.next(dispatch('INTERACTION_SUCCESS', { nonce }))
    const record = (await deliveries()).at(-1) ?? assert.fail()
    assert.deepEqual([record.status, record.user_id], [200, platform.bob.id])
    const first = await details(record)
    assert.deepEqual([first.kind, first.request.body.type, first.request.body.token], ['interaction', 2, '[hidden]'])
    assert.deepEqual(first.response?.body, { type: 4, data: { content: 'an answer' } })

    const asked = endpoint.asked.length
    const again = await control.post<TapeRecord>(`/tape/${record.id}/replay`)
    assert.deepEqual([again.status, again.body.status, endpoint.asked.length], [200, 200, asked + 1])
    const [before, after] = endpoint.asked.slice(-2)
    assert.equal(after?.interaction.id, before?.interaction.id)
    assert.ok(again.body.id > record.id)

    await control.post('/endpoints/faults', { type: 'refuse' })
    const refused = await control.post<TapeRecord>(`/tape/${record.id}/replay`)
    assert.equal(refused.body.status, null)
    assert.match((await details(refused.body)).error ?? '', /refused \(injected fault\)/)

    const forged = await control.post(`/tape/${checks[1]?.id}/replay`)
    assert.deepEqual([forged.status, forged.code], [400, 50035])
    const request = (await control.get<{ records: TapeRecord[] }>('/tape?kind=request&limit=1')).body.records[0]
    assert.equal((await control.post(`/tape/${request?.id}/replay`)).status, 400)
    await control.patch('/tape', { recording: false })
    assert.equal((await control.post(`/tape/${record.id}/replay`)).status, 400)
    const exported = await fetch(`${platform.control.url}/tape/export?format=ndjson`, {
      headers: { authorization: `Bearer ${platform.control.key}` },
    }).then((response) => response.text())
    for (const secret of [before?.interaction.token, 'of-the-developer']) assert.ok(!exported.includes(`${secret}`))
  } finally {
    await bot.gateway.close()
    await bob.gateway.close()
    await endpoint.close()
  }
})
