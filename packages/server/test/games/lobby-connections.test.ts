/** Members who connect while they leave: CONNECT and DISCONNECT of a user come only while the user is a member. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame } from '@guildhall/testing'
import { startGames } from '../support/games.ts'

const ROUNDS = 25

test('LOBBY_MEMBER_CONNECT and LOBBY_MEMBER_DISCONNECT never follow LOBBY_MEMBER_REMOVE of the member', async () => {
  await using games = await startGames()
  const bot = games.bot('chess')
  const [ann, bob] = [games.userId('ann'), games.userId('bob')]
  const { body } = await bot.post<{ id: string }>('/lobbies', { members: [{ id: ann }] })
  const member = `/lobbies/${body.id}/members/${bob}`
  const watching = (await games.play('ann')).gateway
  await watching.next('LOBBY_CREATE')
  const { token } = await games.play('bob').then(async (played) => {
    await played.gateway.close()
    return played
  })

  for (let round = 0; round < ROUNDS; round += 1) {
    assert.equal((await bot.put(member, {})).status, 200)
    const playing = games.play({ token })
    await Promise.all([playing, bot.delete(member)])
    await bot.put(member, {})
    await Promise.all([(await playing).gateway.close(), bot.delete(member)])
  }
  await bot.patch(`/lobbies/${body.id}`, { metadata: { all: 'done' } })

  let isMember = false
  const names: string[] = []
  const isLobbyEvent = ({ t }: Frame) => t?.startsWith('LOBBY_') ?? false
  for (;;) {
    const { t, d } = await watching.next<{ member?: { id: string } }>(isLobbyEvent)
    if (t === 'LOBBY_UPDATE') break
    if (d.member?.id !== bob) continue
    names.push(t ?? '')
    if (t === 'LOBBY_MEMBER_ADD') isMember = true
    else assert.ok(isMember, names.slice(-5).join(', '))
    if (t === 'LOBBY_MEMBER_REMOVE') isMember = false
  }
  assert.ok(names.filter((name) => name === 'LOBBY_MEMBER_REMOVE').length >= ROUNDS)
  await watching.close()
})
