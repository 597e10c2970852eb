import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Faults } from '@guildhall/protocol'
import { faultsIn } from '../../../test/support/faults-in.ts'
import { checkModal } from './modal.ts'
import { checkComponentSubmit, checkModalSubmit } from './submit.ts'

type Wire = Record<string, unknown>
type Case = [name: string, input: Wire, given: Wire, expected: unknown]

const options = ['a', 'b', 'c'].map((value) => ({ label: value, value }))

/** What a modal of one input makes of what was filled in: its value, or the faults by code. */
function filled(input: Wire, given: Wire): unknown {
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
    [],
  )
  const { value, values } = components[0]?.component as Wire
  return faults.any ? faultsIn(faults) : (values ?? value)
}

const BAD_LENGTH = ['0.component.values BASE_TYPE_BAD_LENGTH']
const REQUIRED = ['0.component.value BASE_TYPE_REQUIRED']

describe('what a person fills in', () => {
  const text = { type: 4, style: 1 }
  const select = { type: 3, options }
  const upload = { type: 19 }
  const radio = { type: 21, options }
  const boxes = { type: 22, options }
  const box = { type: 23 }
  const cases: Case[] = [
    ['[MOD-4] a text', text, { value: 'typed' }, 'typed'],
    ['[MOD-4] none', text, {}, REQUIRED],
    ['[MOD-4] none where none is needed', { ...text, required: false, min_length: 3 }, {}, ''],
    ['[MOD-4] too short', { ...text, min_length: 3 }, { value: 'no' }, ['0.component.value BASE_TYPE_BAD_LENGTH']],
    [
      '[MOD-4] too short, though not required',
      { ...text, min_length: 3, required: false },
      { value: 'no' },
      ['0.component.value BASE_TYPE_BAD_LENGTH'],
    ],
    ['[MOD-4] by characters, not units', { ...text, max_length: 3 }, { value: '👍👍👍' }, '👍👍👍'],
    ['[MOD-4] too long', { ...text, max_length: 3 }, { value: 'four' }, ['0.component.value BASE_TYPE_BAD_LENGTH']],
    ['[MOD-4] longer than any', text, { value: 'x'.repeat(4001) }, ['0.component.value BASE_TYPE_BAD_LENGTH']],
    ['[MOD-4] lines in a short input', text, { value: 'a\nb' }, ['0.component.value STRING_TYPE_REGEX']],
    ['[MOD-4] lines in a paragraph', { ...text, style: 2 }, { value: 'a\nb' }, 'a\nb'],
    ['[MOD-4] no text', text, { value: 5 }, ['0.component.value STRING_TYPE_CONVERT']],
    ['[MOD-4] as another component', text, { type: 3, value: 'x' }, ['0.component.type UNION_TYPE_CHOICES']],
    ['[MOD-5] an option', select, { values: ['b'] }, ['b']],
    ['[MOD-5] none of the options', select, { values: ['z'] }, ['0.component.values.0 BASE_TYPE_CHOICES']],
    ['[MOD-5] too many', select, { values: ['a', 'b'] }, BAD_LENGTH],
    ['[MOD-5] one twice for two', { ...select, min_values: 2, max_values: 2 }, { values: ['a', 'a'] }, BAD_LENGTH],
    ['[MOD-5] no list', select, { values: 'a' }, ['0.component.values LIST_TYPE_CONVERT', BAD_LENGTH[0]]],
    ['[MOD-6] an id', { type: 5 }, { values: ['80351110224678912'] }, ['80351110224678912']],
    ['[MOD-6] no id', { type: 5 }, { values: ['ann'] }, ['0.component.values.0 NUMBER_TYPE_COERCE']],
    [
      '[MOD-6] an id written otherwise',
      { type: 5 },
      { values: ['080351110224678912'] },
      ['0.component.values.0 NUMBER_TYPE_COERCE'],
    ],
    [
      '[MOD-6] more than 64 bits',
      { type: 8 },
      { values: ['9223372036854775808'] },
      ['0.component.values.0 NUMBER_TYPE_COERCE'],
    ],
    ['[MOD-13] nothing chosen', select, { values: [] }, BAD_LENGTH],
    ['[MOD-13] nothing needed', { ...select, required: false }, { values: [] }, []],
    ['[MOD-13] nothing said', { ...select, required: false, min_values: 2, max_values: 2 }, {}, []],
    [
      '[MOD-13] not required, but fewer than the least',
      { ...select, required: false, min_values: 2, max_values: 2 },
      { values: ['a'] },
      BAD_LENGTH,
    ],
    ['[MOD-16] files', { ...upload, max_values: 2 }, { values: ['0', '1'] }, ['0', '1']],
    ['[MOD-16] too many', upload, { values: ['0', '1'] }, BAD_LENGTH],
    ['[MOD-16] too few', { ...upload, min_values: 2, max_values: 3 }, { values: ['0'] }, BAD_LENGTH],
    [
      '[MOD-16] one twice for two',
      { ...upload, min_values: 2, max_values: 2 },
      { values: ['0', '0'] },
      ['0.component.values.1 SET_TYPE_ALREADY_CONTAINS_VALUE'],
    ],
    ['[MOD-16] none where none is taken', { ...upload, max_values: 0 }, { values: [] }, []],
    ['[MOD-16] one where none is taken', { ...upload, max_values: 0 }, { values: ['0'] }, BAD_LENGTH],
    ['[MOD-18] none of a required one', upload, {}, BAD_LENGTH],
    ['[MOD-18] none of one that is not', { ...upload, required: false }, {}, []],
    ['[MOD-22] a choice', radio, { value: 'b' }, 'b'],
    ['[MOD-22] two', radio, { value: ['a', 'b'] }, ['0.component.value BASE_TYPE_CHOICES']],
    ['[MOD-22] none of the choices', radio, { value: '' }, ['0.component.value BASE_TYPE_CHOICES']],
    ['[MOD-23] none', radio, {}, REQUIRED],
    ['[MOD-23] none where none is needed', { ...radio, required: false }, { value: null }, null],
    ['[MOD-24] some', { ...boxes, min_values: 2 }, { values: ['a', 'c'] }, ['a', 'c']],
    ['[MOD-24] all', boxes, { values: ['a', 'b', 'c'] }, ['a', 'b', 'c']],
    ['[MOD-24] fewer', { ...boxes, min_values: 2 }, { values: ['a'] }, BAD_LENGTH],
    ['[MOD-24] more', { ...boxes, max_values: 1 }, { values: ['a', 'b'] }, BAD_LENGTH],
    ['[MOD-24] one that is not there', boxes, { values: ['z'] }, ['0.component.values.0 BASE_TYPE_CHOICES']],
    ['[MOD-24] none where none is needed', { ...boxes, required: false }, {}, []],
    ['[MOD-25] checked', box, { value: true }, true],
    ['[MOD-25] not spoken of', box, {}, false],
    ['[MOD-25] neither', box, { value: 'yes' }, ['0.component.value BOOLEAN_TYPE_CHOICES']],
  ]
  for (const [name, input, given, expected] of cases) {
    test(name, () => assert.deepEqual(filled(input, given), expected))
  }

  test('[MOD-16] one file is for one input', () => {
    const faults = new Faults()
    const two = ['x', 'y'].map((custom_id) => ({ type: 18, label: 'L', component: { type: 19, custom_id } }))
    const checked = checkModal({ custom_id: 'm', title: 'T', components: two }, faults, []) ?? assert.fail()
    const given = ['x', 'y'].map((custom_id) => ({ component: { type: 19, custom_id, values: ['0'] } }))
    checkModalSubmit(checked.modal, given, faults, [])
    assert.deepEqual(faultsIn(faults), ['1.component.values.0 SET_TYPE_ALREADY_CONTAINS_VALUE'])
  })

  test('[MOD-8] texts and labels are handed on with their ids; what was not asked for is not', () => {
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
    assert.deepEqual(checkModalSubmit(checked.modal, given, faults, []).components, [
      { type: 10, id: 1 },
      { type: 18, id: 2, component: { type: 4, id: 3, custom_id: 'x', value: 'new' } },
      { type: 1, id: 4, components: [{ type: 4, id: 5, custom_id: 'y', value: 'old' }] },
    ])
    assert.equal(faults.any, false)
  })
})

test('[SVC-7] what a person chooses on a message is held against the component', () => {
  const cases: [string, Wire, unknown, string[]][] = [
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
    checkComponentSubmit(component, values, faults, [])
    assert.deepEqual(faultsIn(faults), expected, name)
  }
})
