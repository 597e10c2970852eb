import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MemberRequests } from './members.ts'
import type { Session } from './session.ts'

test('[GW-5] a session’s requests for members wait for each other, and no more than 120 of them', async () => {
  const { promise: store, resolve: storeAnswers } = Promise.withResolvers<void>()
  let reads = 0
  const units = {
    read: () => {
      reads += 1
      return store
    },
  }
  const requests = new MemberRequests({ units } as unknown as ConstructorParameters<typeof MemberRequests>[0])
  const said: unknown[] = []
  const session = { guilds: new Set([1n]), say: (name: string, d: unknown) => said.push([name, d]) }
  const ask = (nonce: string) =>
    requests.answer(session as unknown as Session, {
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
  assert.deepEqual(said, [['RATE_LIMITED', { opcode: 8, retry_after: 5, meta: { guild_id: '1', nonce: 'late' } }]])
  storeAnswers()
  await Promise.all(first)
  assert.equal(reads, 120)
  await ask('again')
  assert.equal(reads, 121)
})
