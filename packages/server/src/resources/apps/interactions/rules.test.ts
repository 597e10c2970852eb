import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandType, INTERACTION_RESPONSE_MS, MessageType, Permission } from '@guildhall/protocol'
import { appPermissions, mayRespond, respondsEphemerally, responseMessageType } from './rules.ts'

const {
  ADMINISTRATOR,
  ATTACH_FILES,
  EMBED_LINKS,
  MENTION_EVERYONE,
  SEND_MESSAGES,
  USE_EXTERNAL_APPS,
  USE_EXTERNAL_EMOJIS,
} = Permission
const dm = { inGuild: false, withBot: false, installed: false, bot: null, invoker: null, everyone: null }
const guild = { ...dm, inGuild: true }

test('mayRespond allows one initial response within 3 s, and none after a failure', () => {
  const fresh = { created_at: 1000, answered_at: null, failed_at: null }
  const due = fresh.created_at + INTERACTION_RESPONSE_MS
  const cases = [
    ['within 3 s', fresh, due, null],
    ['after 3 s', fresh, due + 1, 'UNKNOWN_INTERACTION'],
    ['after a failure', { ...fresh, failed_at: 1500 }, 2000, 'UNKNOWN_INTERACTION'],
    ['after the initial response', { ...fresh, answered_at: 1500 }, 2000, 'INTERACTION_ALREADY_ACKNOWLEDGED'],
    ['long after the initial response', { ...fresh, answered_at: 1500 }, due + 1, 'INTERACTION_ALREADY_ACKNOWLEDGED'],
  ] as const
  for (const [name, interaction, at, expected] of cases) {
    const verdict = mayRespond(interaction, at)
    assert.equal(verdict.ok ? null : verdict.error, expected, name)
  }
})

test('appPermissions returns the permissions of the bot, or borrowed ones where there is no bot', () => {
  const few = ATTACH_FILES | EMBED_LINKS | MENTION_EVERYONE
  const cases = [
    ['the bot is a member', { ...guild, bot: ADMINISTRATOR, invoker: 0n }, ADMINISTRATOR],
    ['no bot, a user with few permissions', { ...guild, invoker: EMBED_LINKS | USE_EXTERNAL_APPS }, EMBED_LINKS],
    ['no bot, a user who is not a member', guild, 0n],
    [
      'installed without a bot: permissions of @everyone',
      { ...guild, everyone: EMBED_LINKS | ADMINISTRATOR, invoker: few },
      EMBED_LINKS,
    ],
    ['installed with a bot', { ...guild, bot: 0n, everyone: few, invoker: few }, 0n],
    ['the DM with the bot', { ...dm, withBot: true }, few | USE_EXTERNAL_EMOJIS],
    ['a DM between users', dm, few],
  ] as const
  for (const [name, access, expected] of cases) assert.equal(appPermissions(access), expected, name)
})

test('respondsEphemerally is true in guilds without the application for users without the permissions', () => {
  const cases = [
    [{ ...guild, installed: true, invoker: 0n }, false],
    [{ ...guild, invoker: 0n }, true],
    [{ ...guild, invoker: USE_EXTERNAL_APPS | SEND_MESSAGES }, false],
    [{ ...guild, invoker: USE_EXTERNAL_APPS }, true],
    [{ ...guild, invoker: SEND_MESSAGES }, true],
    [dm, false],
  ] as const
  for (const [access, expected] of cases) assert.equal(respondsEphemerally(access), expected)
})

test('responseMessageType depends on the command and on the message that the response refers to', () => {
  const command = (type: number) => ({ command: { name: 'x', type }, source_message_id: null })
  const component = { command: null, source_message_id: 1n }
  const initial = { isReply: false, isFollowup: false }
  const cases = [
    [command(CommandType.CHAT_INPUT), initial, MessageType.CHAT_INPUT_COMMAND],
    [command(CommandType.USER), initial, MessageType.CONTEXT_MENU_COMMAND],
    [command(CommandType.MESSAGE), { ...initial, isReply: true }, MessageType.CONTEXT_MENU_COMMAND],
    [command(CommandType.CHAT_INPUT), { isReply: true, isFollowup: true }, MessageType.REPLY],
    [component, { ...initial, isReply: true }, MessageType.REPLY],
    [component, initial, MessageType.DEFAULT],
  ] as const
  for (const [interaction, response, expected] of cases)
    assert.equal(responseMessageType(interaction, response), expected)
})
