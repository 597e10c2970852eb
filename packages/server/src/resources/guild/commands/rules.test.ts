import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Faults } from '@guildhall/protocol'
import { localized } from './present.ts'
import { checkCommand, mayContain, mayCreateToday } from './rules.ts'

type Body = Record<string, unknown>

/** The codes of all faults, by their paths. */
function faultsOf(command: unknown): Record<string, string> {
  const faults = new Faults()
  const draft = checkCommand(command, faults)
  assert.equal(draft === null, faults.any)
  const found: Record<string, string> = {}
  const walk = (node: Body, path: string) => {
    for (const [key, value] of Object.entries(node)) {
      if (key === '_errors') found[path] = String((value as Body[])[0]?.code)
      else walk(value as Body, path === '' ? key : `${path}.${key}`)
    }
  }
  walk(faults.toJSON() as Body, '')
  return found
}

const slash = (fields: object) => ({ name: 'c', description: 'd', ...fields })
const options = (...given: object[]) =>
  slash({ options: given.map((option, index) => ({ name: `o${index}`, description: 'd', type: 3, ...option })) })

test('[SVC-4] names: letters of any script in lower case, 1 to 32, in every language', () => {
  const good = ['a', 'über', 'строка', 'हिन्दी', 'ไทย', '名前', "o'clock", 'a-b_c', '1', 'x'.repeat(32)]
  const bad = ['A', 'a b', 'a.b', '', 'x'.repeat(33), 'Ünder', '/a', 'a\n']
  for (const name of good) {
    assert.deepEqual(faultsOf(slash({ name })), {}, name)
    assert.deepEqual(faultsOf(slash({ name_localizations: { de: name } })), {}, name)
    assert.deepEqual(faultsOf(options({ name })), {}, name)
  }
  for (const name of bad) {
    assert.deepEqual(Object.keys(faultsOf(slash({ name }))), ['name'], name)
    assert.deepEqual(
      Object.keys(faultsOf(slash({ name_localizations: { de: name } }))),
      ['name_localizations.de'],
      name,
    )
    assert.deepEqual(Object.keys(faultsOf(options({ name }))), ['options.0.name'], name)
  }
  // Entries of menus and entry points are written as people read them.
  for (const type of [2, 3, 4])
    assert.deepEqual(faultsOf({ name: 'High Five!', type, name_localizations: { de: 'Gib fünf' } }), {})
  assert.deepEqual(faultsOf({ name: '  ', type: 2 }), { name: 'APPLICATION_COMMAND_INVALID_NAME' })
})

