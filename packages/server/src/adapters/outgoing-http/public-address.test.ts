import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import type { LookupOptions } from 'node:dns'
import { once } from 'node:events'
import type { LookupFunction } from 'node:net'
import { test } from 'node:test'
import { isPublicAddress, publicLookup } from './public-address.ts'

test('addresses of this machine, of its network and of no network are not public', () => {
  const inside = [
    ...['0.0.0.0', '10.0.0.1', '10.255.255.255', '100.64.0.1', '127.0.0.1', '127.8.8.8', '169.254.169.254'],
    ...['172.16.0.1', '172.31.255.255', '192.168.1.1', '192.0.0.8', '192.0.2.1', '198.18.0.1', '198.19.255.255'],
    ...['198.51.100.7', '203.0.113.7', '224.0.0.1', '239.1.1.1', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::7f00:1', '64:ff9b::7f00:1', 'fe80::1', 'fe80::1%lo'],
    ...['fc00::1', 'fd12::1', 'ff02::1', '2001::1', '2001:db8::1', '2002:7f00:1::', '100::1', '5f00::1'],
    ...['', 'localhost', 'example.com', '127.1'],
  ]
  for (const address of inside) assert.equal(isPublicAddress(address), false, address)
  const outside = ['1.1.1.1', '8.8.8.8', '100.63.255.255', '100.128.0.1', '172.15.0.1', '172.32.0.1', '192.169.0.1']
  for (const address of [...outside, '223.255.255.255', '2606:4700::1111', '2a00:1450:4001::64'])
    assert.equal(isPublicAddress(address), true, address)
})

/** A name server that knows one name; of other names it says that there are none. */
async function nameServer(addresses: readonly string[]) {
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => socket.send(answerTo(query, addresses), from.port, from.address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() }
}

const TYPE_A = 1
const IN = 1

/** The query with its question, and an A record for each address when it asks for those of app.test. */
function answerTo(query: Buffer, addresses: readonly string[]): Buffer {
  const nameEnd = query.indexOf(0, 12) + 1
  const question = query.subarray(12, nameEnd + 4)
  const known = query.toString('latin1', 12, nameEnd) === '\x03app\x04test\0'
  const records = known && query.readUInt16BE(nameEnd) === TYPE_A ? addresses : []
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(known ? 0x8180 : 0x8183, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  const answers = records.map((address) => {
    const record = Buffer.alloc(16)
    // The name is the one at byte 12.
    record.writeUInt16BE(0xc00c, 0)
    record.writeUInt16BE(TYPE_A, 2)
    record.writeUInt16BE(IN, 4)
    record.writeUInt16BE(4, 10)
    record.set(address.split('.').map(Number), 12)
    return record
  })
  return Buffer.concat([header, question, ...answers])
}

const lookUp = (lookup: LookupFunction, hostname: string, options: LookupOptions) =>
  new Promise<unknown>((resolve) =>
    lookup(hostname, options, (error, address, family) => resolve(error ? error.message : (family ?? address))),
  )

test('only the public addresses of a name are connected to', async () => {
  const mixed = await nameServer(['127.0.0.1', '93.184.215.14', '10.0.0.1', '1.1.1.1'])
  const lookup = publicLookup([mixed.address])
  assert.deepEqual(await lookUp(lookup, 'app.test', { all: true }), [
    { address: '93.184.215.14', family: 4 },
    { address: '1.1.1.1', family: 4 },
  ])
  assert.equal(await lookUp(lookup, 'app.test', {}), 4)
  assert.match(String(await lookUp(lookup, 'app.test', { family: 6, all: true })), /no public address/)
  assert.match(String(await lookUp(lookup, 'other.test', { all: true })), /ENOTFOUND/)
  mixed.close()
})

test('a name that leads to this machine or its network is not connected to', async () => {
  const inside = await nameServer(['127.0.0.1', '192.168.0.1'])
  const lookup = publicLookup([inside.address])
  for (const name of ['app.test', 'localhost', 'app.localhost', 'LOCALHOST.'])
    for (const all of [true, false]) assert.equal(await lookUp(lookup, name, { all }), `${name} has no public address`)
  inside.close()
})
