/** The switches of privileged intents, on both sides of the number of users from which they need a review. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApplicationFlag } from '@guildhall/protocol'
import { api, RawGateway } from '@guildhall/testing'
import { startWithRows } from './support/interactions.ts'

const world = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'ann', bot: {} }, approved: { owner: 'ann', bot: {}, intents: ['GUILD_MEMBERS'] } },
  guilds: {
    one: { owner: 'ann', members: ['bob'], bots: { app: { permissions: '0' }, approved: { permissions: '0' } } },
    two: { owner: 'ann', members: ['bob'], bots: { app: { permissions: '0' } } },
    other: { owner: 'ann', members: ['bob'] },
  },
}
const GUILD_MEMBERS = 1 << 1

test('[AUT-16] [AUT-17] [LIM-16] below 10,000 users an intent is a switch, from then on it stays off; who is counted twice counts once', async () => {
  const { platform, sql, close } = await startWithRows({ world } as never)
  try {
    const filled = platform.world ?? assert.fail()
    const application = (name: string) => filled.applications[name] ?? assert.fail()
    const owner = api(platform.api, filled.users.ann?.token)
    const set = (name: string, flags: bigint) =>
      owner.patch<{ code: number; flags: number }>(`/applications/${application(name).id}`, { flags: Number(flags) })
    const closed = async (name: string) => {
      const gateway = await RawGateway.connect(platform.gateway)
      gateway.send(2, { token: application(name).bot?.token, intents: GUILD_MEMBERS, properties: {} })
      const answer = await Promise.race([gateway.closed.then(({ code }) => code), gateway.next('READY').then(() => 0)])
      await gateway.close()
      return answer
    }
    const limited = ApplicationFlag.GATEWAY_GUILD_MEMBERS_LIMITED
    // Ann, Bob and two bots are there already; the rest of both guilds are the same people, those of the third do not count.
    const people = (guild: string, from: number, to: number) =>
      sql(
        `INSERT INTO members (guild_id, user_id, joined_at, roles, data) WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to}) SELECT ${filled.guilds[guild]?.id}, i, 0, '[]', '{}' FROM n`,
      )
    await people('one', 1, 9_995)
    await people('two', 1, 5_000)
    await people('other', 20_000, 21_000)
    assert.equal(await closed('app'), 4014)
    assert.equal((await set('app', limited)).status, 200)
    assert.equal(await closed('app'), 0)
    assert.equal((await set('app', 0n)).status, 200)
    assert.equal(await closed('app'), 4014)
    await people('two', 9_996, 9_996)
    const refused = await set('app', limited)
    assert.deepEqual([refused.status, refused.body.code], [403, 20012])
    assert.equal(await closed('app'), 4014)
    // What was on before stays on, and may be switched off.
    await people('one', 9_997, 9_997)
    assert.equal(await closed('approved'), 0)
    assert.equal((await set('approved', limited)).status, 200)
    assert.equal((await set('approved', 0n)).status, 200)
    assert.equal((await set('approved', limited)).status, 403)
  } finally {
    await close()
  }
})
