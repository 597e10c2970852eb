/** Flags of privileged intents, below and above the number of users that requires a review. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApplicationFlag } from '@guildhall/protocol'
import { RawGateway } from '@guildhall/testing'
import { startWithRows } from '../support/rows.ts'

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

test('[AUT-16] [AUT-17] [LIM-16] PATCH /applications/@me enables a privileged intent below 10,000 distinct users only', async () => {
  const { platform, sql, close } = await startWithRows({ world })
  try {
    const filled = platform.world ?? assert.fail()
    const application = (name: string) => filled.applications[name] ?? assert.fail()
    const owner = platform.ann.api
    const set = (name: string, flags: bigint) =>
      owner.patch<{ code: number; flags: number }>(`/applications/${application(name).id}`, { flags: Number(flags) })
    const closed = async (name: string) => {
      const gateway = await RawGateway.connect(platform.gateway)
      gateway.send(2, { token: application(name).bot?.token, intents: GUILD_MEMBERS, properties: {} })
      const code = await Promise.race([gateway.closed.then(({ code }) => code), gateway.next('READY').then(() => 0)])
      await gateway.close()
      return code
    }
    const limited = ApplicationFlag.GATEWAY_GUILD_MEMBERS_LIMITED
    // Ann, Bob and two bots are members already. The other members of both guilds are the same users.
    // The third guild does not count.
    const people = (guild: keyof typeof world.guilds, from: number, to: number) =>
      sql(
        `INSERT INTO members (guild_id, user_id, joined_at, roles, data) WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to}) SELECT ${platform[guild].id}, i, 0, '[]', '{}' FROM n`,
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
    assert.deepEqual([refused.status, refused.code], [403, 20012])
    assert.equal(await closed('app'), 4014)
    // An intent that was enabled stays enabled and can be disabled.
    await people('one', 9_997, 9_997)
    assert.equal(await closed('approved'), 0)
    assert.equal((await set('approved', limited)).status, 200)
    assert.equal((await set('approved', 0n)).status, 200)
    assert.equal((await set('approved', limited)).status, 403)
  } finally {
    await close()
  }
})
