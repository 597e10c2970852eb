/** `guildhall admin`, on a platform that runs and on a store that nothing uses. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { api, spawnPlatform } from '@guildhall/testing'

const COMMAND = fileURLToPath(new URL('../../bin/guildhall.js', import.meta.url))
let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-admin-'))
})
after(() => rm(folder, { recursive: true, force: true }))

interface Finished {
  code: number | null
  stdout: string
  stderr: string
}

async function admin(data: string, ...args: string[]): Promise<Finished> {
  const child = spawn(process.execPath, [COMMAND, 'admin', ...args, '--data', data], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const finished = { code: null as number | null, stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk) => {
      finished[name] += chunk
    })
  ;[finished.code] = await once(child, 'close')
  return finished
}

const json = ({ code, stdout, stderr }: Finished) => {
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout)
}
const signIn = (base: string, url: string, password: string) =>
  api(base).post<{ token: string }>('/auth/link', { token: new URL(url).hash.replace('#token=', ''), password })

test('on an empty store that nothing uses, a command makes the first owner, who then signs in', async () => {
  const data = join(folder, 'first')
  const made = json(
    await admin(data, 'create', 'Olga', '--role', 'owner', '--public-url', 'https://chat.example', '--json'),
  )
  assert.deepEqual([made.user.username, made.user.role], ['olga', 'owner'])
  assert.ok(made.url.startsWith('https://chat.example/sign-in#token='))
  await using platform = await spawnPlatform({ data })
  assert.deepEqual(Object.keys(platform.world ?? {}), [])
  const { status, body } = await signIn(platform.api, made.url, 'a long password')
  assert.equal(status, 200)
  const olga = api(platform.api, body.token)
  assert.equal((await olga.get('/admin/users')).code, 60003)
  await admin(data, 'settings', 'operator_second_factor', 'false')
  const people = await olga.get<{ username: string }[]>('/admin/users')
  assert.deepEqual(
    people.body.map(({ username }) => username),
    ['olga'],
  )
})

test('with a running platform, commands go through it, and take effect for its people at once', async () => {
  const data = join(folder, 'running')
  await using platform = await spawnPlatform({ data })
  const made = json(await admin(data, 'create', 'zoe', '--email', 'zoe@example.com', '--json'))
  assert.ok(made.url.startsWith(`${platform.url}/sign-in#token=`))
  const { body } = await signIn(platform.api, made.url, 'a long password')
  const bob = api(platform.api, body.token)
  assert.equal((await bob.get('/users/@me')).status, 200)
  const suspended = await admin(data, 'suspend', 'zoe', '--for', '7d', '--reason', 'Spam')
  assert.match(suspended.stdout, /zoe {2}suspended, zoe@example.com/)
  assert.equal((await bob.get('/users/@me')).status, 401)
  assert.match((await admin(data, 'unsuspend', 'zoe')).stdout, /zoe {2}active/)
  assert.match((await admin(data, 'role', 'zoe', 'moderator')).stdout, /moderator/)
  assert.match((await admin(data, 'people', '--search', 'zo')).stdout, /^\d+ {2}zoe/)
  const link = json(await admin(data, 'link', 'zoe', '--json'))
  assert.ok(Date.parse(link.expires_at) > Date.now())
  assert.equal((await admin(data, 'key')).code, 2)
  const { key } = json(await admin(data, 'key', '--replace', '--json'))
  assert.notEqual(key, platform.control.key)
  assert.equal((await api(platform.api, `Bearer ${platform.control.key}`).get('/admin/users')).status, 401)
  assert.equal((await api(platform.api, `Bearer ${key}`).get('/admin/users')).status, 200)
  const log: { actor: unknown; action: string }[] = json(await admin(data, 'log', '--json'))
  assert.deepEqual(
    log.map(({ actor, action }) => [actor, action]),
    ['key', 'link', 'role', 'unsuspend', 'suspend', 'create'].map((action) => ['command', action]),
  )
})

test('settings, invites and registrations are decided at the terminal, with and without a platform', async () => {
  const data = join(folder, 'registrations')
  const changed = json(await admin(data, 'settings', 'registration', 'approval', '--json'))
  assert.equal(changed.settings.registration, 'approval')
  assert.equal((await admin(data, 'settings', 'registration', 'everyone')).code, 2)
  assert.equal((await admin(data, 'settings', 'registratoin')).code, 2)
  assert.match((await admin(data, 'settings', 'registration')).stdout, /^registration = "approval"\n$/)
  const invite = json(await admin(data, 'invite', '--uses', '3', '--expires', '7d', '--json'))
  assert.deepEqual([invite.uses, invite.used], [3, 0])
  // Without a platform, each command opens the store, which takes a second.
  await using platform = await spawnPlatform({ data })
  json(await admin(data, 'settings', 'registration_challenge', 'false', '--json'))
  assert.match((await admin(data, 'invites')).stdout, new RegExp(invite.code))
  for (const username of ['lea', 'max']) {
    const sent = { username, password: 'a long password' }
    assert.equal((await api(platform.api).post('/auth/register', sent)).status, 202)
  }
  assert.match((await admin(data, 'people', '--state', 'pending')).stdout, /lea {2}pending\n\d+ {2}max {2}pending/)
  assert.match((await admin(data, 'approve', 'lea')).stdout, /lea {2}active/)
  assert.match((await admin(data, 'reject', 'max', '--reason', 'Unknown')).stdout, /max was rejected/)
  assert.equal((await admin(data, 'show', 'max')).code, 1)
  const signedIn = await api(platform.api).post('/auth/login', { login: 'lea', password: 'a long password' })
  assert.equal(signedIn.status, 200)
  assert.match((await admin(data, 'sign-out', 'lea')).stdout, /lea {2}active/)
  assert.match((await admin(data, 'mail')).stdout, /^0 waiting, 0 failed/)
})

test('reports, raid mode and blocks are handled at the terminal', async () => {
  const data = join(folder, 'moderation')
  const world = {
    users: { ann: {}, bob: {} },
    guilds: { lab: { owner: 'ann', members: ['bob'], channels: { general: {} } } },
  }
  await using platform = await spawnPlatform({ data, world })
  const general = `/channels/${platform.lab.general.id}/messages`
  const bad = await platform.bob.api.post<{ id: string }>(general, { content: 'bad words' })
  const target = { channel_id: platform.lab.general.id, message_id: bad.body.id }
  const { body } = await platform.ann.api.post<{ id: string }>('/report', { ...target, reason: 1, text: 'rude' })
  const shown = await admin(data, 'reports', body.id)
  assert.match(shown.stdout, new RegExp(`^${body.id} {2}open {2}message, person .* 1 reports`))
  assert.match(shown.stdout, /reason 1: rude\n> .*bob: bad words/)
  const resolved = json(await admin(data, 'resolve', body.id, 'remove', '--note', 'spam', '--json'))
  assert.deepEqual([resolved.state, resolved.resolved_by, resolved.note], ['removed', 'command', 'spam'])
  assert.equal((await platform.ann.api.get(`${general}/${bad.body.id}`)).code, 10008)
  assert.match((await admin(data, 'block', 'word', 'Bad', '--note', 'x')).stdout, / {2}word {2}bad {2}x/)
  assert.equal((await platform.bob.api.post(general, { content: 'bad' })).code, 200_000)
  assert.match((await admin(data, 'unblock', 'bad')).stdout, /no more/)
  assert.match((await admin(data, 'raid', 'on', '--minutes', '5')).stdout, /^Raid mode is on until /)
  const log: { actor: unknown; action: string }[] = json(await admin(data, 'log', '--json'))
  assert.deepEqual(
    log.map(({ actor, action }) => [actor, action]),
    ['raid', 'block', 'block', 'report'].map((action) => ['command', action]),
  )
})

test('refusals are one line, and tell wrong arguments from failures', async () => {
  const data = join(folder, 'refusals')
  json(await admin(data, 'create', 'olga', '--role', 'owner', '--json'))
  const cases: [string[], number, RegExp][] = [
    [['role', 'olga', 'none'], 1, /last owner/],
    [['role', 'olga', 'king'], 2, /one of owner, admin, moderator/],
    [['show', 'nobody'], 1, /no person with the name nobody/],
    [['create', 'olga'], 1, /unavailable/],
    [['shwo', 'olga'], 2, /did you mean show/],
    [['create'], 2, /admin create takes NAME/],
    [['link', 'olga', '--reason', 'x'], 2, /no option --reason/],
    [['suspend', 'olga', '--for', 'ever'], 2, /takes a time such as 30m/],
    [['resolve', '1', 'forgive'], 2, /one of dismiss, remove, suspend/],
    [['people', '--server', 'http://127.0.0.1:9', '--key', 'k'], 1, /cannot be reached/],
  ]
  for (const [args, code, text] of cases) {
    const result = await admin(data, ...args)
    assert.equal(result.code, code, `${args.join(' ')}: ${result.stderr}`)
    assert.match(result.stderr, text)
    assert.doesNotMatch(result.stderr, /\n\s+at /)
    assert.equal(result.stdout, '')
  }
})
