import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Faults } from '@guildhall/protocol'
import { caseName } from '../../../../test/support/case-name.ts'
import { faultsIn } from '../../../../test/support/faults-in.ts'
import { checkModal } from './modal-rules.ts'

type Fields = Record<string, unknown>

const label = (component: Fields, fields: Fields = {}) => ({
  type: 18,
  label: 'L',
  component: { custom_id: 'x', ...component },
  ...fields,
})
const text = (fields: Fields = {}) => ({ type: 4, style: 1, ...fields })
const options = (count: number, fields: Fields = {}) =>
  Array.from({ length: count }, (_, index) => ({ label: `o${index}`, value: `v${index}`, ...fields }))
const row = (component: Fields) => ({ type: 1, components: [{ custom_id: 'x', ...component }] })

function checkedModal(components: unknown, fields: Fields = {}) {
  const faults = new Faults()
  const checked = checkModal({ custom_id: 'm', title: 'T', components, ...fields }, faults, [])
  return { faults: faultsIn(faults), modal: checked?.modal }
}

describe('modal components', () => {
  const REQUIRED = 'BASE_TYPE_REQUIRED'
  const LENGTH = 'BASE_TYPE_BAD_LENGTH'
  const IN = 'components.0.component'
  const select = (fields: Fields = {}) => label({ type: 3, options: options(3), ...fields })
  const upload = (fields: Fields = {}) => label({ type: 19, ...fields })
  const radio = (fields: Fields = {}) => label({ type: 21, options: options(3), ...fields })
  const boxes = (fields: Fields = {}) => label({ type: 22, options: options(3), ...fields })
  const cases: [string, unknown, string | null][] = [
    ['[MOD-1] a label', label(text()), null],
    ['[MOD-1] a label in a label', label(label(text())), `${IN}.type UNION_TYPE_CHOICES`],
    ['[MOD-1] an empty label', { type: 18, label: 'L' }, `${IN} ${REQUIRED}`],
    ['[MOD-2] a label without text', label(text(), { label: null }), `components.0.label ${REQUIRED}`],
    ['[MOD-2] a label of 45 characters', label(text(), { label: 'x'.repeat(45) }), null],
    ['[MOD-2] a label of 46 characters', label(text(), { label: 'x'.repeat(46) }), `components.0.label ${LENGTH}`],
    ['[MOD-3] a description of 100 characters', label(text(), { description: 'x'.repeat(100) }), null],
    [
      '[MOD-3] a description of 101 characters',
      label(text(), { description: 'x'.repeat(101) }),
      `components.0.description ${LENGTH}`,
    ],
    ['[MOD-4] a text input without style', label({ type: 4 }), `${IN}.style ${REQUIRED}`],
    ['[MOD-4] lengths of 0 to 4,000', label(text({ min_length: 0, max_length: 4000 })), null],
    ['[MOD-4] a max_length of 4,001', label(text({ max_length: 4001 })), `${IN}.max_length NUMBER_TYPE_MAX`],
    ['[MOD-4] a max_length of 0', label(text({ max_length: 0 })), `${IN}.max_length NUMBER_TYPE_MIN`],
    [
      '[MOD-4] min_length above max_length',
      label(text({ min_length: 5, max_length: 4 })),
      `${IN}.min_length NUMBER_TYPE_MAX`,
    ],
    [
      '[MOD-4] a value of 4,001 characters',
      label(text({ value: 'x'.repeat(4001) })),
      `${IN}.value BASE_TYPE_MAX_LENGTH`,
    ],
    [
      '[MOD-4] a placeholder of 101 characters',
      label(text({ placeholder: 'x'.repeat(101) })),
      `${IN}.placeholder BASE_TYPE_MAX_LENGTH`,
    ],
    ['[MOD-5] a select without options', select({ options: undefined }), `${IN}.options ${REQUIRED}`],
    ['[MOD-5] a select of 26 options', select({ options: options(26) }), `${IN}.options ${LENGTH}`],
    [
      '[MOD-6] a default value of another kind',
      label({ type: 6, default_values: [{ id: '1', type: 'user' }] }),
      `${IN}.default_values.0.type BASE_TYPE_CHOICES`,
    ],
    [
      '[MOD-7] a select outside a label',
      { type: 3, custom_id: 'x', options: options(3) },
      'components.0.type UNION_TYPE_CHOICES',
    ],
    ['[MOD-7] a user select in a row', row({ type: 5 }), 'components.0.components.0.type UNION_TYPE_CHOICES'],
    ['[MOD-8] a text display', { type: 10, content: '**bold**' }, null],
    ['[MOD-8] a text display without content', { type: 10 }, `components.0.content ${REQUIRED}`],
    ['[MOD-8] a text display in a label', label({ type: 10, content: 'x' }), `${IN}.type UNION_TYPE_CHOICES`],
    [
      '[MOD-10] a label on a text input in a label',
      label(text({ label: 'own' })),
      `${IN}.label COMPONENT_LABEL_NOT_ALLOWED`,
    ],
    ['[MOD-10] a null label on a text input in a label', label(text({ label: null })), null],
    ['[MOD-12] a row with a text input', row(text({ label: 'L' })), null],
    ['[MOD-12] a row whose text input has no label', row(text()), `components.0.components.0.label ${REQUIRED}`],
    [
      '[MOD-12] a row with two text inputs',
      { type: 1, components: [text({ custom_id: 'a', label: 'A' }), text({ custom_id: 'b', label: 'B' })] },
      `components.0.components ${LENGTH}`,
    ],
    ['[MOD-13] min_values 0 of a required select', select({ min_values: 0 }), `${IN}.min_values NUMBER_TYPE_MIN`],
    ['[MOD-13] min_values 0 of an optional select', select({ min_values: 0, required: false }), null],
    [
      '[MOD-13] min_values 0 of a required user select',
      label({ type: 5, min_values: 0, required: true }),
      `${IN}.min_values NUMBER_TYPE_MIN`,
    ],
    ['[MOD-15] [ERR-7] a disabled select', select({ disabled: true }), `${IN}.disabled COMPONENT_DISABLED_IN_MODAL`],
    [
      '[MOD-15] a disabled channel select',
      label({ type: 8, disabled: true }),
      `${IN}.disabled COMPONENT_DISABLED_IN_MODAL`,
    ],
    ['[MOD-15] disabled: false on a select', select({ disabled: false }), null],
    ['[MOD-16] an optional upload of 0 to 10 files', upload({ min_values: 0, max_values: 10, required: false }), null],
    ['[MOD-16] an upload of 11 files', upload({ max_values: 11 }), `${IN}.max_values NUMBER_TYPE_MAX`],
    ['[MOD-16] min_values of -1', upload({ min_values: -1 }), `${IN}.min_values NUMBER_TYPE_MIN`],
    [
      '[MOD-16] min_values 3 with max_values 2',
      upload({ min_values: 3, max_values: 2 }),
      `${IN}.min_values NUMBER_TYPE_MAX`,
    ],
    ['[MOD-16] max_values of 0', upload({ max_values: 0 }), null],
    ['[MOD-17] unknown field names such as min_files', upload({ min_files: 99, max_files: -1 }), null],
    ['[MOD-18] min_values 0 of a required upload', upload({ min_values: 0 }), `${IN}.min_values NUMBER_TYPE_MIN`],
    [
      '[MOD-19] groups and extensions as file types',
      upload({ file_types: ['image', 'VIDEO', 'audio', '.pdf', '.7Z'] }),
      null,
    ],
    ['[MOD-19] the file type `text`', upload({ file_types: ['text'] }), `${IN}.file_types.0 BASE_TYPE_CHOICES`],
    [
      '[MOD-19] a MIME type as file type',
      upload({ file_types: ['.pdf', 'image/png'] }),
      `${IN}.file_types.1 BASE_TYPE_CHOICES`,
    ],
    ['[MOD-19] ten file types', upload({ file_types: Array(10).fill('.a') }), null],
    [
      '[MOD-19] eleven file types',
      upload({ file_types: Array(11).fill('.a') }),
      `${IN}.file_types BASE_TYPE_MAX_LENGTH`,
    ],
    ['[MOD-22] a radio group of ten options', radio({ options: options(10) }), null],
    ['[MOD-22] a radio group of one option', radio({ options: options(1) }), `${IN}.options ${LENGTH}`],
    ['[MOD-22] a radio group of eleven options', radio({ options: options(11) }), `${IN}.options ${LENGTH}`],
    [
      '[MOD-22] a radio group with one default',
      radio({ options: [...options(1, { default: true }), { label: 'b', value: 'b' }] }),
      null,
    ],
    [
      '[MOD-22] a radio group with two defaults',
      radio({ options: options(2, { default: true }) }),
      `${IN}.options SELECT_COMPONENT_TOO_MANY_DEFAULTS`,
    ],
    [
      '[MOD-22] the same radio value twice',
      radio({ options: [...options(2), ...options(1)] }),
      `${IN}.options.2.value SELECT_COMPONENT_OPTION_VALUE_DUPLICATED`,
    ],
    [
      '[MOD-22] a radio group outside a label',
      { type: 21, custom_id: 'x', options: options(2) },
      'components.0.type UNION_TYPE_CHOICES',
    ],
    ['[MOD-23] an optional radio group', radio({ required: false }), null],
    ['[MOD-24] a checkbox group of one option', boxes({ options: options(1) }), null],
    ['[MOD-24] a checkbox group of eleven options', boxes({ options: options(11) }), `${IN}.options ${LENGTH}`],
    [
      '[MOD-24] min_values 0 of a required checkbox group',
      boxes({ min_values: 0 }),
      `${IN}.min_values NUMBER_TYPE_MIN`,
    ],
    ['[MOD-24] min_values 0 of an optional checkbox group', boxes({ min_values: 0, required: false }), null],
    ['[MOD-24] max_values 0 of a checkbox group', boxes({ max_values: 0 }), `${IN}.max_values NUMBER_TYPE_MIN`],
    ['[MOD-24] min_values 4 of three options', boxes({ min_values: 4 }), `${IN}.min_values NUMBER_TYPE_MAX`],
    [
      '[MOD-24] two defaults with max_values 1',
      boxes({ max_values: 1, options: options(2, { default: true }) }),
      `${IN}.options SELECT_COMPONENT_TOO_MANY_DEFAULTS`,
    ],
    ['[MOD-25] a checkbox', label({ type: 23, default: true }), null],
    ['[MOD-25] a checkbox outside a label', { type: 23, custom_id: 'x' }, 'components.0.type UNION_TYPE_CHOICES'],
    ['a button in a label', label({ type: 2, style: 1, label: 'B' }), `${IN}.type UNION_TYPE_CHOICES`],
    ['a container', { type: 17, components: [] }, 'components.0.type UNION_TYPE_CHOICES'],
  ]
  for (const [name, component, expected] of cases) {
    test(caseName('checkModal', expected === null, name), () =>
      assert.deepEqual(checkedModal([component]).faults, expected === null ? [] : [expected]),
    )
  }

  test('[SVC-8] checkModal requires an id, a title and one to five components with unique ids', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => label(text({ custom_id: `${index}` })))
    assert.deepEqual(checkedModal(many(5)).faults, [])
    assert.deepEqual(checkedModal(many(6)).faults, [`components ${LENGTH}`])
    assert.deepEqual(checkedModal([]).faults, [`components ${LENGTH}`])
    assert.deepEqual(checkedModal(undefined).faults, [`components ${REQUIRED}`])
    assert.deepEqual(checkedModal(many(1), { title: 'x'.repeat(46) }).faults, [`title ${LENGTH}`])
    assert.deepEqual(checkedModal(many(1), { custom_id: 'x'.repeat(101) }).faults, [`custom_id ${LENGTH}`])
    assert.deepEqual(checkedModal([label(text()), label(text())]).faults, [
      'components.1.component.custom_id COMPONENT_CUSTOM_ID_DUPLICATED',
    ])
    assert.deepEqual(checkedModal([label(text(), { id: 2 }), { type: 10, content: 'x', id: 2 }]).faults, [
      'components.1.id COMPONENT_ID_DUPLICATED',
    ])
  })

  test('checkModal stores defaults of absent fields and assigns ids in document order', () => {
    assert.deepEqual(checkedModal([{ ...row(text({ label: 'Old' })), id: 5 }, boxes({ custom_id: 'b' })]).modal, {
      custom_id: 'm',
      title: 'T',
      components: [
        { type: 1, id: 5, components: [{ type: 4, id: 1, custom_id: 'x', style: 1, label: 'Old', required: true }] },
        {
          type: 18,
          id: 2,
          label: 'L',
          component: {
            type: 22,
            id: 3,
            custom_id: 'b',
            options: options(3),
            min_values: 1,
            max_values: 3,
            required: true,
          },
        },
      ],
    })
  })
})
