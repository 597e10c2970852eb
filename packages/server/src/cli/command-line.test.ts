import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCommandLine } from './command-line.ts'
import { start } from './commands/start.ts'

const parse = (line: string, env: Record<string, string> = {}) =>
  parseCommandLine(line === '' ? [] : line.split(' '), { env, version: '1.2.3' })

test('the last one of two counts, and start may be left out', () => {
  const parsed = start.parse({ args: ['--port', '1', '--port=2'], program: null, env: {} })
  assert.equal(typeof parsed === 'object' && parsed.options.port, 2)
  const line = parse('--port 3')
  assert.equal(line.kind === 'run' && line.name, 'start')
})

test('help and version', () => {
  for (const line of ['', 'help', '--help', '-h', 'start --port x --help']) {
    const result = parse(line)
    assert.equal(result.kind, 'text')
    assert.match(result.kind === 'text' ? result.text : '', /--rate-limits documented\|off/)
  }
  assert.deepEqual(parse('--version'), { kind: 'text', text: 'guildhall 1.2.3' })
})

test('an unknown word is named, with a suggestion of a similar one', () => {
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
    ['start --bus-url nats://', /nats:\/\/host/],
    ['start --bus-url nats://h', /--bus-url needs --database-url/],
    ['start --bus-url nats://h --database-url postgres://h/d', /--bus-url needs --files-url/],
    ['start --bus-url nats://h --database-url postgres://h/d --files-url /f', /--bus-url needs --secret-key/],
    ['start --node-name a', /--node-name is for one of several nodes/],
    ['start --node-name A_b', /a-z, 0-9 and -/],
  ]
  for (const [line, text] of cases) {
    const result = parse(line)
    assert.equal(result.kind, 'fault', line)
    assert.match(result.kind === 'fault' ? result.text : '', text)
  }
  const secret = parse('start --database-url mysql://u:secret@h')
  assert.ok(secret.kind === 'fault' && !secret.text.includes('secret'))
})
