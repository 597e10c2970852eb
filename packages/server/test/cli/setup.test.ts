/** `guildhall setup`: a platform for others out of an empty store, and the files of its service. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { api, spawnPlatform } from '@guildhall/testing'
import { MailServer } from '../support/mail-server.ts'

const COMMAND = fileURLToPath(new URL('../../bin/guildhall.js', import.meta.url))
let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-setup-'))
})
after(() => rm(folder, { recursive: true, force: true }))

async function setup(...args: string[]) {
  const child = spawn(process.execPath, [COMMAND, 'setup', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const finished = { code: null as number | null, stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk) => {
      finished[name] += chunk
    })
  ;[finished.code] = await once(child, 'close')
  return finished
}

test('an empty store gets its owner, settings and files; a second run changes nothing', async () => {
  const mail = await MailServer.start()
  const [data, write] = [join(folder, 'data'), join(folder, 'service')]
  const options = ['--data', data, '--write', write, '--systemd', '--compose', '--json', '--port', '0']
  const first = await setup(
    ...[...options, '--public-url', 'https://chat.example', '--owner', 'Olga', '--email', 'olga@example.com'],
    ...['--registration', 'open', '--smtp-url', mail.url, '--mail-from', 'hall@chat.example'],
  )
  assert.equal(first.code, 0, first.stderr)
  const done = JSON.parse(first.stdout)
  assert.deepEqual(Object.keys(done), ['checks', 'owner', 'link', 'recovery_key', 'written'])
  assert.equal(done.owner.username, 'olga')
  assert.match(done.recovery_key, /^AGE-SECRET-KEY-1/)
  assert.match(done.link, /^https:\/\/chat\.example\/sign-in#token=/)
  const found = Object.fromEntries(done.checks.map(({ check, level }: Record<string, string>) => [check, level]))
  assert.deepEqual([found.Node, found.mail, found.TLS], ['ok', 'ok', 'warn'])
  assert.match(first.stderr, /TLS/)
  const names = ['guildhall.env', 'guildhall.service', 'compose.yaml', 'Caddyfile']
  assert.deepEqual(
    done.written,
    names.map((name) => join(write, name)),
  )
  assert.equal((await stat(join(write, 'guildhall.env'))).mode & 0o777, 0o600)
  assert.match(await readFile(join(write, 'guildhall.env'), 'utf8'), /^GUILDHALL_PUBLIC_URL=https:\/\/chat\.example$/m)
  assert.match(await readFile(join(write, 'Caddyfile'), 'utf8'), /^chat\.example \{/)
  await writeFile(join(write, 'Caddyfile'), 'mine')

  const second = await setup(...options, '--owner', 'eve')
  assert.equal(second.code, 0, second.stderr)
  const again = JSON.parse(second.stdout)
  assert.deepEqual([again.owner, again.link, again.recovery_key, again.written], [null, null, null, []])
  assert.equal(await readFile(join(write, 'Caddyfile'), 'utf8'), 'mine')

  await using platform = await spawnPlatform({ data })
  const facts = await api(platform.api).get<Record<string, unknown>>('/auth/registration')
  assert.deepEqual([facts.body.mode, facts.body.email], ['open', 'optional'])
  const token = new URL(done.link).hash.replace('#token=', '')
  const signedIn = await api(platform.api).post<{ user_id: string }>('/auth/link', {
    token,
    password: 'a long password',
  })
  assert.equal(signedIn.body.user_id, done.owner.id)
  await mail.leave()
})

test('a name that cannot be, and options that need another, are refused in one line', async () => {
  const data = join(folder, 'refused')
  const faulty = await setup('--data', data, '--owner', 'two  words', '--port', '0')
  assert.equal(faulty.code, 1)
  assert.match(faulty.stderr.trim().split('\n').at(-1) ?? '', /name/i)
  for (const args of [['--systemd'], ['--smtp-url', 'smtp://localhost'], ['--registration', 'all']]) {
    const { code, stdout } = await setup('--data', data, ...args)
    assert.deepEqual([code, stdout], [2, ''])
  }
  const made = await setup('--data', data, '--yes', '--port', '0')
  assert.match(
    made.stdout,
    /The first owner is owner\.\nOne-time link, for 24 hours: http:\/\/127\.0\.0\.1:\d+\/sign-in#\S+\nRecovery key: .*\nAGE-/,
  )
})
