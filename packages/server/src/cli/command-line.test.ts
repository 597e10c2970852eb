import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCommandLine } from './command-line.ts'
import type { StartOptions } from './start-command-line.ts'

const parse = (line: string, env: Record<string, string> = {}) =>
  parseCommandLine(line === '' ? [] : line.split(' '), { env, version: '1.2.3' })

function options(line: string, env?: Record<string, string>): StartOptions {
  const result = parse(line, env)
  assert.equal(result.command, 'start', JSON.stringify(result))
  return result.command === 'start' ? result.options : assert.fail()
}

test('without options all is as documented', () => {
  assert.deepEqual(options('start'), {
    port: 7700,
    host: '127.0.0.1',
    data: './.guildhall',
    world: null,
    rateLimits: 'documented',
    outgoing: 'anywhere',
    json: false,
    tls: 'local',
    databaseUrl: null,
    secretKeyFile: null,
    keepSecrets: false,
    busUrl: null,
    localClient: null,
    consent: 'ask',
    activitiesDomain: null,
    logLevel: 'warn',
    trustProxy: [],
    voiceUdp: null,
    voiceAnnounce: null,
  })
})

test('files takes the options of the data, and --delete', () => {
  const parsed = parse('files --data d --delete')
  assert.ok(parsed.command === 'files')
  assert.deepEqual([parsed.options.data, parsed.remove], ['d', true])
  const listed = parse('files')
  assert.ok(listed.command === 'files' && !listed.remove)
  const refused = parse('files --port 1')
  assert.ok(refused.command === 'error' && /files has no option --port/.test(refused.text))
})

test('every option is read, in both forms', () => {
  const pairs = [
    ['port', '0'],
    ['host', '0.0.0.0'],
    ['data', ':memory:'],
    ['world', 'w.yaml'],
    ['date', '2026-02-23'],
    ['rate-limits', 'off'],
    ['outgoing', 'public'],
    ['tls-cert', 'c.pem'],
    ['tls-key', 'k.pem'],
    ['secret-key', 's.key'],
    ['database-url', 'postgres://a:b=c@h/d'],
    ['bus-url', 'nats://h:4222'],
    ['log-level', 'debug'],
    ['trust-proxy', '127.0.0.1,10.0.0.0/8'],
    ['connections-per-address', '20'],
    ['quota-person-bytes', '500MiB'],
    ['quota-guild-bytes', 'off'],
    ['disk-reserve-bytes', '1000'],
    ['voice-udp', '[::1]:5000'],
    ['voice-announce', 'voice.example:443'],
    ['activities-domain', 'activities.test:7700'],
    ['local-client', 'alice'],
    ['consent', 'deny'],
  ]
  const expected = {
    port: 0,
    host: '0.0.0.0',
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
    busUrl: 'nats://h:4222',
    logLevel: 'debug',
    trustProxy: ['127.0.0.1', '10.0.0.0/8'],
    connectionsPerAddress: 20,
    quotaPersonBytes: 500 * 1024 * 1024,
    quotaGuildBytes: null,
    diskReserveBytes: 1_000,
    voiceUdp: { host: '::1', port: 5000 },
    voiceAnnounce: { host: 'voice.example', port: 443 },
    activitiesDomain: 'activities.test:7700',
    localClient: 'alice',
    consent: 'deny',
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

test('the last one of two counts, and start may be left out', () => {
  assert.equal(options('start --port 1 --port=2').port, 2)
  assert.equal(options('--port 3').port, 3)
})

test('help and version', () => {
  for (const line of ['', 'help', '--help', '-h', 'start --port x --help']) {
    const result = parse(line)
    assert.equal(result.command, 'help')
    assert.match(result.command === 'help' ? result.text : '', /--rate-limits documented\|off/)
  }
  assert.deepEqual(parse('--version'), { command: 'help', text: 'guildhall 1.2.3' })
})

test('what is wrong is named, with a suggestion where one is close', () => {
  const cases: [string, RegExp][] = [
    ['strat', /no command "strat"; did you mean start\?/],
    ['start extra', /"extra" belongs to no option/],
    ['start -p 80', /"-p" belongs to no option/],
    ['start --prot 80', /no option --prot; did you mean --port\?/],
    ['start --ratelimits off', /did you mean --rate-limits\?/],
    ['start --constructor x', /no option --constructor/],
    ['start --port', /--port needs a value: --port N/],
    ['start --port --json', /--port needs a value/],
    ['start --port=', /--port needs a value/],
    ['start --port 65536', /0 to 65535, not "65536"/],
    ['start --port 80a', /port number/],
    ['start --port=-1', /port number/],
    ['start --json=true', /--json takes no value/],
    ['start --date 2026-02-30', /--date must be an ISO 8601 date .* not "2026-02-30"/],
    ['start --rate-limits of', /--rate-limits must be one of documented, off, not "of"; did you mean off\?/],
    ['start --disk-reserve-bytes 1GB', /takes bytes such as 500MiB, or off, not "1GB"/],
    ['start --outgoing publik', /--outgoing must be one of anywhere, public, .*did you mean public\?/],
    ['start --trust-proxy example.com', /--trust-proxy takes addresses and networks .* not "example.com"/],
    ['start --connections-per-address 0', /--connections-per-address must be a number from 1 on/],
    ['start --log-level wran', /did you mean warn\?/],
    ['start --tls-cert c.pem', /--tls-cert needs --tls-key/],
    ['start --tls-key k.pem', /--tls-key needs --tls-cert/],
    ['start --bus-url http://h', /nats:\/\/host/],
  ]
  for (const [line, text] of cases) {
    const result = parse(line)
    assert.equal(result.command, 'error', line)
    assert.match(result.command === 'error' ? result.text : '', text)
  }
  const secret = parse('start --database-url mysql://u:secret@h')
  assert.ok(secret.command === 'error' && !secret.text.includes('secret'))
})

test('[PRM-14] the environment picks one of the two documented dates, and any other is refused by name', () => {
  const env = (value: string) => ({ GUILDHALL_PIN_SPLIT_DATE: value })
  assert.equal(options('start', env('2026-01-12')).pinSplitDate, '2026-01-12')
  assert.equal(options('start', env('')).pinSplitDate, undefined)
  const refused = parse('start', env('2026-01-13'))
  assert.match(
    refused.command === 'error' ? refused.text : '',
    /GUILDHALL_PIN_SPLIT_DATE: pin_split_date must be one of/,
  )
})
