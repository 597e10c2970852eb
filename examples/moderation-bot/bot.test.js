import assert from 'node:assert/strict'
import { guildhallTest } from '@guildhall/testing/node'
import { PermissionFlagsBits } from 'discord.js'
import { startBot } from './bot.js'

const permissions =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.ManageMessages |
  PermissionFlagsBits.ModerateMembers

const world = {
  users: { ann: {}, bob: {}, cleo: {}, dan: {} },
  applications: { moderator: { owner: 'ann', bot: {}, intents: ['MESSAGE_CONTENT'] } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'cleo', 'dan'],
      bots: { moderator: { permissions: String(permissions) } },
      channels: { general: {} },
    },
  },
}

const test = guildhallTest({
  world,
  within: '30 seconds',
  bot: ({ api, moderator }) => startBot({ token: moderator.token, api, words: ['spam'] }),
})

// The bot remembers strikes from test to test, so each test has another member. Its timeouts follow the wall clock, which
// the platform's may be a little behind.
test('messages with forbidden words are removed', async ({ bob, ann, moderator, lab }) => {
  const kept = await bob.in(lab.general).says('a spammer is not the word')
  const posted = await bob.in(lab.general).says('Spam! for sale')
  await ann.sees('MESSAGE_DELETE', { on: posted })
  await bob.sees({ from: moderator, content: /not allowed \(1 of 3\)/ })
  await ann.seesNothing('MESSAGE_DELETE', { on: kept })
})

test('the third strike times the member out for ten minutes', async ({ cleo, ann, lab, clock }) => {
  for (const count of [1, 2, 3]) {
    const posted = await cleo.in(lab.general).says(`spam number ${count}`)
    await ann.sees('MESSAGE_DELETE', { on: posted })
  }
  await ann.sees('GUILD_MEMBER_UPDATE', { from: cleo, communication_disabled_until: /^\d/ })
  await assert.rejects(cleo.in(lab.general).says('hello?'), { status: 403 })
  await clock.forward('11 minutes')
  await cleo.in(lab.general).says('hello!')
})

test('a moderator forgives a member, and nobody else sees it', async ({ dan, ann, moderator, lab }) => {
  await dan.in(lab.general).says('spam')
  await dan.sees({ from: moderator, content: /1 of 3/ })
  await ann.in(lab.general).uses('/forgive', { user: dan })
  const reply = await ann.sees({ from: moderator, ephemeral: true, content: 'dan has 1 of 3 strikes.' })
  await dan.seesNothing({ from: moderator })
  await reply.button('Confirm').press()
  await ann.sees('MESSAGE_UPDATE', { on: reply, content: 'Forgiven.' })
})

test('members without the permission are not offered /forgive', async ({ bob, lab }) => {
  const { body } = await bob.api.get(`/channels/${lab.general.id}/application-command-index`)
  assert.deepEqual(body.application_commands, [])
})
