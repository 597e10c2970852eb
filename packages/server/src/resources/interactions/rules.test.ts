import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Permission } from '@guildhall/protocol'
import { answersHidden, appPermissions } from './rules.ts'

const {
  ADMINISTRATOR,
  ATTACH_FILES,
  EMBED_LINKS,
  MENTION_EVERYONE,
  SEND_MESSAGES,
  USE_EXTERNAL_APPS,
  USE_EXTERNAL_EMOJIS,
} = Permission
const dm = { inGuild: false, withBot: false, bot: null, invoker: null, everyone: null }
const guild = { ...dm, inGuild: true }

test('app_permissions: the bot has its own, others borrow no more than their user has', () => {
  const few = ATTACH_FILES | EMBED_LINKS | MENTION_EVERYONE
  const cases = [
    ['the bot is there', { ...guild, bot: ADMINISTRATOR, invoker: 0n }, ADMINISTRATOR],
    ['it is not, a person with little', { ...guild, invoker: EMBED_LINKS | USE_EXTERNAL_APPS }, EMBED_LINKS],
    ['it is not, nor the person', guild, 0n],
    [
      'added without it: what everyone has',
      { ...guild, everyone: EMBED_LINKS | ADMINISTRATOR, invoker: few },
      EMBED_LINKS,
    ],
    ['added with it', { ...guild, bot: 0n, everyone: few, invoker: few }, 0n],
    ['a conversation with the bot', { ...dm, withBot: true }, few | USE_EXTERNAL_EMOJIS],
    ['a conversation of others', dm, few],
  ] as const
  for (const [name, standing, expected] of cases) assert.equal(appPermissions(standing), expected, name)
})

test('answers are hidden only where the guild has not added the application and the person may not', () => {
  const cases = [
    [{ ...guild, installed: true, invoker: 0n }, false],
    [{ ...guild, installed: false, invoker: 0n }, true],
    [{ ...guild, installed: false, invoker: USE_EXTERNAL_APPS | SEND_MESSAGES }, false],
    [{ ...guild, installed: false, invoker: USE_EXTERNAL_APPS }, true],
    [{ ...guild, installed: false, invoker: SEND_MESSAGES }, true],
    [{ ...dm, installed: false }, false],
  ] as const
  for (const [standing, expected] of cases) assert.equal(answersHidden(standing), expected)
})
