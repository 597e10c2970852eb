import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CommandOptionObject, Faults, OptionType } from '@guildhall/protocol'
import { checkInvocation } from './invocation-rules.ts'

const { STRING, INTEGER, NUMBER, BOOLEAN, USER, CHANNEL, SUB_COMMAND, SUB_COMMAND_GROUP } = OptionType
const option = (type: number, fields: Partial<CommandOptionObject> = {}): CommandOptionObject => ({
  type,
  name: 'o',
  description: 'd',
  ...fields,
})

/** Whether the option accepts a value. */
function takes(
  definition: CommandOptionObject,
  value: unknown,
  given: { focused?: boolean; partial?: boolean } = {},
): boolean {
  const { partial = false, focused } = given
  const faults = new Faults()
  checkInvocation([definition], [{ name: 'o', value, ...(focused ? { focused } : {}) }], { partial }, faults)
  return !faults.any
}

test('[SVC-4] submitted options must fit the definition of the command', () => {
  const choices = [{ name: 'a', value: 'a' }]
  const cases: [string, CommandOptionObject, unknown, boolean][] = [
    ['a text', option(STRING), 'a', true],
    ['a number for a text', option(STRING), 1, false],
    ['6000 characters', option(STRING), '🐙'.repeat(6000), true],
    ['6001 characters', option(STRING), 'x'.repeat(6001), false],
    ['too short', option(STRING, { min_length: 2 }), '🐙', false],
    ['too long', option(STRING, { max_length: 2 }), 'abc', false],
    ['a choice', option(STRING, { choices }), 'a', true],
    ['no choice', option(STRING, { choices }), 'b', false],
    ['an integer', option(INTEGER), -3, true],
    ['half', option(INTEGER), 0.5, false],
    ['too large to be exact', option(INTEGER), 2 ** 53, false],
    ['under the least', option(INTEGER, { min_value: 0 }), -1, false],
    ['over the most', option(NUMBER, { max_value: 1.5 }), 1.6, false],
    ['a number', option(NUMBER), 0.5, true],
    ['the largest number', option(NUMBER), 2 ** 53, true],
    ['a larger one', option(NUMBER), 2 ** 54, false],
    ['a text for a number', option(NUMBER), '1', false],
    ['true', option(BOOLEAN), true, true],
    ['a text for true', option(BOOLEAN), 'true', false],
    ['an id', option(USER), '123', true],
    ['no id', option(CHANNEL), '#general', false],
    ['nothing', option(CHANNEL), undefined, false],
  ]
  for (const [name, definition, value, expected] of cases) assert.equal(takes(definition, value), expected, name)
})

test('autocomplete accepts an unfinished value for exactly one option', () => {
  const typing = { partial: true, focused: true }
  const completes = { autocomplete: true }
  const cases: [string, CommandOptionObject, unknown, boolean][] = [
    ['shorter than the least', option(STRING, { ...completes, min_length: 9 }), '', true],
    ['half a number', option(INTEGER, completes), '1', true],
    ['longer than any', option(STRING, completes), 'x'.repeat(6001), false],
    ['an option that does not complete', option(STRING), 'a', false],
    ['an id', option(USER), '1', false],
    ['a list', option(STRING, completes), ['a'], false],
  ]
  for (const [name, definition, value, expected] of cases)
    assert.equal(takes(definition, value, typing), expected, name)
  // Options before the focused one are checked completely.
  assert.equal(takes(option(INTEGER), 'x', { partial: true }), false)

  const two = ['a', 'b'].map((name) => ({ ...option(STRING, completes), name }))
  const faults = new Faults()
  const given = ['a', 'b'].map((name) => ({ name, value: 'x', focused: true }))
  checkInvocation(two, given, { partial: true }, faults)
  assert.ok(faults.any, 'two at once')
})

test('a subcommand is chosen, its required options are there, and nothing else', () => {
  const leaf = { type: SUB_COMMAND, name: 'leaf', description: 'd', options: [{ ...option(STRING), required: true }] }
  const tree = [
    { type: SUB_COMMAND_GROUP, name: 'group', description: 'd', options: [leaf] },
    { type: SUB_COMMAND, name: 'other', description: 'd' },
  ]
  const inner = { name: 'leaf', options: [{ name: 'o', value: 'x' }] }
  const cases: [string, unknown, boolean][] = [
    ['the whole way', [{ name: 'group', options: [inner] }], true],
    ['the other', [{ name: 'other' }], true],
    ['nothing', [], false],
    ['both', [{ name: 'group', options: [inner] }, { name: 'other' }], false],
    ['only the group', [{ name: 'group' }], false],
    ['without what is required', [{ name: 'group', options: [{ name: 'leaf', options: [] }] }], false],
    ['an unknown one', [{ name: 'nope' }], false],
    ['one twice', [{ name: 'other' }, { name: 'other' }], false],
    ['no list', 'other', false],
  ]
  for (const [name, given, expected] of cases) {
    const faults = new Faults()
    checkInvocation(tree, given, { partial: false }, faults)
    assert.equal(!faults.any, expected, name)
  }
})
