/** Nodes that the command starts. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { api, RawGateway } from '@guildhall/testing'
import { VERSION } from '../../src/platform/package-folder.ts'
import { clusterStore } from '../support/cluster-store.ts'
import { runCommand } from '../support/command.ts'
import { ON_POSTGRES_AND_NATS, startNats } from '../support/nats-server.ts'
import { spawnPlatform } from '../support/platform.ts'

const world = {
  users: { ann: { token: 'ann-token-of-the-world-file' } },
  guilds: { lab: { owner: 'ann', channels: { general: {} } } },
}

/** Returns what `guildhall doctor` says of nodes. */
async function doctor(...args: string[]): Promise<string[]> {
  const { stdout } = await runCommand(['doctor', '--json', ...args])
  const { findings } = JSON.parse(stdout) as { findings: { check: string; text: string }[] }
  return findings.flatMap(({ check, text }) => (check === 'node' ? [text] : []))
}

interface NodeLine {
  readonly node: { readonly name: string; readonly url: string }
  readonly cluster: { readonly id: string; readonly nodes: readonly string[]; readonly files: string }
}

test('two commands on an empty database are one platform; a third one with another address or key is refused', {
  ...ON_POSTGRES_AND_NATS,
  timeout: 120_000,
}, async () => {
  const { databaseUrl, drop } = await clusterStore()
  const files = await mkdtemp(join(tmpdir(), 'guildhall-files-'))
  await using nats = await startNats()
  const key = randomBytes(32).toString('hex')
  const start = (name: string, { args = [] as string[], GUILDHALL_SECRET_KEY = key } = {}) =>
    spawnPlatform<typeof world>({
      ...{ databaseUrl, busUrl: nats.url, world, rateLimits: 'off', env: { ...process.env, GUILDHALL_SECRET_KEY } },
      args: ['--files-url', files, '--node-name', name, '--data', ':memory:', ...args],
    })
  try {
    const nodes = await Promise.all([start('a'), start('b')])
    const [a, b] = nodes
    const lines = nodes as unknown as NodeLine[]
    assert.deepEqual(
      lines.map(({ node }) => node.name),
      ['a', 'b'],
    )
    assert.equal(lines[0]?.cluster.id, lines[1]?.cluster.id)
    assert.equal(lines[0]?.cluster.files, 'folder')
    assert.ok(lines.some(({ cluster }) => cluster.nodes.join() === 'a,b'))
    const nodesSeen = (await doctor('--server', b?.url ?? '', '--key', b?.control.key ?? '')).concat(
      await doctor('--database-url', databaseUrl),
    )
    assert.deepEqual(
      nodesSeen.map((text) => text.replace(/[\d.]+ s ago/, 'N s ago')),
      [a, b, a, b].map((node, at) => `${'ab'[at % 2]}: version ${VERSION} at ${node?.url}, lease renewed N s ago`),
    )
    const ready = await fetch(`${b?.url}/readyz`)
    assert.deepEqual(await ready.json(), { status: 'ready', node: 'b', store: true, bus: true, lease: true })
    const general = (await api(b?.api ?? '', world.users.ann.token).get<{ id: string }[]>('/users/@me/guilds')).body[0]
    assert.ok(general)
    const channels = await api(b?.api ?? '', world.users.ann.token).get<{ id: string }[]>(
      `/guilds/${general.id}/channels`,
    )
    const gateway = await RawGateway.connect(b?.gateway ?? '')
    await gateway.identify({ token: world.users.ann.token, intents: 0 })
    await gateway.next('GUILD_CREATE')
    const path = `/channels/${channels.body[0]?.id}/messages`
    const posted = await api(a?.api ?? '', world.users.ann.token).post<{ id: string }>(path, { content: 'hi' })
    assert.equal((await gateway.next<{ id: string }>('MESSAGE_CREATE')).d.id, posted.body.id)
    await assert.rejects(start('c', { args: ['--public-url', 'https://chat.example'] }), (error) =>
      /--public-url: node [ab] has none, and this one https:\/\/chat\.example/.test(String((error as Error).message)),
    )
    await assert.rejects(start('c', { GUILDHALL_SECRET_KEY: randomBytes(32).toString('hex') }), (error) =>
      /encrypted under another key/.test(String((error as Error).message)),
    )
    const stopped = await Promise.all([a?.stop(), b?.stop()])
    assert.deepEqual(
      stopped.map((exit) => exit?.code),
      [0, 0],
    )
  } finally {
    await rm(files, { recursive: true, force: true })
    await drop()
  }
})
