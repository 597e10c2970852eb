import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerOf, codecsOf, fragmentOf } from './sdp.ts'

const OFFER = [
  'v=0',
  'a=group:BUNDLE 0 1 2',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111 63',
  'a=ice-ufrag:abcd',
  'a=ice-pwd:secret',
  'a=fingerprint:sha-256 AA',
  'a=mid:0',
  'a=sendonly',
  'a=rtpmap:111 opus/48000/2',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111 63',
  'a=ice-ufrag:abcd',
  'a=mid:1',
  'a=recvonly',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111 63',
  'a=mid:2',
  'a=recvonly',
  '',
].join('\r\n')
const SERVER = [
  'm=audio 50000 ICE/SDP',
  'c=IN IP4 203.0.113.7',
  'a=ice-ufrag:srv',
  'a=candidate:1 1 UDP 1 203.0.113.7 50000 typ host',
  '',
].join('\n')

test('the fragment has each needed line once, and the codec its number', () => {
  assert.equal(
    fragmentOf(OFFER),
    'a=ice-ufrag:abcd\na=ice-pwd:secret\na=fingerprint:sha-256 AA\na=rtpmap:111 opus/48000/2',
  )
  assert.deepEqual(codecsOf(OFFER), [
    { name: 'opus', type: 'audio', priority: 1000, payload_type: 111, rtx_payload_type: null },
  ])
})

test('the answer keeps the sections of the offer, and names the sender of each that receives', () => {
  const sections = answerOf(OFFER, SERVER, new Map([['1', 77]]))
    .split('m=audio ')
    .slice(1)
  assert.equal(sections.length, 3)
  assert.ok(sections.every((section) => section.startsWith('50000 ') && section.includes('a=setup:passive')))
  assert.match(sections[0] ?? '', /a=mid:0\r\na=recvonly/)
  assert.match(sections[1] ?? '', /a=mid:1\r\na=sendonly\r\na=msid:77 77\r\na=ssrc:77 /)
  assert.match(sections[2] ?? '', /a=mid:2\r\na=inactive/)
})
