import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { addressKey, clientAddresses, faultyProxy } from './client-address.ts'

const request = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: forwarded ? { 'x-forwarded-for': forwarded } : {} }) as IncomingMessage

test('X-Forwarded-For counts only from trusted proxies, and only as far as proxies are trusted', () => {
  const none = clientAddresses([])
  const some = clientAddresses(['10.0.0.0/8', '192.0.2.7'])
  const cases: [string, string | undefined, string, string][] = [
    ['203.0.113.1', undefined, '203.0.113.1', '203.0.113.1'],
    ['203.0.113.1', '198.51.100.1', '203.0.113.1', '203.0.113.1'],
    ['10.1.2.3', '198.51.100.1', '10.1.2.3', '198.51.100.1'],
    ['::ffff:10.1.2.3', '198.51.100.1', '10.1.2.3', '198.51.100.1'],
    ['10.1.2.3', '1.1.1.1, 198.51.100.1, 192.0.2.7', '10.1.2.3', '198.51.100.1'],
    ['10.1.2.3', undefined, '10.1.2.3', '10.1.2.3'],
  ]
  for (const [remote, forwarded, without, trusted] of cases) {
    assert.equal(none.of(request(remote, forwarded)), without)
    assert.equal(some.of(request(remote, forwarded)), trusted)
  }
  assert.equal(some.isProxy('10.9.9.9'), true)
  assert.equal(some.isProxy('203.0.113.1'), false)
  assert.equal(none.isProxy('127.0.0.1'), false)
})

test('an IPv6 address counts by its first 64 bits', () => {
  assert.equal(addressKey('2001:db8:0:1:aaaa::1'), '2001:db8:0:1::/64')
  assert.equal(addressKey('2001:db8:0:1::2'), '2001:db8:0:1::/64')
  assert.equal(addressKey('::1'), '0:0:0:0::/64')
  assert.equal(addressKey('fe80::1%eth0'), 'fe80:0:0:0::/64')
  assert.equal(addressKey('::ffff:1.2.3.4'), '1.2.3.4')
})

test('faultyProxy names the first entry that is no address', () => {
  assert.equal(faultyProxy(['127.0.0.1', '::1', '10.0.0.0/8', 'loopback']), undefined)
  assert.equal(faultyProxy(['127.0.0.1', 'example.com']), 'example.com')
  assert.equal(faultyProxy(['10.0.0.0/33']), '10.0.0.0/33')
})
