import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ModalInputObject } from '@guildhall/protocol'
import { faultOf, initialValue, type ModalValue, modalFields, modalParts, submissionOf } from './modal-fields.ts'

const input = (type: number, more: object = {}) => ({ type, custom_id: `c${type}`, ...more }) as ModalInputObject
const label = (component: ModalInputObject, more: object = {}) => ({ type: 18, label: 'Label', component, ...more })
const text = (more: object = {}) => input(4, { style: 1, ...more })
const options = ['a', 'b', 'c'].map((value) => ({ value, label: value.toUpperCase() }))
const file = (name: string) => new File(['x'], name)
const values = (...all: string[]) => all.map((value) => ({ value }))

const CASES: [title: string, input: ModalInputObject, value: ModalValue, wrong: boolean][] = [
  ['an empty text', text(), '', true],
  ['an empty optional text', text({ required: false, min_length: 3 }), '', false],
  ['a text that is too short', text({ required: false, min_length: 3 }), 'ab', true],
  ['a text of code points', text({ max_length: 2 }), '🔥🔥', false],
  ['a text that is too long', text({ max_length: 2 }), 'abc', true],
  ['two lines in a short text', text(), 'a\nb', true],
  ['two lines in a paragraph', text({ style: 2 }), 'a\nb', false],
  ['no choice of a select', input(3, { options }), [], true],
  ['no choice of an optional select', input(3, { options, required: false, min_values: 2 }), [], false],
  ['too few choices', input(5, { min_values: 2, max_values: 3 }), values('1'), true],
  ['enough choices', input(5, { min_values: 2, max_values: 3 }), values('1', '2'), false],
  ['too many choices', input(8), values('1', '2'), true],
  ['no radio', input(21, { options }), null, true],
  ['no optional radio', input(21, { options, required: false }), null, false],
  ['a radio', input(21, { options }), 'a', false],
  ['no box of a group', input(22, { options, min_values: 1, max_values: 2 }), [], true],
  ['boxes of a group', input(22, { options, min_values: 1, max_values: 2 }), ['a', 'b'], false],
  ['an unchecked box', input(23), false, false],
  ['no file', input(19), [], true],
  ['no file where none is accepted', input(19, { max_values: 0 }), [], false],
  ['too many files', input(19), [file('a.txt'), file('b.txt')], true],
  ['a file of a type', input(19, { file_types: ['image'] }), [file('a.PNG')], false],
  ['a file of another type', input(19, { file_types: ['image'] }), [file('a.txt')], true],
]

for (const [title, component, value, wrong] of CASES) {
  test(`faultOf ${wrong ? 'refuses' : 'accepts'} ${title}`, () =>
    assert.equal(faultOf(component, value) !== undefined, wrong))
}

describe('modals', () => {
  test('parts are fields and texts in their order, and unknown components have none', () => {
    const row = { type: 1, components: [text({ custom_id: 'old', label: 'Old' })] }
    const parts = modalParts([{ type: 10, content: 'Hello' }, label(text(), { description: 'D' }), row, { type: 99 }])
    assert.deepEqual(
      parts.map((part) => (part.kind === 'text' ? part.text : part.field.label)),
      ['Hello', 'Label', 'Old'],
    )
    assert.deepEqual(
      modalFields([row, label(text())]).map(({ path }) => path.join('.')),
      ['0.components.0', '1.component'],
    )
  })

  test('fields begin with the values that the application gave them', () => {
    const chosen = options.map((option) => ({ ...option, default: option.value === 'b' }))
    assert.equal(initialValue(text({ value: 'v' })), 'v')
    assert.equal(initialValue(input(23, { default: true })), true)
    assert.equal(initialValue(input(21, { options: chosen })), 'b')
    assert.deepEqual(initialValue(input(22, { options: chosen })), ['b'])
    assert.deepEqual(initialValue(input(3, { options: chosen })), ['b'])
    assert.deepEqual(initialValue(input(5, { default_values: [{ id: '1', type: 'user' }] })), ['1'])
  })

  test('a submission has every component, with files by their index over all fields', () => {
    const [one, two] = [file('1.txt'), file('2.txt')]
    const uploads = ['first', 'second'].map((custom_id) => label(input(19, { custom_id, id: 7 })))
    const choice = label(input(21, { options, required: false }))
    const components = [{ type: 10, id: 1, content: 'T' }, ...uploads, choice, label(input(6))]
    const submission = submissionOf(components, { first: [one], second: [two], c6: values('5') })
    assert.ok('components' in submission)
    assert.deepEqual(submission.files, [one, two])
    assert.deepEqual(submission.components, [
      { type: 10, id: 1 },
      { type: 18, component: { type: 19, id: 7, custom_id: 'first', values: ['0'] } },
      { type: 18, component: { type: 19, id: 7, custom_id: 'second', values: ['1'] } },
      { type: 18, component: { type: 21, custom_id: 'c21', value: null } },
      { type: 18, component: { type: 6, custom_id: 'c6', values: ['5'] } },
    ])
  })

  test('a submission with faults names their fields and has no components', () => {
    const submission = submissionOf([label(text()), label(input(23))], {})
    assert.deepEqual(submission, { errors: { c4: 'This field is required.' } })
  })
})
