/** Corrections of voice states whose permissions change while their users move. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Permission } from '@guildhall/protocol'
import { api, type Frame, RawGateway } from '@guildhall/testing'
import { startPlatform } from '../support/platform.ts'

/** Moves at once with the loss of CONNECT. In most of them, the move is first and the loss precedes its check. */
const ROUNDS = 10
/** Requests that the move and the loss wait for, so that nothing comes between them. */
const REQUESTS_BEFORE = 5

const world = {
  users: { ann: {}, bob: {} },
  guilds: {
    lab: { owner: 'ann', members: ['bob'], channels: { general: {}, lounge: { type: 2 }, quiet: { type: 2 } } },
  },
}

test('a member who moves, and loses CONNECT in the same moment, is disconnected', async () => {
  await using platform = await startPlatform({ world, rateLimits: 'off' })
  const { lab, bob } = platform
  const ann = api(platform.api, platform.ann.token)
  const session = await RawGateway.open(platform.gateway, { token: bob.token })
  await session.next('GUILD_CREATE')
  const join = (channel_id: string | null) =>
    session.send(4, { guild_id: lab.id, channel_id, self_mute: false, self_deaf: false })
  const isIn = (channelId: string | null) => (frame: Frame) =>
    frame.t === 'VOICE_STATE_UPDATE' && frame.d?.channel_id === channelId
  const setConnect = (deny: bigint) =>
    ann.put(`/channels/${lab.quiet.id}/permissions/${lab.id}`, { type: 0, deny: String(deny) })
  let moves = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    join(lab.lounge.id)
    await session.next(isIn(lab.lounge.id))
    const before = Array.from({ length: REQUESTS_BEFORE }, () =>
      ann.post(`/channels/${lab.general.id}/messages`, { content: 'hello' }),
    )
    join(lab.quiet.id)
    await Promise.all([...before, setConnect(Permission.CONNECT)])
    // The response follows the decision about the move, and the heartbeat follows its event.
    await ann.get(`/guilds/${lab.id}/voice-states/${bob.id}`)
    await session.heartbeat()
    if (session.frames.some(isIn(lab.quiet.id))) {
      moves += 1
      await session.next(isIn(lab.quiet.id))
    } else join(null)
    await session.next(isIn(null))
    await setConnect(0n)
  }
  assert.ok(moves > 0)
  await session.close()
})
