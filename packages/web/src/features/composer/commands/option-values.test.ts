import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type CommandParameterObject, OptionType } from '@guildhall/protocol'
import { acceptOf, fileFits } from '../../../lib/file-types.ts'
import { completionOptions, type Entry, fillOptions, missingText, type Parsed, parseOption } from './option-values.ts'

const option = (type: number, more: Partial<CommandParameterObject> = {}): CommandParameterObject => ({
  type,
  name: `option-${type}`,
  description: 'd',
  ...more,
})
const file = new File(['x'], 'Photo.PNG')
const { STRING, INTEGER, NUMBER, BOOLEAN, USER, ATTACHMENT } = OptionType

const CASES: [title: string, option: CommandParameterObject, entry: Entry, expected: Parsed | 'error'][] = [
  ['an empty optional field', option(STRING), '  ', null],
  ['an empty required field', option(STRING, { required: true }), undefined, { error: missingText() }],
  ['a text', option(STRING), ' a ', { value: ' a ' }],
  ['a text that is too short', option(STRING, { min_length: 3 }), 'ab', 'error'],
  ['a text that counts code points', option(STRING, { max_length: 2 }), '🔥🔥', { value: '🔥🔥' }],
  ['a text that is too long', option(STRING, { max_length: 2 }), 'abc', 'error'],
  ['a whole number', option(INTEGER), ' 42 ', { value: 42 }],
  ['a fraction for a whole number', option(INTEGER), '4.2', 'error'],
  ['a whole number above 2^53', option(INTEGER), '9007199254740993', 'error'],
  ['a number with a comma', option(NUMBER), '-1,5', { value: -1.5 }],
  ['a number with an exponent', option(NUMBER), '1e3', { value: 1000 }],
  ['words for a number', option(NUMBER), 'ten', 'error'],
  ['hexadecimal digits for a number', option(NUMBER), '0x10', 'error'],
  ['a number below its minimum', option(NUMBER, { min_value: 0 }), '-1', 'error'],
  ['a number above its maximum', option(INTEGER, { max_value: 5 }), '6', 'error'],
  ['a switch that is off', option(BOOLEAN, { required: true }), false, { value: false }],
  ['a choice', option(INTEGER, { choices: [{ name: 'two', value: 2 }] }), { name: 'two', value: 2 }, { value: 2 }],
  ['text where there are choices', option(STRING, { choices: [{ name: 'a', value: 'a' }] }), 'b', 'error'],
  ['a user', option(USER), { name: 'bob', value: '12' }, { value: '12' }],
  ['a name that is no chosen user', option(USER), 'bob', 'error'],
  ['a completed value that is too large', option(INTEGER, { max_value: 1 }), { name: 'two', value: 2 }, 'error'],
  ['a file', option(ATTACHMENT, { file_types: ['image'] }), file, { value: file }],
  ['a file of another type', option(ATTACHMENT, { file_types: ['.pdf', 'audio'] }), file, 'error'],
]

for (const [title, definition, entry, expected] of CASES) {
  test(`parseOption reads ${title}`, () => {
    const parsed = parseOption(definition, entry)
    if (expected === 'error') assert.ok(parsed && 'error' in parsed)
    else assert.deepEqual(parsed, expected)
  })
}

describe('options of a use', () => {
  const text = option(STRING, { name: 'text', required: true })
  const upload = option(ATTACHMENT, { name: 'upload' })
  const count = option(INTEGER, { name: 'count' })
  const path = [
    option(OptionType.SUB_COMMAND_GROUP, { name: 'root' }),
    option(OptionType.SUB_COMMAND, { name: 'leaf' }),
  ]

  test('all faults are returned at once, and nothing else', () => {
    const filled = fillOptions({ options: [text, count], path: [] }, { count: 'x' })
    assert.deepEqual(Object.keys('errors' in filled ? filled.errors : {}), ['text', 'count'])
  })

  test('files are named by their index, and options are below their subcommand', () => {
    const entries = { text: 'a', upload: file, count: '3' }
    const filled = fillOptions({ options: [text, upload, count], path }, entries)
    assert.ok('options' in filled)
    assert.deepEqual(filled.files, [file])
    const values = [
      { type: STRING, name: 'text', value: 'a' },
      { type: ATTACHMENT, name: 'upload', value: '0' },
      { type: INTEGER, name: 'count', value: 3 },
    ]
    const leaf = { type: OptionType.SUB_COMMAND, name: 'leaf', options: values }
    assert.deepEqual(filled.options, [{ type: OptionType.SUB_COMMAND_GROUP, name: 'root', options: [leaf] }])
  })

  test('a request to complete an option leaves out what is not filled, wrong, or a file', () => {
    const entries = { text: '', upload: file, count: 'x' }
    const sent = completionOptions({ options: [text, upload, count], path: [] }, entries, text, 'ap')
    assert.deepEqual(sent, [{ type: STRING, name: 'text', value: 'ap', focused: true }])
  })

  test('file types accept groups and extensions', () => {
    assert.equal(acceptOf(['.pdf', 'audio'])?.startsWith('.pdf,.mp3'), true)
    assert.equal(acceptOf([]), undefined)
    assert.ok(fileFits('a.tar.GZ', ['.gz']))
    assert.ok(!fileFits('gz', ['.gz']))
  })
})
