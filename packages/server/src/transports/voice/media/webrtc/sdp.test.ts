import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOffer, writeAnswer } from './sdp.ts'

const FINGERPRINT = Array.from({ length: 32 }, (_, n) => n.toString(16).padStart(2, '0').toUpperCase()).join(':')
const FRAGMENT = [
  'a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level',
  'a=ice-ufrag:abcd',
  'a=ice-pwd:g0DtminXX4RYiFXq+3Paxt4d',
  `a=fingerprint:sha-256 ${FINGERPRINT}`,
  'a=rtpmap:111 opus/48000/2',
  'a=rtpmap:96 VP8/90000',
]

test('a fragment and a whole offer are read alike', () => {
  const expected = {
    ufrag: 'abcd',
    password: 'g0DtminXX4RYiFXq+3Paxt4d',
    fingerprint: Buffer.from(FINGERPRINT.replaceAll(':', ''), 'hex'),
    opus: 111,
  }
  assert.deepEqual(readOffer(FRAGMENT.join('\n')), expected)
  const whole = ['v=0', 'o=- 1 2 IN IP4 127.0.0.1', 's=-', 't=0 0', 'm=audio 9 UDP/TLS/RTP/SAVPF 111', ...FRAGMENT, '']
  assert.deepEqual(readOffer(whole.join('\r\n')), expected)
})

test('a fragment without ufrag, password, SHA-256 fingerprint or Opus is none, nor is a huge one', () => {
  for (const part of ['ice-ufrag', 'ice-pwd', 'fingerprint', 'opus'])
    assert.equal(readOffer(FRAGMENT.filter((line) => !line.includes(part)).join('\n')), undefined, part)
  for (const [from, to] of [
    ['sha-256 ', 'sha-1 '],
    ['sha-256 00', 'sha-256 0'],
    ['abcd', 'ab'],
    ['rtpmap:111', 'rtpmap:999'],
    ['g0Dtmin', '"; x'],
  ] as const)
    assert.equal(readOffer(FRAGMENT.join('\n').replace(from, to)), undefined, from)
  assert.equal(readOffer(`${FRAGMENT.join('\n')}\n${'a'.repeat(300_000)}`), undefined)
})

test('an answer has the addresses in order', () => {
  const lines = writeAnswer({
    ufrag: 'srv1',
    password: 'p'.repeat(22),
    fingerprint: FINGERPRINT,
    candidates: {
      udp: [
        { ip: '203.0.113.7', port: 50_000 },
        { ip: '2001:db8::7', port: 50_000 },
      ],
      tcp: [{ ip: '203.0.113.7', port: 443 }],
    },
  }).split('\n')
  assert.equal(lines[0], 'm=audio 50000 ICE/SDP')
  assert.equal(lines[1], 'c=IN IP4 203.0.113.7')
  assert.deepEqual(
    lines.filter((line) => line.startsWith('a=candidate')).map((line) => line.split(' ').slice(4).join(' ')),
    ['203.0.113.7 50000 typ host', '2001:db8::7 50000 typ host', '203.0.113.7 443 typ host tcptype passive'],
  )
  const candidates = lines.flatMap((line) => /^a=candidate:(\d+) 1 (UDP|TCP) (\d+) /.exec(line)?.slice(1) ?? [])
  assert.deepEqual([candidates[0], candidates[3], candidates[6]], ['1', '2', '3'])
  const priorities = [candidates[2], candidates[5], candidates[8]].map(Number)
  assert.deepEqual(
    priorities.toSorted((one, other) => other - one),
    priorities,
  )
})
