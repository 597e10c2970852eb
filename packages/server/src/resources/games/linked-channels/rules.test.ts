import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, ChannelType, LobbyMemberFlag } from '@guildhall/protocol'
import type { Channel } from '../../../kernel/model.ts'
import { demandLinkableChannel, mayChangeLink, mayLink } from './rules.ts'

test('[LOB-9] a member changes the link of a lobby only with CAN_LINK_LOBBY', () => {
  assert.equal(mayChangeLink({ flags: LobbyMemberFlag.CAN_LINK_LOBBY }).ok, true)
  assert.equal(mayChangeLink({ flags: LobbyMemberFlag.CAN_LINK_LOBBY | 2 }).ok, true)
  for (const flags of [0, ~LobbyMemberFlag.CAN_LINK_LOBBY]) assert.equal(mayChangeLink({ flags }).ok, false)
})

for (const [name, user, lobby, ok] of [
  ['a full account', { provisional_for: null }, { by_secret: false }, true],
  ['a provisional account', { provisional_for: 1n }, { by_secret: false }, false],
  ['a player who created the lobby by a secret', { provisional_for: null }, { by_secret: true }, false],
] as const) {
  test(`${name} may ${ok ? '' : 'not '}link a lobby`, () => assert.equal(mayLink(user, lobby).ok, ok))
}

const linked = (lobby_id: bigint) => ({ lobby_id }) as Channel['linked_lobby']
for (const [name, fields, code] of [
  ['a text channel', {}, undefined],
  ['a text channel that is linked to the same lobby', { linked_lobby: linked(7n) }, undefined],
  ['a text channel that is linked to another lobby', { linked_lobby: linked(8n) }, 50035],
  ['an age-restricted text channel', { nsfw: true }, 50035],
  ['a voice channel', { type: ChannelType.GUILD_VOICE }, 50024],
  ['a forum', { type: ChannelType.GUILD_FORUM }, 50024],
  ['a thread', { type: ChannelType.PUBLIC_THREAD }, 50024],
] as const) {
  test(`${name} is ${code ? `refused with ${code}` : 'accepted'}`, () => {
    const channel = { type: ChannelType.GUILD_TEXT, nsfw: false, linked_lobby: null, ...fields } as Channel
    const link = () => demandLinkableChannel(channel, 7n)
    if (code) assert.throws(link, (error) => error instanceof ApiError && error.code === code)
    else link()
  })
}
