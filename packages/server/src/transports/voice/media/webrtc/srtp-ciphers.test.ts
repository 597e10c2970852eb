import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SRTP_PROFILES } from './dtls/srtp-profiles.ts'
import { SrtpInbound, SrtpOutbound } from './srtp.ts'
import { gcm, sessionKey, srtpCipher } from './srtp-ciphers.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex')

test('session keys are those of RFC 3711, appendix B.3', () => {
  const keys = { key: hex('E1F97A0D3E018BE0D64FA32C06DE4139'), salt: hex('0EC675AD498AFEEBB6960B3AABE6') }
  assert.deepEqual(sessionKey(keys, 0, 16), hex('C61E7A93744F39EE10734AFE3FF7A087'))
  assert.deepEqual(sessionKey(keys, 2, 14), hex('30CBBC08863D8C85D49DB34A9AE1'))
  assert.deepEqual(sessionKey(keys, 1, 20), hex('CEBE321F6FF7716B6FD4AB49AF256A156D38BAA4'))
})

test('packets of AEAD_AES_128_GCM are those of RFC 7714, section 16.1', () => {
  const cipher = gcm(hex('000102030405060708090a0b0c0d0e0f'), hex('517569642070726f2071756f'))
  const header = hex('8040f17b 8041f8d3 5501a0b2')
  const body = Buffer.from('Gallia est omnis divisa in partes tres')
  const place = { ssrc: 0x5501a0b2, index: 0xf17b }
  const sealed = Buffer.concat(cipher.seal(place, header, body))
  assert.deepEqual(
    sealed,
    hex(`f24de3a3 fb34de6c acba861c 9d7e4bca be633bd5 0d294e6f 42a5f47a 51c7d19b 36de3adf 8833899d
      7f27beb1 6a9152cf 765ee439 0cce`),
  )
  assert.deepEqual(cipher.open(place, header, sealed), body)
})

for (const profile of SRTP_PROFILES) {
  const keys = { key: Buffer.alloc(profile.keyBytes, 7), salt: Buffer.alloc(profile.saltBytes, 9) }
  const header = hex('806f fffe 00000001 12345678')

  test(`${profile.name}: the receiver follows the sender over the end of sequence numbers`, () => {
    const outbound = new SrtpOutbound(profile, keys)
    const inbound = new SrtpInbound(profile, keys)
    // The sender has gone through three cycles before this receiver joins.
    for (let index = 3 * 65_536 + 65_530; index < 5 * 65_536 + 10; index += 7) {
      header.writeUInt16BE(index % 65_536, 2)
      const packet = outbound.seal(0x12345678, index, header, Buffer.of(index % 251))
      assert.ok(packet)
      const opened = inbound.open(packet)
      assert.ok(typeof opened !== 'string', `index ${index}: ${opened}`)
      assert.deepEqual(opened.payload, Buffer.of(index % 251))
      assert.equal(inbound.open(packet), 'replayed')
    }
    assert.equal(outbound.seal(0x12345678, 65_536, header, Buffer.of(1)), undefined, 'of a cycle before the first')
  })

  test(`${profile.name}: altered and foreign packets are refused, and do not make streams known`, () => {
    const outbound = new SrtpOutbound(profile, keys)
    const inbound = new SrtpInbound(profile, keys)
    for (let ssrc = 1; ssrc < 100; ssrc++) {
      const foreign = Buffer.from(header)
      foreign.writeUInt32BE(ssrc, 8)
      assert.equal(inbound.open(Buffer.concat([foreign, Buffer.alloc(40, ssrc)])), 'wrong tag')
    }
    const packet = outbound.seal(0x12345678, 5, header, Buffer.alloc(20, 3)) ?? Buffer.alloc(0)
    for (let at = 0; at < packet.length; at++) {
      const altered = Buffer.from(packet)
      altered[at] = (altered[at] ?? 0) ^ 0x10
      assert.equal(typeof inbound.open(altered), 'string', `byte ${at}`)
    }
    assert.equal(inbound.open(packet.subarray(0, 15)), profile.saltBytes === 12 ? 'wrong tag' : 'wrong tag')
    assert.equal(inbound.open(packet.subarray(0, 12)), 'malformed')
  })

  test(`${profile.name}: RTCP comes back, and altered RTCP does not`, () => {
    const cipher = srtpCipher(profile, keys)
    const report = hex('80c80006 12345678 0000000000000000000000000000000000000000')
    const sealed = cipher.sealRtcp(report, 4)
    assert.deepEqual(cipher.openRtcp(sealed), { packet: report, index: 4 })
    for (let at = 0; at < sealed.length; at++) {
      const altered = Buffer.from(sealed)
      altered[at] = (altered[at] ?? 0) ^ 0x01
      assert.equal(cipher.openRtcp(altered), undefined, `byte ${at}`)
    }
    assert.equal(cipher.openRtcp(sealed.subarray(0, 11)), undefined)
  })
}
