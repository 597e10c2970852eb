import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bindingResponse, isSigned, isStun, readBindingRequest } from './stun.ts'

/** The request of RFC 5769, section 2.1. */
const REQUEST = Buffer.from(
  `000100582112a442b7e7a701bc34d686fa87dfae802200105354554e207465737420636c69656e74002400046e0001ff80290008932ff9b151263b36
  00060009657674 6a3a68367659202020 000800149aeaa70cbfd8cb56781ef2b5b2d3f249c1b571a280280004e57a3bcf`.replaceAll(
    /\s/g,
    '',
  ),
  'hex',
)
const PASSWORD = 'VOkJxbRl1RmTxUk/WvJxBt'

test('the request of RFC 5769 is read, and its signature is checked', () => {
  const request = readBindingRequest(REQUEST)
  assert.ok(request)
  assert.equal(request.localUfrag, 'evtj')
  assert.equal(request.nominated, false)
  assert.equal(isSigned(request, PASSWORD), true)
  assert.equal(isSigned(request, `${PASSWORD}x`), false)
})

test('a response has the address of the request, signature and fingerprint, and is not longer than the request', () => {
  const request = readBindingRequest(REQUEST)
  assert.ok(request)
  const response = bindingResponse(request, { ip: '192.0.2.1', port: 32_853 }, PASSWORD)
  assert.ok(response.includes(Buffer.from('002000080001a147e112a643', 'hex')))
  assert.ok(response.length <= REQUEST.length)
  const ipv6 = bindingResponse(request, { ip: '2001:db8:1234:5678:11:2233:4455:6677', port: 32_853 }, PASSWORD)
  assert.ok(ipv6.includes(Buffer.from('002000140002a1470113a9faa5d3f179bc25f4b5bed2b9d9', 'hex')))
})

test('altered, truncated and other messages are no requests, or are not signed', () => {
  for (let at = 0; at < REQUEST.length - 8; at++) {
    const altered = Buffer.from(REQUEST)
    altered[at] = (altered[at] ?? 0) ^ 0x04
    const request = readBindingRequest(altered)
    assert.ok(!request || !isSigned(request, PASSWORD), `byte ${at}`)
  }
  for (let length = 0; length < REQUEST.length; length++) assert.equal(isStun(REQUEST.subarray(0, length)), false)
  const discovery = Buffer.alloc(74)
  discovery.writeUInt16BE(1, 0)
  discovery.writeUInt16BE(70, 2)
  discovery.writeUInt32BE(0x2112_a442, 4)
  assert.equal(isStun(discovery), false, 'IP discovery of an SSRC that equals the cookie')
})
