/** Health, metrics and ids of requests. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { api, multipart, type TestPlatform } from '@guildhall/testing'
import { spawnCommand } from '../support/command.ts'
import { freePort } from '../support/free-port.ts'
import { startPlatform } from '../support/platform.ts'
import { until } from '../support/until.ts'

const world = { users: { ann: {} }, applications: {}, guilds: { lab: { owner: 'ann', channels: { general: {} } } } }
const DEPLOY = new URL('../../../../deploy/', import.meta.url)
/** Metrics that the contract names, besides those of the process. */
const NAMES = `node_info http_requests_total http_request_seconds sessions dispatches_total dispatch_seconds
  messages_total store_transaction_seconds store_bytes files_bytes jobs_waiting jobs_total mails_waiting
  mails_failed_total sign_ins_total registrations_total reports_open backup_last_success_timestamp_seconds
  webhook_events_total voice_sessions event_loop_delay_seconds`.split(/\s+/)

let port = 0
let platform: TestPlatform<typeof world>
before(async () => {
  port = await freePort()
  platform = await startPlatform({ world, metrics: { host: '127.0.0.1', port } })
})
after(() => platform.close())

const at = (path: string, headers: Record<string, string> = {}) => fetch(`${platform.url}${path}`, { headers })

test('/healthz and /readyz respond without a key and without other facts, at both ports', async () => {
  for (const base of [platform.url, `http://127.0.0.1:${port}`]) {
    const [live, ready] = [await fetch(`${base}/healthz`), await fetch(`${base}/readyz`)]
    assert.deepEqual([live.status, await live.json()], [200, { status: 'ok' }])
    assert.deepEqual([ready.status, await ready.json()], [200, { status: 'ready', store: true }])
    assert.equal(ready.headers.get('cache-control'), 'no-store')
    assert.equal((await fetch(`${base}/readyz`, { method: 'POST' })).status, 405)
  }
  assert.equal((await fetch(`http://127.0.0.1:${port}/api/v10/gateway`)).status, 404)
})

test('the second port says that the platform starts, as long as it does', async () => {
  // A database that accepts connections and says nothing.
  const database = createServer().listen(0, '127.0.0.1')
  await once(database, 'listening')
  const second = await freePort()
  const url = `postgres://127.0.0.1:${(database.address() as { port: number }).port}/silent`
  const options = ['--database-url', url, '--metrics', `127.0.0.1:${second}`, '--port', '0', '--data', ':memory:']
  const child = spawnCommand(['start', ...options], { GUILDHALL_SECRET_KEY: Buffer.alloc(32, 1).toString('base64') })
  try {
    const readyz = () => fetch(`http://127.0.0.1:${second}/readyz`).catch(() => null)
    let response: Response | null = null
    await until('the second port is open', async () => {
      response = await readyz()
      return response !== null
    })
    const { status } = response as unknown as Response
    assert.deepEqual(
      [status, await (response as unknown as Response).json()],
      [503, { status: 'starting', store: false }],
    )
    assert.equal((await fetch(`http://127.0.0.1:${second}/healthz`)).status, 200)
    assert.equal((await fetch(`http://127.0.0.1:${second}/metrics`)).status, 503)
  } finally {
    child.kill('SIGKILL')
    database.close()
  }
})

test('metrics have the documented names, and count requests, messages and dispatches', async () => {
  const ann = api(platform.api, platform.ann.token)
  const before = await metrics()
  assert.equal((await ann.post(`/channels/${platform.lab.general.id}/messages`, { content: 'hi' })).status, 200)
  assert.equal((await api(platform.api).post('/auth/login', { login: 'ann', password: 'wrong' })).status, 400)
  const now = await metrics()
  for (const name of NAMES) assert.ok(now.names.has(`guildhall_${name}`), name)
  assert.equal(
    (now.values.get('guildhall_messages_total') ?? 0) - (before.values.get('guildhall_messages_total') ?? 0),
    1,
  )
  assert.equal(now.values.get('guildhall_http_requests_total{operation="create_message",status="200"}'), 1)
  assert.equal(now.values.get('guildhall_sign_ins_total{method="password",result="refused"}'), 1)
  assert.ok((now.values.get('guildhall_http_request_seconds_count') ?? 0) >= 2)
  assert.ok((now.values.get('guildhall_store_transaction_seconds_count') ?? 0) >= 1)
  assert.ok((now.values.get('process_resident_memory_bytes') ?? 0) > 10_000_000)
})

