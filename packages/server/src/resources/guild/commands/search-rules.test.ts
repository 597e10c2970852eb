import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandType, OptionType } from '@guildhall/protocol'
import type { StoredCommand } from './model.ts'
import { searchCommands } from './search-rules.ts'

const command = (name: string, fields: object = {}) =>
  ({ name, type: CommandType.CHAT_INPUT, options: [], name_localizations: null, ...fields }) as unknown as StoredCommand
const COMMANDS = [
  command('repaint'),
  command('paint', {
    name_localizations: { de: 'malen' },
    options: [{ type: OptionType.SUB_COMMAND, name: 'walls', name_localizations: { de: 'wand' } }],
  }),
  command('painting'),
  command('Paint', { type: CommandType.USER }),
]

for (const [query, names, locale = 'en-US'] of [
  ['paint', ['paint', 'painting', 'repaint']],
  ['/PAINT ', ['paint', 'painting', 'repaint']],
  ['', ['paint', 'painting', 'repaint']],
  ['paint wa', ['paint']],
  ['walls', ['paint']],
  ['malen', ['paint'], 'de'],
  ['malen wand', ['paint'], 'de'],
  ['malen', []],
  ['nothing', []],
] as const) {
  test(`a search for "${query}" in ${locale} finds ${names.length === 0 ? 'nothing' : names.join(', ')}`, () => {
    const found = searchCommands(COMMANDS, { type: CommandType.CHAT_INPUT, query, locale })
    assert.deepEqual(
      found.map(({ name }) => name),
      names,
    )
  })
}

test('a search finds commands of its type only', () => {
  const found = searchCommands(COMMANDS, { type: CommandType.USER, query: 'paint', locale: 'en-US' })
  assert.deepEqual(found, [COMMANDS[3]])
})
