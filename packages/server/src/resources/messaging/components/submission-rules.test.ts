import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Faults } from '@guildhall/protocol'
import { caseName } from '../../../../test/support/case-name.ts'
import { faultsIn } from '../../../../test/support/faults-in.ts'
import { checkModal } from './modal-rules.ts'
import { checkComponentSubmit, checkModalSubmit } from './submission-rules.ts'

type Fields = Record<string, unknown>
type Case = [name: string, input: Fields, given: Fields, expected: unknown]

const options = ['a', 'b', 'c'].map((value) => ({ label: value, value }))

/** Submits a modal of one input. Returns the value that the application receives, or the faults as `path CODE`. */
function filled(input: Fields, given: Fields): unknown {
  const faults = new Faults()
  const component = { custom_id: 'x', ...input }
  const checked = checkModal(
    { custom_id: 'm', title: 'T', components: [{ type: 18, label: 'L', component }] },
    faults,
    [],
  )
  assert.ok(checked && !faults.any, faultsIn(faults).join())
  const { components } = checkModalSubmit(
    checked.modal,
    [{ type: 18, component: { type: input.type, custom_id: 'x', ...given } }],
    faults,
  )
  const { value, values } = components[0]?.component ?? assert.fail()
  return faults.any ? faultsIn(faults) : (values ?? value)
}

const BAD_LENGTH = ['0.component.values BASE_TYPE_BAD_LENGTH']
const REQUIRED = ['0.component.value BASE_TYPE_REQUIRED']