async function metrics(): Promise<{ names: Set<string>; values: Map<string, number> }> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`)
  assert.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
  const lines = (await response.text()).trim().split('\n')
  const names = lines.flatMap((line) => /^# TYPE (\w+)/.exec(line)?.[1] ?? [])
  const values = lines.filter((line) => !line.startsWith('#')).map((line) => line.split(/ (?=\S+$)/))
  assert.equal(new Set(names).size, names.length)
  return { names: new Set(names), values: new Map(values.map(([name = '', value]) => [name, Number(value)])) }
}

test('metrics at the main port are for this machine, the operator and a token', async () => {
  assert.equal((await at('/metrics')).status, 200)
  for (const header of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via'])
    assert.equal((await at('/metrics', { [header]: 'for=1.2.3.4' })).status, 401, header)
  const key = platform.control.key
  const token = 'a token of sixteen or more'.replaceAll(' ', '-')
  const operator = api(platform.api, `Bearer ${key}`)
  assert.equal((await at('/metrics', { authorization: `Bearer ${token}` })).status, 401)
  assert.equal((await operator.patch('/admin/settings', { metrics_token: token })).status, 200)
  for (const good of [key, token])
    assert.equal((await at('/metrics', { authorization: `Bearer ${good}`, 'x-forwarded-for': '1.2.3.4' })).status, 200)
  assert.equal((await at('/metrics', { authorization: `Bearer ${platform.ann.token}` })).status, 401)
  const { body } = await operator.get<{ settings: Record<string, unknown> }>('/admin/settings')
  assert.equal(body.settings.metrics_token, true)
})

test('the reserve of the disk is a metric that follows the setting, and so is readiness', async () => {
  const data = await mkdtemp(join(tmpdir(), 'guildhall-watch-'))
  try {
    await using kept = await startPlatform({ world, data })
    const operator = api(kept.api, `Bearer ${kept.control.key}`)
    const seen = async () => {
      const text = await (await fetch(`${kept.url}/metrics`)).text()
      const { status } = (await (await fetch(`${kept.url}/readyz`)).json()) as { status: string }
      return [/^guildhall_disk_reserve_bytes (\S+)$/m.exec(text)?.[1], status]
    }
    assert.deepEqual(await seen(), [String(1024 ** 3), 'ready'])
    for (const [reserve, status] of [
      [1e15, 'no_room'],
      [5, 'ready'],
    ] as const) {
      assert.equal((await operator.patch('/admin/settings', { disk_reserve_bytes: reserve })).status, 200)
      assert.deepEqual(await seen(), [String(reserve), status])
    }
  } finally {
    await rm(data, { recursive: true, force: true })
  }
  const alerts = await readFile(new URL('prometheus/alerts.yml', DEPLOY), 'utf8')
  assert.match(alerts, /expr: guildhall_disk_free_bytes < guildhall_disk_reserve_bytes\n/)
})

test('a platform of another host tells its metrics to nobody without a key, and says when it has no room', async () => {
  await using away = await startPlatform({
    world,
    publicUrl: 'https://chat.example',
    diskReserveBytes: 1e16,
    observe: () => undefined,
  })
  const listen = (away as unknown as { listen: string }).listen
  assert.equal((await fetch(`${listen}/metrics`)).status, 401)
  const ready = await fetch(`${listen}/readyz`)
  // The platform of a test has nothing on the disk: its files are in a temporary folder.
  assert.equal(ready.status, 200)
  const body = multipart({ attachments: [{ id: 0, filename: 'a' }] }, [{ name: 'a', data: Buffer.alloc(10) }])
  const refused = await fetch(`${listen}/api/v10/channels/${away.lab.general.id}/messages`, {
    method: 'POST',
    headers: { authorization: away.ann.token },
    body,
  })
  const error = (await refused.json()) as { request_id: string }
  assert.equal(refused.status, 503)
  assert.equal(error.request_id, refused.headers.get('x-request-id'))
})

test('each response has another id; refusals of the caller have none in the body', async () => {
  const ids = new Set<string | null>()
  for (const path of ['/api/v10/gateway', '/api/v10/users/@me', '/api/v10/nothing', '/nothing', '/']) {
    const response = await at(path)
    ids.add(response.headers.get('x-request-id'))
    assert.equal((await response.text()).includes('request_id'), false, path)
  }
  assert.equal(ids.size, 5)
  assert.equal(ids.has(null), false)
})

test('every metric that the dashboard and the alerts name is served', async () => {
  const { names } = await metrics()
  for (const file of ['grafana/guildhall.json', 'prometheus/alerts.yml']) {
    const text = await readFile(new URL(file, DEPLOY), 'utf8')
    const named = [...text.matchAll(/\b(?:guildhall|process)_\w+/g)].map(([name]) => name.replace(/_bucket$/, ''))
    assert.ok(named.length > 5)
    for (const name of named) {
      // A platform in memory has no disk.
      if (name !== 'guildhall_disk_free_bytes') assert.ok(names.has(name), `${file}: ${name}`)
    }
  }
})
