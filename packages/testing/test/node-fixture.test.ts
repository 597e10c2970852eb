import assert from 'node:assert/strict'
import { guildhallTest } from '@guildhall/testing/node'
import { CommandBot, message } from './support/command-bot.ts'

const world = {
  users: { alice: {} },
  applications: { bot: { owner: 'alice', bot: {} } },
  guilds: { lab: { owner: 'alice', bots: { bot: {} }, channels: { general: {} } } },
}

const test = guildhallTest({
  world,
  rateLimits: 'off',
  within: '30 seconds',
  bot: async ({ bot, gateway }) => {
    const program = await CommandBot.start(bot, gateway)
    program.respond = () => message({ content: 'pong' })
    await bot.registers([{ name: 'ping', description: 'd' }])
    return program
  },
})

test('the program of the file is there', async ({ alice, bot, lab }) => {
  await alice.in(lab.general).uses('/ping')
  await alice.sees({ from: bot, content: 'pong' })
  await alice.in(lab.general).says('left over')
})

test('the next test finds the start state', async ({ alice, bot, lab }) => {
  const { body } = await alice.api.get(`/channels/${lab.general.id}/messages`)
  assert.deepEqual(body, [])
  assert.deepEqual(
    alice.seen.filter(({ t }) => t === 'MESSAGE_CREATE'),
    [],
  )
  await alice.in(lab.general).uses('/ping')
  await alice.sees({ from: bot, content: 'pong' })
})
