import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { unknownVariables } from './environment.ts'
import { parseStartOptions, START_OPTIONS, type StartOptions } from './start-options.ts'

let folder = ''
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'guildhall-environment-'))
})
after(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

function parse(env: Record<string, string>, ...args: string[]): StartOptions | string {
  const parsed = parseStartOptions({ args, env })
  return typeof parsed === 'string' ? parsed : parsed.options
}

function options(env: Record<string, string>, ...args: string[]): StartOptions {
  const parsed = parse(env, ...args)
  return typeof parsed === 'string' ? assert.fail(parsed) : parsed
}

test('each option of start has a variable, and the command line wins over it', () => {
  const { port, host, publicUrl, demo, trustProxy } = options(
    {
      GUILDHALL_PORT: '80',
      GUILDHALL_HOST: '0.0.0.0',
      GUILDHALL_PUBLIC_URL: 'https://chat.example',
      GUILDHALL_DEMO: 'true',
      GUILDHALL_TRUST_PROXY: 'loopback,10.0.0.0/8',
    },
    '--port',
    '81',
  )
  assert.deepEqual([port, host, publicUrl, demo], [81, '0.0.0.0', 'https://chat.example', true])
  assert.deepEqual(trustProxy, ['loopback', '10.0.0.0/8'])
})

test('an empty variable counts as absent, and a switch takes words', () => {
  assert.equal(options({ GUILDHALL_PORT: '' }).port, 7700)
  for (const word of ['1', 'true', 'YES', 'on']) assert.equal(options({ GUILDHALL_JSON: word }).json, true, word)
  for (const word of ['0', 'false', 'no', 'off']) assert.equal(options({ GUILDHALL_JSON: word }).json, false, word)
  assert.equal(parse({ GUILDHALL_JSON: 'perhaps' }), 'GUILDHALL_JSON must be true or false')
})

test('a variable with _FILE names a file that holds the value', () => {
  const url = 'postgres://guildhall:secret@db/guildhall'
  assert.equal(options({ GUILDHALL_DATABASE_URL_FILE: file('url', `${url}\n`) }).databaseUrl, url)
  assert.equal(options({ GUILDHALL_SECRET_KEY_FILE: '/run/secrets/key' }).secretKeyFile, '/run/secrets/key')
  const faulty = parse({ GUILDHALL_DATABASE_URL_FILE: file('faulty', 'mysql://u:secret@h') })
  assert.match(String(faulty), /^GUILDHALL_DATABASE_URL_FILE must be an address/)
  assert.ok(!String(faulty).includes('secret'))
  assert.match(String(parse({ GUILDHALL_PORT_FILE: join(folder, 'none') })), /^GUILDHALL_PORT_FILE: .* \(ENOENT\)$/)
  assert.match(String(parse({ GUILDHALL_PORT_FILE: file('empty', '\n') })), /is empty$/)
  assert.match(String(parse({ GUILDHALL_PORT: '1', GUILDHALL_PORT_FILE: 'x' })), /both set/)
})

test('a faulty value is refused with the name of its variable', () => {
  assert.match(String(parse({ GUILDHALL_PORT: '65536' })), /^GUILDHALL_PORT must be a port number/)
  for (const url of ['chat.example', 'ftp://chat.example', 'https://chat.example/path', 'https://u:p@chat.example'])
    assert.match(String(parse({ GUILDHALL_PUBLIC_URL: url })), /^GUILDHALL_PUBLIC_URL takes an address without a path/)
})

test('an unknown variable is named with the nearest known one', () => {
  const env = {
    GUILDHALL_PUBLIC_ULR: 'x',
    GUILDHALL_PORT: '1',
    GUILDHALL_TEST_STORE: 'x',
    GUILDHALL_TOKEN: 'x',
    HOME: '/',
  }
  const lines = unknownVariables(env, START_OPTIONS)
  assert.deepEqual(lines, ['GUILDHALL_PUBLIC_ULR is unknown and has no effect; did you mean GUILDHALL_PUBLIC_URL?'])
})

test('settings of the instance have variables, and a fault names the variable without its value', () => {
  const { settings } = options({
    GUILDHALL_REGISTRATION: 'open',
    GUILDHALL_REGISTRATION_DOMAINS: 'chat.example, mail.example',
    GUILDHALL_REGISTRATION_CHALLENGE: 'false',
    GUILDHALL_REGISTRATIONS_PER_HOUR: '7',
    GUILDHALL_SMTP_URL_FILE: file('smtp', 'smtp://hall:word@mail.example\n'),
    GUILDHALL_NAME: '',
  })
  assert.deepEqual(settings, {
    registration: 'open',
    registration_domains: ['chat.example', 'mail.example'],
    registration_challenge: false,
    registrations_per_hour: 7,
    smtp_url: 'smtp://hall:word@mail.example',
  })
  const wrong = parse({ GUILDHALL_SMTP_URL: 'http://hall:word@mail.example' })
  assert.ok(typeof wrong === 'string' && wrong.includes('GUILDHALL_SMTP_URL') && !wrong.includes('word'), String(wrong))
  assert.match(String(parse({ GUILDHALL_REGISTRATION: 'everyone' })), /GUILDHALL_REGISTRATION must be one of closed/)
})
