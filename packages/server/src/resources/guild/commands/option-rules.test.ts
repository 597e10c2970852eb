import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMMAND_CHOICE_MAX, Faults, OptionType } from '@guildhall/protocol'
import { faultsIn } from '../../../../test/support/faults-in.ts'
import { checkChoiceList, checkOptions, isChatInputName, isValueOf } from './option-rules.ts'

const option = (fields: object) => ({ name: 'o', description: 'd', type: OptionType.STRING, ...fields })

function faultsOf(options: readonly object[], parent: number | null = null): string[] {
  const faults = new Faults()
  checkOptions(options, parent, faults.at('options'))
  return faultsIn(faults)
}

test('isChatInputName accepts lower case of scripts with cases, and any letter of others', () => {
  for (const name of ['a', 'über', '名前', 'हिन्दी', 'a-b_c']) assert.ok(isChatInputName(name), name)
  for (const name of ['', 'A', 'a b', 'a.b', 'x'.repeat(33)]) assert.ok(!isChatInputName(name), name)
})

test('isValueOf accepts whole numbers for integers, and finite ones for numbers', () => {
  assert.ok(isValueOf(OptionType.INTEGER, 3) && isValueOf(OptionType.NUMBER, 3.5))
  for (const value of [3.5, '3', Number.NaN, 2 ** 60]) assert.ok(!isValueOf(OptionType.INTEGER, value), `${value}`)
})

test('checkChoiceList refuses equal names, and values of another type', () => {
  const faults = new Faults()
  const choices = [
    { name: 'a', value: 1 },
    { name: 'a', value: 2 },
    { name: 'b', value: 'x' },
  ]
  checkChoiceList(OptionType.INTEGER, choices, faults.at('choices'))
  checkChoiceList(OptionType.STRING, [{ name: 'c', value: 'x'.repeat(COMMAND_CHOICE_MAX + 1) }], faults.at('texts'))
  assert.deepEqual(faultsIn(faults), [
    'choices.1.name APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS',
    'choices.2.value NUMBER_TYPE_COERCE',
    'texts.0.value BASE_TYPE_BAD_LENGTH',
  ])
})

test('checkOptions names the fault of an option by its path', () => {
  const sub = option({ type: OptionType.SUB_COMMAND })
  const cases: [object[], string[]][] = [
    [
      [option({}), option({ name: 'p', required: true })],
      ['options.1.required APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID'],
    ],
    [[option({}), option({})], ['options.1.name APPLICATION_COMMAND_OPTIONS_NAME_INVALID']],
    [[sub, option({ name: 'p' })], ['options APPLICATION_COMMAND_OPTIONS_TYPE_INVALID']],
    [[option({ min_length: 5, max_length: 4 })], ['options.0.min_length NUMBER_TYPE_MAX']],
    [
      [option({ type: OptionType.ATTACHMENT, file_types: ['image', '??'] })],
      ['options.0.file_types.1 BASE_TYPE_CHOICES'],
    ],
    [[{ ...sub, options: [sub] }], ['options.0.options.0.type APPLICATION_COMMAND_OPTIONS_TYPE_INVALID']],
    [[option({ type: OptionType.BOOLEAN, min_value: 3 })], []],
  ]
  for (const [options, faults] of cases) assert.deepEqual(faultsOf(options), faults)
})
