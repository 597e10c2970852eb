/** The log as an operator reads it: one line for each request, reasons of refusals, and no secret. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Intent } from '@guildhall/protocol'
import { api, RawGateway, spawnPlatform } from '@guildhall/testing'

interface Line {
  msg: string
  method?: string
  route?: string
  status?: number
  caller?: string
  faults?: string[]
  ms?: number
  request?: string
  op?: number
  reason?: string
  t?: string
}

type Logged = Pick<Awaited<ReturnType<typeof spawnPlatform>>, 'stderr' | 'stop'>

/** All lines, once the process has ended and so has written everything. */
async function linesOf(platform: Logged): Promise<Line[]> {
  await platform.stop()
  return platform
    .stderr()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
}

test('--log-level info writes one line for each request, faults included, and no token', async () => {
  await using platform = await spawnPlatform({ args: ['--log-level', 'info'] })
  const { bot, id } = platform.world.applications.ping ?? assert.fail()
  const general = platform.world.guilds.workshop?.channels.general?.id ?? ''
  const guildId = platform.world.guilds.workshop?.id ?? ''
  const client = api(platform.api, `Bot ${bot.token}`)
  await client.post(`/channels/${general}/messages`, { content: 'secret text '.repeat(400) })
  await client.get('/nowhere?token=query-secret')
  const made = await client.post<{ id: string; token: string }>(`/channels/${general}/webhooks`, { name: 'hook' })
  await api(platform.api).post(`/webhooks/${made.body.id}/${made.body.token}?wait=true`, { content: 'x' })
  await api(platform.api).post('/interactions/1/interaction-secret/callback', { type: 1 })
  const gateway = await RawGateway.connect(platform.gateway)
  await gateway.identify({ token: bot.token, intents: 0 })
  gateway.send(4, { guild_id: guildId, channel_id: general, self_mute: false, self_deaf: false })
  gateway.send(8, { guild_id: guildId, query: '', limit: 0 })
  gateway.send(1, null)
  await gateway.next(11)
  await client.get('/users/@me')
  const lines = await linesOf(platform)
  const requests = lines.filter(({ msg }) => msg === 'request')
  assert.deepEqual(
    requests.map(({ method, route, status, caller }) => [method, route, status, caller]),
    [
      ['POST', '/api/channels/:channel_id/messages', 400, `bot ${bot.id}`],
      ['GET', '(no route)', 404, 'anonymous'],
      ['POST', '/api/channels/:channel_id/webhooks', 200, `bot ${bot.id}`],
      ['POST', '/api/webhooks/:webhook_id/:webhook_token', 200, 'anonymous'],
      ['POST', '/api/interactions/:interaction_id/:interaction_token/callback', 404, 'anonymous'],
      ['GET', '/api/users/@me', 200, `bot ${bot.id}`],
    ],
  )
  assert.deepEqual(requests[0]?.faults, ['content: BASE_TYPE_MAX_LENGTH'])
  assert.ok(requests.every(({ ms, request }) => typeof ms === 'number' && typeof request === 'string'))
  const ignored = lines.filter(({ msg }) => msg === 'gateway command ignored')
  assert.deepEqual(new Set(ignored.map(({ op }) => op)), new Set([4, 8]))
  assert.ok(ignored.every(({ reason }) => typeof reason === 'string'))
  const text = JSON.stringify(lines)
  for (const secret of [bot.token, made.body.token, 'interaction-secret', 'query-secret', 'secret text']) {
    assert.ok(!text.includes(secret), secret)
  }
  assert.ok(!text.includes('"dispatch"'))
  assert.ok(id)
})

test('--log-level debug adds gateway commands and dispatches; the default level writes neither', async () => {
  for (const [level, expected] of [
    ['debug', true],
    ['warn', false],
  ] as const) {
    await using platform = await spawnPlatform({ args: ['--log-level', level] })
    const token = platform.world.applications.ping?.bot.token ?? ''
    const gateway = await RawGateway.connect(platform.gateway)
    await gateway.identify({ token, intents: Intent.GUILDS })
    await gateway.next('GUILD_CREATE')
    await gateway.close()
    const lines = await linesOf(platform)
    const dispatched = lines.filter(({ msg }) => msg === 'dispatch').map(({ t }) => t)
    assert.equal(dispatched.includes('READY') && dispatched.includes('GUILD_CREATE'), expected)
    assert.equal(
      lines.some(({ msg, op }) => msg === 'gateway command' && op === 2),
      expected,
    )
    assert.ok(!JSON.stringify(lines).includes(token))
  }
})

test('SIGTERM to npm start stops the server cleanly', { skip: process.platform === 'win32' }, async () => {
  const root = fileURLToPath(new URL('../../../..', import.meta.url))
  const child = spawn('npm', ['start', '--', '--port', '0', '--data', ':memory:', '--json'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let ready: { gateway: string; world: { applications: Record<string, { bot: { token: string } }> } } | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{')) continue
    ready = JSON.parse(line)
    break
  }
  assert.ok(ready)
  const gateway = await RawGateway.connect(ready.gateway)
  await gateway.identify({ token: ready.world.applications.ping?.bot.token ?? '', intents: 0 })
  const ended = once(child, 'close')
  child.kill('SIGTERM')
  await gateway.next(7)
  await ended
  await assert.rejects(RawGateway.connect(ready.gateway))
})
