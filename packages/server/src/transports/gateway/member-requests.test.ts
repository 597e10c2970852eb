import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ComingGuilds } from './coming-guilds.ts'
import { MemberRequests } from './member-requests.ts'
import type { Session } from './session.ts'

test('[GW-5] MemberRequests serialises the requests of a session and refuses more than 120 pending ones', async () => {
  const { promise: store, resolve: endReads } = Promise.withResolvers<void>()
  let reads = 0
  const units = {
    read: () => {
      reads += 1
      return store
    },
  }
  const requests = new MemberRequests({ units } as unknown as ConstructorParameters<typeof MemberRequests>[0])
  const sent: unknown[] = []
  const session = {
    guilds: new Set([1n]),
    coming: new ComingGuilds(),
    send: (name: string, d: unknown) => sent.push([name, d]),
  }
  const ask = (nonce: string) =>
    requests.respond(session as unknown as Session, {
      guildId: 1n,
      query: 'a',
      limit: 1,
      userIds: [],
      presences: false,
      nonce,
    })
  const first = Array.from({ length: 120 }, (_, n) => ask(`${n}`))
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(reads, 1)
  await ask('late')
  assert.deepEqual(sent, [['RATE_LIMITED', { opcode: 8, retry_after: 5, meta: { guild_id: '1', nonce: 'late' } }]])
  endReads()
  await Promise.all(first)
  assert.equal(reads, 120)
  await ask('again')
  assert.equal(reads, 121)
})