test('[SVC-4] options: values, ranges, choices and nesting', () => {
  const choice = (value: unknown, fields: object = {}) => ({ name: 'n', value, ...fields })
  const cases: [string, object, Record<string, string>][] = [
    ['a whole range', options({ type: 4, min_value: -5, max_value: 5 }), {}],
    ['half an integer', options({ type: 4, min_value: 0.5 }), { 'options.0.min_value': 'NUMBER_TYPE_COERCE' }],
    ['an integer too large', options({ type: 4, max_value: 2 ** 53 }), { 'options.0.max_value': 'NUMBER_TYPE_COERCE' }],
    ['the largest number', options({ type: 10, max_value: 2 ** 53 }), {}],
    ['a number too large', options({ type: 10, max_value: 2 ** 54 }), { 'options.0.max_value': 'NUMBER_TYPE_COERCE' }],
    [
      'a range the wrong way',
      options({ type: 10, min_value: 2, max_value: 1 }),
      { 'options.0.min_value': 'NUMBER_TYPE_MAX' },
    ],
    ['lengths the wrong way', options({ min_length: 2, max_length: 1 }), { 'options.0.min_length': 'NUMBER_TYPE_MAX' }],
    ['a length of 6001', options({ max_length: 6001 }), { 'options.0.max_length': 'NUMBER_TYPE_MAX' }],
    [
      'half an integer to choose',
      options({ type: 4, choices: [choice(1.5)] }),
      { 'options.0.choices.0.value': 'NUMBER_TYPE_COERCE' },
    ],
    ['a number to choose', options({ type: 10, choices: [choice(1.5)] }), {}],
    [
      'a text of 101 to choose',
      options({ choices: [choice('x'.repeat(101))] }),
      { 'options.0.choices.0.value': 'BASE_TYPE_BAD_LENGTH' },
    ],
    [
      'two choices of one name',
      options({ choices: [choice('a'), choice('b')] }),
      { 'options.0.choices.1.name': 'APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS' },
    ],
    [
      'a choice in no locale',
      options({ choices: [choice('a', { name_localizations: { xx: 'a' } })] }),
      { 'options.0.choices.0.name_localizations.xx': 'BASE_TYPE_CHOICES' },
    ],
    [
      'an unknown channel type',
      options({ type: 7, channel_types: [99] }),
      { 'options.0.channel_types.0': 'BASE_TYPE_CHOICES' },
    ],
    [
      'one name twice',
      options({ name: 'a' }, { name: 'a' }),
      { 'options.1.name': 'APPLICATION_COMMAND_OPTIONS_NAME_INVALID' },
    ],
    [
      'one name in a language twice',
      options({ name_localizations: { de: 'a' } }, { name_localizations: { de: 'a' } }),
      { 'options.1.name_localizations.de': 'APPLICATION_COMMAND_OPTIONS_NAME_INVALID' },
    ],
    [
      'another’s default name',
      options({}, { name_localizations: { de: 'o0' } }),
      { 'options.1.name_localizations.de': 'APPLICATION_COMMAND_OPTIONS_NAME_INVALID' },
    ],
    [
      'the same name in two languages',
      options({ name_localizations: { de: 'a' } }, { name_localizations: { fr: 'a' } }),
      {},
    ],
    ['a subcommand in a group', options({ type: 2, options: [{ name: 'a', description: 'd', type: 1 }] }), {}],
    [
      'a subcommand in a subcommand',
      options({ type: 1, options: [{ name: 'a', description: 'd', type: 1 }] }),
      { 'options.0.options.0.type': 'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID' },
    ],
    [
      'an option in a group',
      options({ type: 2, options: [{ name: 'a', description: 'd', type: 3 }] }),
      { 'options.0.options.0.type': 'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID' },
    ],
    [
      'a subcommand beside an option',
      options({ type: 1 }, {}),
      { options: 'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID' },
    ],
    [
      'required after optional',
      options({}, { required: true }),
      { 'options.1.required': 'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID' },
    ],
  ]
  for (const [name, command, expected] of cases) assert.deepEqual(faultsOf(command), expected, name)
})

test('[MOD-20] file types of an option: groups or extensions, ten at most', () => {
  const typed = (...file_types: string[]) => options({ type: 11, file_types })
  for (const good of [['image'], ['video', 'audio', '.pdf'], ['.TAR', '.7z']])
    assert.deepEqual(faultsOf(typed(...good)), {})
  for (const bad of ['pdf', '.', 'text', 'image/png', '.a b', `.${'x'.repeat(17)}`])
    assert.deepEqual(faultsOf(typed('image', bad)), { 'options.0.file_types.1': 'BASE_TYPE_CHOICES' }, bad)
  assert.equal(faultsOf(typed('image', 'image'))['options.0.file_types.1'], 'SET_TYPE_ALREADY_CONTAINS_VALUE')
  const eleven = Array.from({ length: 11 }, (_, index) => `.x${index}`)
  assert.equal(faultsOf(typed(...eleven))['options.0.file_types'], 'BASE_TYPE_MAX_LENGTH')
})

test('[LIM-10] [LIM-11] limits of commands of each type, and of creates a day', () => {
  const most = [
    [1, 100],
    [2, 15],
    [3, 15],
    [4, 1],
  ] as const
  for (const [type, count] of most) {
    assert.ok(mayContain(type, count).ok)
    const verdict = mayContain(type, count + 1)
    assert.equal(verdict.ok ? 'ok' : verdict.error, 'TOO_MANY_APPLICATION_COMMANDS')
  }
  assert.ok(mayCreateToday(199).ok)
  assert.ok(!mayCreateToday(200).ok)
})

test('a translation or its fallback, else none', () => {
  const cases: [Record<string, string> | null, string, string | undefined][] = [
    [null, 'de', undefined],
    [{ de: 'a' }, 'de', 'a'],
    [{ de: 'a' }, 'fr', undefined],
    [{ 'en-GB': 'a' }, 'en-US', 'a'],
    [{ 'en-US': 'a' }, 'en-GB', 'a'],
    [{ 'en-US': 'a', 'en-GB': 'b' }, 'en-US', 'a'],
    [{ 'es-ES': 'a' }, 'es-419', 'a'],
    [{ 'es-419': 'a' }, 'es-ES', undefined],
  ]
  for (const [texts, locale, expected] of cases)
    assert.equal(localized(texts, locale), expected, `${JSON.stringify(texts)} ${locale}`)
})
