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

test('codecs of video have the number of their repetitions, and the answer keeps the names of streams', () => {
  const camera = [
    'm=video 9 UDP/TLS/RTP/SAVPF 96 97',
    'a=mid:3',
    'a=sendonly',
    'a=extmap:10 urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id',
    'a=extmap:11/sendonly urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id',
    'a=rtpmap:96 VP8/90000',
    'a=rtpmap:97 rtx/90000',
    'a=fmtp:97 apt=96',
    'a=rid:50 send',
    'a=rid:100 send',
    'a=simulcast:send 50;100',
    'm=video 9 UDP/TLS/RTP/SAVPF 96 97',
    'a=mid:4',
    'a=recvonly',
    '',
  ].join('\r\n')
  const offer = OFFER + camera
  assert.deepEqual(codecsOf(offer)[1], {
    name: 'VP8',
    type: 'video',
    priority: 1000,
    payload_type: 96,
    rtx_payload_type: 97,
    encode: true,
    decode: true,
  })
  const sources = new Map([['4', { ssrc: 5, rtxSsrc: 6 }]])
  const [, , , , sending = '', receiving = ''] = answerOf(offer, { server: SERVER, sources, videoCodec: 'VP8' }).split(
    'm=',
  )
  assert.match(
    sending,
    /a=recvonly\r\na=extmap:10 .*\r\na=extmap:11\/recvonly .*\r\na=rid:50 recv\r\na=rid:100 recv\r\na=simulcast:recv 50;100/,
  )
  assert.match(receiving, /a=rtcp-fb:96 nack pli[\s\S]*a=fmtp:97 apt=96[\s\S]*a=ssrc-group:FID 5 6/)
})

test('the answer keeps the sections of the offer, and names the sender of each that receives', () => {
  const sections = answerOf(OFFER, {
    server: SERVER,
    sources: new Map([['1', { ssrc: 77, rtxSsrc: null }]]),
    videoCodec: 'VP8',
  })
    .split('m=audio ')
    .slice(1)
  assert.equal(sections.length, 3)
  assert.ok(sections.every((section) => section.startsWith('50000 ') && section.includes('a=setup:passive')))
  assert.match(sections[0] ?? '', /a=mid:0\r\na=recvonly/)
  assert.match(sections[1] ?? '', /a=mid:1\r\na=sendonly\r\na=msid:audio77 audio77\r\na=ssrc:77 /)
  assert.match(sections[2] ?? '', /a=mid:2\r\na=inactive/)
})