describe('modal submissions', () => {
  const text = { type: 4, style: 1 }
  const select = { type: 3, options }
  const upload = { type: 19 }
  const radio = { type: 21, options }
  const boxes = { type: 22, options }
  const box = { type: 23 }
  const cases: Case[] = [
    ['[MOD-4] a text', text, { value: 'typed' }, 'typed'],
    ['[MOD-4] a required text input without value', text, {}, REQUIRED],
    ['[MOD-4] an optional text input without value', { ...text, required: false, min_length: 3 }, {}, ''],
    [
      '[MOD-4] a text below min_length',
      { ...text, min_length: 3 },
      { value: 'no' },
      ['0.component.value BASE_TYPE_BAD_LENGTH'],
    ],
    [
      '[MOD-4] an optional text below min_length',
      { ...text, min_length: 3, required: false },
      { value: 'no' },
      ['0.component.value BASE_TYPE_BAD_LENGTH'],
    ],
    ['[MOD-4] three emojis with a max_length of 3', { ...text, max_length: 3 }, { value: '👍👍👍' }, '👍👍👍'],
    [
      '[MOD-4] a text above max_length',
      { ...text, max_length: 3 },
      { value: 'four' },
      ['0.component.value BASE_TYPE_BAD_LENGTH'],
    ],
    [
      '[MOD-4] a text of 4,001 characters',
      text,
      { value: 'x'.repeat(4001) },
      ['0.component.value BASE_TYPE_BAD_LENGTH'],
    ],
    ['[MOD-4] two lines in a short input', text, { value: 'a\nb' }, ['0.component.value STRING_TYPE_REGEX']],
    ['[MOD-4] two lines in a paragraph', { ...text, style: 2 }, { value: 'a\nb' }, 'a\nb'],
    ['[MOD-4] a number in a text input', text, { value: 5 }, ['0.component.value STRING_TYPE_CONVERT']],
    [
      '[MOD-4] a text input submitted as another component',
      text,
      { type: 3, value: 'x' },
      ['0.component.type UNION_TYPE_CHOICES'],
    ],
    ['[MOD-5] an option', select, { values: ['b'] }, ['b']],
    [
      '[MOD-5] a value that the select does not offer',
      select,
      { values: ['z'] },
      ['0.component.values.0 BASE_TYPE_CHOICES'],
    ],
    ['[MOD-5] more values than max_values', select, { values: ['a', 'b'] }, BAD_LENGTH],
    [
      '[MOD-5] one value twice where two are required',
      { ...select, min_values: 2, max_values: 2 },
      { values: ['a', 'a'] },
      BAD_LENGTH,
    ],
    [
      '[MOD-5] a string instead of a list of values',
      select,
      { values: 'a' },
      ['0.component.values LIST_TYPE_CONVERT', BAD_LENGTH[0]],
    ],
    ['[MOD-6] an id', { type: 5 }, { values: ['80351110224678912'] }, ['80351110224678912']],
    ['[MOD-6] a name instead of an id', { type: 5 }, { values: ['ann'] }, ['0.component.values.0 NUMBER_TYPE_COERCE']],
    [
      '[MOD-6] an id with a leading zero',
      { type: 5 },
      { values: ['080351110224678912'] },
      ['0.component.values.0 NUMBER_TYPE_COERCE'],
    ],
    [
      '[MOD-6] an id of 2^63',
      { type: 8 },
      { values: ['9223372036854775808'] },
      ['0.component.values.0 NUMBER_TYPE_COERCE'],
    ],
    ['[MOD-13] a required select without values', select, { values: [] }, BAD_LENGTH],
    ['[MOD-13] an optional select without values', { ...select, required: false }, { values: [] }, []],
    [
      '[MOD-13] an optional select that the submission omits',
      { ...select, required: false, min_values: 2, max_values: 2 },
      {},
      [],
    ],
    [
      '[MOD-13] an optional select with fewer values than min_values',
      { ...select, required: false, min_values: 2, max_values: 2 },
      { values: ['a'] },
      BAD_LENGTH,
    ],
    ['[MOD-16] two uploaded files', { ...upload, max_values: 2 }, { values: ['0', '1'] }, ['0', '1']],
    ['[MOD-16] more files than max_values', upload, { values: ['0', '1'] }, BAD_LENGTH],
    [
      '[MOD-16] fewer files than min_values',
      { ...upload, min_values: 2, max_values: 3 },
      { values: ['0'] },
      BAD_LENGTH,
    ],
    [
      '[MOD-16] one file twice where two are required',
      { ...upload, min_values: 2, max_values: 2 },
      { values: ['0', '0'] },
      ['0.component.values.1 SET_TYPE_ALREADY_CONTAINS_VALUE'],
    ],
    ['[MOD-16] no file with max_values 0', { ...upload, max_values: 0 }, { values: [] }, []],
    ['[MOD-16] a file with max_values 0', { ...upload, max_values: 0 }, { values: ['0'] }, BAD_LENGTH],
    ['[MOD-18] a required upload without files', upload, {}, BAD_LENGTH],
    ['[MOD-18] an optional upload without files', { ...upload, required: false }, {}, []],
    ['[MOD-22] a radio option', radio, { value: 'b' }, 'b'],
    ['[MOD-22] two radio options', radio, { value: ['a', 'b'] }, ['0.component.value BASE_TYPE_CHOICES']],
    [
      '[MOD-22] a value that the radio group does not offer',
      radio,
      { value: '' },
      ['0.component.value BASE_TYPE_CHOICES'],
    ],
    ['[MOD-23] a required radio group without value', radio, {}, REQUIRED],
    ['[MOD-23] an optional radio group without value', { ...radio, required: false }, { value: null }, null],
    ['[MOD-24] two of three checkboxes', { ...boxes, min_values: 2 }, { values: ['a', 'c'] }, ['a', 'c']],
    ['[MOD-24] all checkboxes', boxes, { values: ['a', 'b', 'c'] }, ['a', 'b', 'c']],
    ['[MOD-24] fewer checkboxes than min_values', { ...boxes, min_values: 2 }, { values: ['a'] }, BAD_LENGTH],
    ['[MOD-24] more checkboxes than max_values', { ...boxes, max_values: 1 }, { values: ['a', 'b'] }, BAD_LENGTH],
    [
      '[MOD-24] a value that the checkbox group does not offer',
      boxes,
      { values: ['z'] },
      ['0.component.values.0 BASE_TYPE_CHOICES'],
    ],
    ['[MOD-24] an optional checkbox group without values', { ...boxes, required: false }, {}, []],
    ['[MOD-25] a checked checkbox', box, { value: true }, true],
    ['[MOD-25] a checkbox that the submission omits', box, {}, false],
    [
      '[MOD-25] a checkbox value that is not a boolean',
      box,
      { value: 'yes' },
      ['0.component.value BOOLEAN_TYPE_CHOICES'],
    ],
  ]
  const isFaults = (expected: unknown) =>
    Array.isArray(expected) && expected.some((entry) => /^\d\..* [A-Z_]+$/.test(String(entry)))
  for (const [name, input, given, expected] of cases) {
    test(caseName('checkModalSubmit', !isFaults(expected), name), () =>
      assert.deepEqual(filled(input, given), expected),
    )
  }

  test('[MOD-16] checkModalSubmit rejects one file in two inputs', () => {
    const faults = new Faults()
    const two = ['x', 'y'].map((custom_id) => ({ type: 18, label: 'L', component: { type: 19, custom_id } }))
    const checked = checkModal({ custom_id: 'm', title: 'T', components: two }, faults, []) ?? assert.fail()
    const given = ['x', 'y'].map((custom_id) => ({ component: { type: 19, custom_id, values: ['0'] } }))
    checkModalSubmit(checked.modal, given, faults)
    assert.deepEqual(faultsIn(faults), ['1.component.values.0 SET_TYPE_ALREADY_CONTAINS_VALUE'])
  })

  test('[MOD-8] checkModalSubmit returns texts and labels with their ids and drops inputs that the modal does not have', () => {
    const faults = new Faults()
    const components = [
      { type: 10, content: 'read' },
      { type: 18, label: 'L', component: { ...text, custom_id: 'x' } },
      { type: 1, components: [{ ...text, custom_id: 'y', label: 'Old' }] },
    ]
    const checked = checkModal({ custom_id: 'm', title: 'T', components }, faults, []) ?? assert.fail()
    const given = [
      { component: { custom_id: 'x', value: 'new', junk: 1 } },
      { components: [{ type: 4, custom_id: 'y', value: 'old' }] },
      { component: { custom_id: 'z', value: 'more' } },
    ]
    assert.deepEqual(checkModalSubmit(checked.modal, given, faults).components, [
      { type: 10, id: 1 },
      { type: 18, id: 2, component: { type: 4, id: 3, custom_id: 'x', value: 'new' } },
      { type: 1, id: 4, components: [{ type: 4, id: 5, custom_id: 'y', value: 'old' }] },
    ])
    assert.equal(faults.any, false)
  })
})

