import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StartOptions } from '../options/start-options.ts'
import { start } from './start.ts'

const parse = (line: string, env: Record<string, string> = {}) =>
  start.parse({ args: line.split(' ').slice(1), program: null, env })

function options(line: string, env?: Record<string, string>): StartOptions {
  const parsed = parse(line, env)
  return typeof parsed === 'string' ? assert.fail(parsed) : parsed.options
}

test('without options every default is as documented', () => {
  assert.deepEqual(options('start'), {
    port: 7700,
    host: '127.0.0.1',
    publicUrl: null,
    data: './.guildhall',
    world: null,
    rateLimits: 'documented',
    outgoing: 'anywhere',
    json: false,
    tls: 'local',
    databaseUrl: null,
    filesUrl: null,
    telemetry: null,
    secretKeyFile: null,
    keepSecrets: false,
    busUrls: [],
    nodeName: null,
    nodeUrl: null,
    drainSeconds: 20,
    localClient: null,
    consent: 'ask',
    activitiesDomain: null,
    gameOrigins: [],
    logLevel: 'warn',
    trustProxy: [],
    metrics: null,
    voiceUdp: null,
    voiceAnnounce: null,
    voiceTcp: 'on',
    voiceIceServers: null,
    settings: {},
    mailDir: null,
  })
})

test('every option is read, in both forms', () => {
  const pairs = [
    ['port', '0'],
    ['host', '0.0.0.0'],
    ['public-url', 'https://Chat.example:443/'],
    ['data', ':memory:'],
    ['world', 'w.yaml'],
    ['date', '2026-02-23'],
    ['rate-limits', 'off'],
    ['outgoing', 'public'],
    ['tls-cert', 'c.pem'],
    ['tls-key', 'k.pem'],
    ['secret-key', 's.key'],
    ['database-url', 'postgres://a:b=c@h/d'],
    ['files-url', 's3://hall/chat'],
    ['bus-url', 'nats://h:4222,tls://user:secret@i'],
    ['node-name', 'a'],
    ['node-url', 'https://a.chat.example'],
    ['drain-time', '5'],
    ['log-level', 'debug'],
    ['trust-proxy', '127.0.0.1,10.0.0.0/8'],
    ['connections-per-address', '20'],
    ['quota-person-bytes', '500MiB'],
    ['quota-guild-bytes', 'off'],
    ['disk-reserve-bytes', '1000'],
    ['metrics', '127.0.0.1:9464'],
    ['voice-udp', '[::1]:5000'],
    ['voice-announce', 'voice.example:443'],
    ['voice-tcp', 'off'],
    ['voice-ice-servers', '/etc/ice.json'],
    ['activities-domain', 'activities.test:7700'],
    ['game-origins', 'https://Game.example:443,http://127.0.0.1:5173'],
    ['local-client', 'alice'],
    ['consent', 'deny'],
  ]
  const expected = {
    port: 0,
    host: '0.0.0.0',
    publicUrl: 'https://chat.example',
    data: ':memory:',
    world: 'w.yaml',
    date: Date.UTC(2026, 1, 23),
    rateLimits: 'off',
    outgoing: 'public',
    json: true,
    control: true,
    tls: { cert: 'c.pem', key: 'k.pem' },
    secretKeyFile: 's.key',
    keepSecrets: true,
    databaseUrl: 'postgres://a:b=c@h/d',
    filesUrl: 's3://hall/chat',
    telemetry: null,
    busUrls: ['nats://h:4222', 'tls://user:secret@i'],
    nodeName: 'a',
    nodeUrl: 'https://a.chat.example',
    drainSeconds: 5,
    logLevel: 'debug',
    trustProxy: ['127.0.0.1', '10.0.0.0/8'],
    connectionsPerAddress: 20,
    quotaPersonBytes: 500 * 1024 * 1024,
    quotaGuildBytes: null,
    diskReserveBytes: 1_000,
    metrics: { host: '127.0.0.1', port: 9464 },
    voiceUdp: { host: '::1', port: 5000 },
    voiceAnnounce: { host: 'voice.example', port: 443 },
    voiceTcp: 'off',
    voiceIceServers: '/etc/ice.json',
    activitiesDomain: 'activities.test:7700',
    gameOrigins: ['https://game.example', 'http://127.0.0.1:5173'],
    localClient: 'alice',
    consent: 'deny',
    settings: {},
    mailDir: null,
  }
  assert.deepEqual(
    options(`start --json --control --keep-secrets ${pairs.map(([name, value]) => `--${name} ${value}`).join(' ')}`),
    expected,
  )
  assert.deepEqual(
    options(`start ${pairs.map(([name, value]) => `--${name}=${value}`).join(' ')} --json --control --keep-secrets`),
    expected,
  )
})

test('[PRM-14] the environment picks one of the two documented dates, and any other is refused by name', () => {
  const env = (value: string) => ({ GUILDHALL_PIN_SPLIT_DATE: value })
  assert.equal(options('start', env('2026-01-12')).pinSplitDate, '2026-01-12')
  assert.equal(options('start', env('')).pinSplitDate, undefined)
  const refused = parse('start', env('2026-01-13'))
  assert.match(String(refused), /GUILDHALL_PIN_SPLIT_DATE: pin_split_date must be one of/)
})
