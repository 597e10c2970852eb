/** Traces, metrics and the log, sent by OTLP to a collector. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { api, RawGateway, spawnPlatform } from '@guildhall/testing'
import { OtlpCollector, type ReceivedSpan } from '../support/otlp-collector.ts'

const world = {
  users: { ann: {} },
  applications: { games: { owner: 'ann', bot: {} } },
  guilds: { lab: { owner: 'ann', bots: { games: {} }, channels: { general: {} } } },
}

const attribute = ({ attributes = [] }: { attributes?: ReceivedSpan['attributes'] }, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value
  return value?.stringValue ?? value?.intValue ?? value?.boolValue
}

test('a request, its units of work and its dispatches are one trace; metrics and log arrive too', async () => {
  await using collector = await OtlpCollector.open()
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=one',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
  }
  const platform = await spawnPlatform({ world, env, args: ['--log-level', 'info'] })
  const session = await RawGateway.connect(platform.gateway)
  await session.identify({ token: platform.games.token, intents: 513 })
  await session.next('GUILD_CREATE')
  const ann = api(platform.api, platform.ann.token)
  const secret = 'words that nobody else reads'
  const posted = await ann.post(`/channels/${platform.lab.general.id}/messages`, { content: secret })
  assert.equal(posted.status, 200)
  await session.next('MESSAGE_CREATE')
  await session.close()
  const text = await (await fetch(`${platform.url}/metrics`)).text()
  assert.equal((await platform.stop()).code, 0)

  const request = collector.spans.find(({ name }) => name === 'create_message')
  assert.ok(request)
  assert.equal(request.parentSpanId ?? '', '')
  assert.equal(attribute(request, 'http.response.status_code'), 200)
  const below = collector.spans.filter(({ traceId }) => traceId === request.traceId)
  const dispatch = below.find((span) => attribute(span, 'guildhall.event') === 'MESSAGE_CREATE')
  assert.equal(dispatch?.name, 'dispatch')
  const writing = below.find(({ spanId }) => spanId === dispatch.parentSpanId)
  assert.deepEqual([writing?.name, writing && attribute(writing, 'guildhall.writes')], ['unit of work', true])
  assert.equal(writing?.parentSpanId, request.spanId)

  const served = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
  assert.deepEqual(
    collector.metrics.map(({ name }) => name),
    served,
  )
  const messages = collector.metrics.find(({ name }) => name === 'guildhall_messages_total')
  assert.deepEqual([messages?.sum?.isMonotonic, messages?.sum?.dataPoints?.[0]?.asDouble], [true, 1])
  const times = collector.metrics.find(({ name }) => name === 'guildhall_http_request_seconds')
  assert.ok((times?.histogram?.dataPoints?.[0]?.count ?? 0) >= 1)

  const hex = Buffer.from(request.traceId, 'base64').toString('hex')
  const line = collector.logs.find((log) => attribute(log, 'route') === '/api/channels/:channel_id/messages')
  assert.deepEqual([line?.body?.stringValue, line?.traceId], ['request', request.traceId])
  assert.equal(line && attribute(line, 'request'), attribute(request, 'guildhall.request_id'))
  assert.match(platform.stderr(), new RegExp(`"trace_id":"${hex}"`))
  assert.equal(collector.resource.get('service.name'), 'guildhall')
  assert.equal(collector.resource.get('deployment.environment'), 'test')
  assert.ok(collector.headers.every((headers) => headers['x-tenant'] === 'one'))
  for (const hidden of [secret, platform.ann.token, platform.games.token])
    assert.equal(JSON.stringify([collector.spans, collector.metrics, collector.logs]).includes(hidden), false)
})

test('a collector that refuses delays neither requests nor the end, and is named in the log once', async () => {
  const server = createServer((_request, response) => response.writeHead(400).end())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_METRIC_EXPORT_INTERVAL: '100' }
  const platform = await spawnPlatform({ world, env })
  const ann = api(platform.api, platform.ann.token)
  assert.equal((await ann.get('/users/@me')).status, 200)
  assert.equal((await platform.stop()).code, 0)
  server.closeAllConnections()
  server.close()
  assert.equal(platform.stderr().match(/does not take metrics/g)?.length, 1)
})