test('[SVC-7] checkComponentSubmit checks values against the component of the message', () => {
  const cases: [string, Fields & { type: 2 | 3 | 6 }, unknown, string[]][] = [
    ['a button', { type: 2 }, ['x'], []],
    ['a disabled one', { type: 2, disabled: true }, undefined, ['COMPONENT_DISABLED']],
    ['an option', { type: 3, options }, ['a'], []],
    ['of a disabled select', { type: 3, options, disabled: true }, ['a'], ['COMPONENT_DISABLED']],
    ['another', { type: 3, options }, ['z'], ['0 BASE_TYPE_CHOICES']],
    ['none', { type: 3, options }, undefined, ['BASE_TYPE_BAD_LENGTH']],
    ['none where none is needed', { type: 3, options, min_values: 0 }, [], []],
    ['too many', { type: 6, max_values: 1 }, ['1', '2'], ['BASE_TYPE_BAD_LENGTH']],
    ['one twice', { type: 6, max_values: 2 }, ['1', '1'], ['BASE_TYPE_BAD_LENGTH']],
  ]
  for (const [name, component, values, expected] of cases) {
    const faults = new Faults()
    checkComponentSubmit({ style: 1, custom_id: 'x', ...component }, values, faults)
    assert.deepEqual(faultsIn(faults), expected, name)
  }
})
