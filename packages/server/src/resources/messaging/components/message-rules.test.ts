import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Faults, type MessageComponentObject } from '@guildhall/protocol'
import fc from 'fast-check'
import { caseName } from '../../../../test/support/case-name.ts'
import { faultsIn } from '../../../../test/support/faults-in.ts'
import { checkMessageComponents } from './message-rules.ts'
import { type ComponentNode, childrenOf } from './model.ts'

type Fields = Record<string, unknown>

const button = (fields: Fields = {}) => ({ type: 2, style: 1, custom_id: 'x', label: 'X', ...fields })
const link = (fields: Fields = {}) => ({ type: 2, style: 5, url: 'https://a.b', label: 'X', ...fields })
const premium = (fields: Fields = {}) => ({ type: 2, style: 6, sku_id: '5', ...fields })
const row = (...components: unknown[]) => ({ type: 1, components })
const option = (value: string, fields: Fields = {}) => ({ label: value, value, ...fields })
const options = (count: number) => Array.from({ length: count }, (_, index) => option(`${index}`))
const select = (fields: Fields = {}) => ({ type: 3, custom_id: 's', options: options(2), ...fields })
const people = (fields: Fields = {}) => ({ type: 5, custom_id: 's', ...fields })
const text = (content = 'text') => ({ type: 10, content })
const thumbnail = (fields: Fields = {}) => ({ type: 11, media: { url: 'https://a.b/c.png' }, ...fields })
const gallery = (count: number, url = 'https://a.b/c.png') => ({
  type: 12,
  items: Array.from({ length: count }, () => ({ media: { url } })),
})
const section = (accessory: unknown, count = 1) => ({
  type: 9,
  components: Array.from({ length: count }, () => text()),
  accessory,
})
const container = (...components: unknown[]) => ({ type: 17, components })
const rows = (count: number) => Array.from({ length: count }, (_, index) => row(button({ custom_id: `${index}` })))

/** Checks components and returns the faults as `path CODE`; the path of the first component starts with `0`. */
function faultsOf(components: unknown, v2 = true): string[] {
  const faults = new Faults()
  checkMessageComponents(components, { v2, filenames: new Set(['a.png', 'b.txt']) }, faults, [])
  return faultsIn(faults)
}

function checked(components: unknown, v2 = true): MessageComponentObject[] {
  const faults = new Faults()
  const result = checkMessageComponents(components, { v2, filenames: new Set(['a.png', 'b.txt']) }, faults, [])
  assert.deepEqual(faultsIn(faults), [])
  return result.components
}

describe('message components', () => {
  const REQUIRED = 'BASE_TYPE_REQUIRED'
  const LENGTH = 'BASE_TYPE_BAD_LENGTH'
  const cases: [string, unknown, string | null, boolean?][] = [
    ['an empty list', [], null],
    ['an object instead of a list', {}, 'LIST_TYPE_CONVERT'],
    ['a string instead of a component', ['x'], '0 DICT_TYPE_CONVERT'],
    ['an unknown type', [{ type: 15 }], '0.type UNION_TYPE_CHOICES'],
    ['five rows', rows(5), null, false],
    ['six rows', rows(6), 'BASE_TYPE_MAX_LENGTH', false],
    ['six rows with IS_COMPONENTS_V2', rows(6), null],
    ['a button outside a row', [button()], '0.type UNION_TYPE_CHOICES', false],
    ['a text display without IS_COMPONENTS_V2', [text()], '0.type UNION_TYPE_CHOICES', false],
    ['a row in a row', [row(row(button()))], '0.components.0.type UNION_TYPE_CHOICES'],
    ['an empty row', [row()], `0.components ${REQUIRED}`],
    ['six buttons', [row(...Array.from({ length: 6 }, () => link()))], `0.components ${LENGTH}`],
    ['two selects', [row(select(), select({ custom_id: 't' }))], `0.components ${LENGTH}`],
    ['a select beside a button', [row(select(), button())], `0.components ${LENGTH}`],
    [
      'a text input',
      [row({ type: 4, custom_id: 'i', style: 1, label: 'L' })],
      '0.components.0.type UNION_TYPE_CHOICES',
    ],
    ['a label', [{ type: 18, label: 'L', component: select() }], '0.type UNION_TYPE_CHOICES'],
    ['a file upload', [row({ type: 19, custom_id: 'f' })], '0.components.0.type UNION_TYPE_CHOICES'],

    ['a button without style', [row(button({ style: undefined }))], `0.components.0.style ${REQUIRED}`],
    ['a button style of 7', [row(button({ style: 7 }))], '0.components.0.style NUMBER_TYPE_MAX'],
    ['a button without label and emoji', [row(button({ label: undefined }))], `0.components.0.label ${REQUIRED}`],
    ['a button with only an emoji', [row(button({ label: undefined, emoji: { name: '👍' } }))], null],
    ['a label of 80 characters', [row(button({ label: '👍'.repeat(80) }))], null],
    ['a label of 81 characters', [row(button({ label: 'x'.repeat(81) }))], '0.components.0.label BASE_TYPE_MAX_LENGTH'],
    ['a button without custom id', [row(button({ custom_id: undefined }))], `0.components.0.custom_id ${REQUIRED}`],
    ['an empty custom id', [row(button({ custom_id: '' }))], `0.components.0.custom_id ${REQUIRED}`],
    ['a custom id of 100 characters', [row(button({ custom_id: 'x'.repeat(100) }))], null],
    [
      'a custom id of 101 characters',
      [row(button({ custom_id: 'x'.repeat(101) }))],
      `0.components.0.custom_id ${LENGTH}`,
    ],
    ['a url beside a custom id', [row(button({ url: 'https://a.b' }))], '0.components.0.url BASE_TYPE_CHOICES'],
    ['a SKU beside a custom id', [row(button({ sku_id: '5' }))], '0.components.0.sku_id BASE_TYPE_CHOICES'],
    [
      'the same custom id twice in a row',
      [row(button(), button())],
      '0.components.1.custom_id COMPONENT_CUSTOM_ID_DUPLICATED',
    ],
    [
      'the same custom id in two rows',
      [row(button()), row(select({ custom_id: 'x' }))],
      '1.components.0.custom_id COMPONENT_CUSTOM_ID_DUPLICATED',
    ],
    ['a link', [row(link(), link({ url: 'discord://-/x' }))], null],
    ['a link without url', [row(link({ url: undefined }))], `0.components.0.url ${REQUIRED}`],
    ['a javascript: link', [row(link({ url: 'javascript:alert(1)' }))], '0.components.0.url URL_TYPE_INVALID_URL'],
    ['a link of 513 characters', [row(link({ url: `https://${'x'.repeat(505)}` }))], `0.components.0.url ${LENGTH}`],
    ['a link with a custom id', [row(link({ custom_id: 'y' }))], '0.components.0.custom_id BASE_TYPE_CHOICES'],
    ['a premium button', [row(premium())], null],
    ['a premium button without SKU', [row(premium({ sku_id: undefined }))], `0.components.0.sku_id ${REQUIRED}`],
    ['a premium button with a label', [row(premium({ label: 'Buy' }))], '0.components.0.sku_id BASE_TYPE_CHOICES'],
    [
      'a premium button with a custom id',
      [row(premium({ custom_id: 'y' }))],
      '0.components.0.sku_id BASE_TYPE_CHOICES',
    ],

    ['a select with an empty list of options', [row(select({ options: [] }))], `0.components.0.options ${LENGTH}`],
    ['a select without options', [row(select({ options: undefined }))], `0.components.0.options ${REQUIRED}`],
    ['25 options', [row(select({ options: options(25), max_values: 25 }))], null],
    ['26 options', [row(select({ options: options(26) }))], `0.components.0.options ${LENGTH}`],
    [
      'an option value of 101 characters',
      [row(select({ options: [option('x'.repeat(101), { label: 'L' })] }))],
      `0.components.0.options.0.value ${LENGTH}`,
    ],
    [
      'an option label of 101 characters',
      [row(select({ options: [option('x', { label: 'L'.repeat(101) })] }))],
      `0.components.0.options.0.label ${LENGTH}`,
    ],
    [
      'an option description of 101 characters',
      [row(select({ options: [option('x', { description: 'd'.repeat(101) })] }))],
      '0.components.0.options.0.description BASE_TYPE_MAX_LENGTH',
    ],
    [
      'the same option value twice',
      [row(select({ options: [option('a'), option('a')] }))],
      '0.components.0.options.1.value SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
    ],
    [
      'two default options with a maximum of one',
      [row(select({ options: [option('a', { default: true }), option('b', { default: true })] }))],
      '0.components.0.options SELECT_COMPONENT_TOO_MANY_DEFAULTS',
    ],
    [
      'two default options with a maximum of two',
      [row(select({ max_values: 2, options: [option('a', { default: true }), option('b', { default: true })] }))],
      null,
    ],
    [
      'a placeholder of 151 characters',
      [row(select({ placeholder: 'x'.repeat(151) }))],
      '0.components.0.placeholder BASE_TYPE_MAX_LENGTH',
    ],
    ['min_values of 26', [row(select({ min_values: 26 }))], '0.components.0.min_values NUMBER_TYPE_MAX'],
    ['max_values of 0', [row(select({ max_values: 0 }))], '0.components.0.max_values NUMBER_TYPE_MIN'],
    ['min_values above max_values', [row(select({ min_values: 2 }))], '0.components.0.min_values NUMBER_TYPE_MAX'],
    [
      '[MOD-14] `required` of selects in a message',
      [row(select({ required: false })), row(people({ custom_id: 'p', required: true, min_values: 0 }))],
      null,
    ],
    [
      'a default value of another kind',
      [row(people({ default_values: [{ id: '1', type: 'role' }] }))],
      '0.components.0.default_values.0.type BASE_TYPE_CHOICES',
    ],
    [
      'default users and roles of a mentionable select',
      [
        row(
          people({
            type: 7,
            max_values: 2,
            default_values: [
              { id: '1', type: 'role' },
              { id: '2', type: 'user' },
            ],
          }),
        ),
      ],
      null,
    ],
    [
      'the same default value twice',
      [
        row(
          people({
            max_values: 2,
            default_values: [
              { id: '1', type: 'user' },
              { id: '1', type: 'user' },
            ],
          }),
        ),
      ],
      '0.components.0.default_values.1 SET_TYPE_ALREADY_CONTAINS_VALUE',
    ],
    [
      'more default values than max_values',
      [
        row(
          people({
            default_values: [
              { id: '1', type: 'user' },
              { id: '2', type: 'user' },
            ],
          }),
        ),
      ],
      `0.components.0.default_values ${LENGTH}`,
    ],
    [
      'fewer default values than min_values',
      [row(people({ min_values: 2, max_values: 2, default_values: [{ id: '1', type: 'user' }] }))],
      `0.components.0.default_values ${LENGTH}`,
    ],
    [
      'an unknown channel type',
      [row(people({ type: 8, channel_types: [99] }))],
      '0.components.0.channel_types.0 BASE_TYPE_CHOICES',
    ],
    [
      'the same channel type twice',
      [row(people({ type: 8, channel_types: [0, 0] }))],
      '0.components.0.channel_types.1 SET_TYPE_ALREADY_CONTAINS_VALUE',
    ],

    ['sections beside a thumbnail or button', [section(thumbnail()), section(button(), 3)], null],
    ['a section without accessory', [section(undefined)], `0.accessory ${REQUIRED}`],
    ['a section with a select as accessory', [section(select())], '0.accessory.type UNION_TYPE_CHOICES'],
    ['a section of four texts', [section(thumbnail(), 4)], `0.components ${LENGTH}`],
    [
      'a section of rows',
      [{ type: 9, components: [row(button())], accessory: thumbnail() }],
      '0.components.0.type UNION_TYPE_CHOICES',
    ],
    ['a thumbnail outside a section', [thumbnail()], '0.type UNION_TYPE_CHOICES'],
    ['a thumbnail of an attachment', [section(thumbnail({ media: { url: 'attachment://a.png' } }))], null],
    [
      'a thumbnail of an unknown attachment',
      [section(thumbnail({ media: { url: 'attachment://c.png' } }))],
      '0.accessory.media.url UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
    ],
    [
      'a thumbnail with a javascript: url',
      [section(thumbnail({ media: { url: 'javascript:1' } }))],
      '0.accessory.media.url URL_TYPE_INVALID_URL',
    ],
    [
      'a thumbnail description of 1,025 characters',
      [section(thumbnail({ description: 'x'.repeat(1025) }))],
      '0.accessory.description BASE_TYPE_MAX_LENGTH',
    ],
    ['a text display without content', [text('')], `0.content ${REQUIRED}`],
    ['a gallery of ten items', [gallery(10)], null],
    ['a gallery of eleven items', [gallery(11)], `0.items ${LENGTH}`],
    ['a gallery without items', [gallery(0)], `0.items ${LENGTH}`],
    [
      'a gallery item of an unknown attachment',
      [gallery(1, 'attachment://c.png')],
      '0.items.0.media.url UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
    ],
    ['a file of an attachment', [{ type: 13, file: { url: 'attachment://b.txt' } }], null],
    [
      'a file with a web address',
      [{ type: 13, file: { url: 'https://a.b/b.txt' } }],
      '0.file.url UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
    ],
    ['a separator', [{ type: 14, divider: false, spacing: 2 }], null],
    ['a separator spacing of 3', [{ type: 14, spacing: 3 }], '0.spacing NUMBER_TYPE_MAX'],
    [
      'a container',
      [{ ...container(text(), row(button()), section(thumbnail()), gallery(1), { type: 14 }), accent_color: 0xffffff }],
      null,
    ],
    [
      'an accent_color of 0x1000000',
      [{ ...container(text()), accent_color: 0x1000000 }],
      '0.accent_color NUMBER_TYPE_MAX',
    ],
    ['an empty container', [container()], `0.components ${REQUIRED}`],
    ['a container in another', [container(container(text()))], '0.components.0.type UNION_TYPE_CHOICES'],

    ['40 components', [container(...Array.from({ length: 39 }, () => ({ type: 14 })))], null],
    [
      '41 components',
      [container(...Array.from({ length: 40 }, () => ({ type: 14 })))],
      'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
    ],
    ['4,000 code points of text', [text('👍'.repeat(2000)), text('x'.repeat(2000))], null],
    [
      '4,001 code points of text',
      [text('x'.repeat(2000)), section(thumbnail()), text('x'.repeat(1997))],
      'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
    ],
    [
      'the same id twice',
      [{ ...text(), id: 7 }, container({ ...text(), id: 7 })],
      '1.components.0.id COMPONENT_ID_DUPLICATED',
    ],
    [
      'an id of 0 twice',
      [
        { ...text(), id: 0 },
        { ...text(), id: 0 },
      ],
      null,
    ],
    ['an id of 2^31', [{ ...text(), id: 2 ** 31 }], '0.id NUMBER_TYPE_MAX'],
    ['a negative id', [{ ...text(), id: -1 }], '0.id NUMBER_TYPE_MIN'],
  ]
  for (const [name, components, expected, v2] of cases) {
    test(caseName('checkMessageComponents', expected === null, name), () =>
      assert.deepEqual(faultsOf(components, v2), expected === null ? [] : [expected]),
    )
  }

  test('checkMessageComponents assigns free ids in document order', () => {
    const [first, second, third] = checked([
      container(text(), { ...text(), id: 3 }),
      section(thumbnail()),
      { ...row(button()), id: 1 },
    ])
    const idsIn = (component: ComponentNode = assert.fail()): unknown => [
      component.id,
      ...childrenOf(component).map(({ id }) => id),
    ]
    assert.deepEqual(idsIn(first), [2, 4, 3])
    assert.deepEqual(idsIn(second), [5, 6, 7])
    assert.deepEqual(idsIn(third), [1, 8])
  })

  test('checkMessageComponents stores defaults of absent fields and drops unknown fields', () => {
    const url = 'https://a.b/c.png'
    assert.deepEqual(checked([container({ type: 14 }), gallery(1), section(thumbnail())]), [
      {
        type: 17,
        id: 1,
        accent_color: null,
        spoiler: false,
        components: [{ type: 14, id: 2, divider: true, spacing: 1 }],
      },
      { type: 12, id: 3, items: [{ media: { url }, description: null, spoiler: false }] },
      {
        type: 9,
        id: 4,
        components: [{ type: 10, id: 5, content: 'text' }],
        accessory: { type: 11, id: 6, media: { url }, description: null, spoiler: false },
      },
    ])
    const extra = {
      junk: 1,
      required: true,
      channel_types: [0],
      placeholder: null,
      options: [option('a', { description: null })],
    }
    assert.deepEqual(checked([row(select(extra)), row(people({ custom_id: 'p', options: options(1) }))], false), [
      {
        type: 1,
        id: 1,
        components: [
          { type: 3, id: 2, custom_id: 's', min_values: 1, max_values: 1, options: [{ label: 'a', value: 'a' }] },
        ],
      },
      { type: 1, id: 3, components: [{ type: 5, id: 4, custom_id: 'p', min_values: 1, max_values: 1 }] },
    ])
  })

  test('checkMessageComponents rejects any input, or returns unique ids and components that it accepts again unchanged', () => {
    fc.assert(
      fc.property(fc.array(anyComponent, { maxLength: 6 }), fc.boolean(), (components, v2) => {
        const faults = new Faults()
        const layout = { v2, filenames: new Set(['a.png', 'b.txt']) }
        const result = checkMessageComponents(components, layout, faults, [])
        if (faults.any) return
        const all = withDescendants(result.components)
        const ids = all.map(({ id }) => id)
        const customIds = all.flatMap((node) =>
          'custom_id' in node && node.custom_id !== undefined ? [node.custom_id] : [],
        )
        assert.ok(all.length <= 40 && ids.every((id) => Number(id) > 0), JSON.stringify(ids))
        assert.deepEqual([new Set(ids).size, new Set(customIds).size], [ids.length, customIds.length])
        const again = checkMessageComponents(structuredClone(result.components), layout, faults, [])
        assert.deepEqual([faultsIn(faults), again.components], [[], result.components])
      }),
      { numRuns: 2000 },
    )
  })
})

function withDescendants(components: readonly ComponentNode[]): ComponentNode[] {
  return components.flatMap((component) => [component, ...withDescendants(childrenOf(component))])
}

const anyId = fc.constantFrom<unknown>(undefined, undefined, null, 0, 1, 2, 3, '2', -1, 2 ** 31, 'x')
const anyCustomId = fc.constantFrom<unknown>('a', 'b', 'c', 'd', undefined, '', 5)
const anyMedia = fc.constantFrom<unknown>(
  { url: 'https://a.b/c' },
  { url: 'attachment://a.png' },
  { url: 'attachment://b.txt' },
  { url: 'file:///etc' },
  {},
  null,
)
/** Components that are often valid, in places where they often are not. */
const { component: anyComponent } = fc.letrec<{ component: Fields; inner: Fields }>((tie) => {
  const children = fc.array(tie('component'), { maxLength: 4 })
  const texts = fc.array(fc.constantFrom<Fields>({ type: 10, content: 'x' }, { type: 10, content: '' }), {
    maxLength: 4,
  })
  const of = (fields: Record<string, fc.Arbitrary<unknown>>) =>
    fc.record({ id: anyId, ...fields }) as fc.Arbitrary<Fields>
  const inner = fc.oneof(
    of({
      type: fc.constant(2),
      style: fc.integer({ min: 0, max: 7 }),
      label: fc.constantFrom('L', null),
      custom_id: anyCustomId,
    }),
    of({ type: fc.constant(3), custom_id: anyCustomId, options: fc.constantFrom(options(0), options(2), null) }),
    of({ type: fc.integer({ min: 5, max: 8 }), custom_id: anyCustomId, min_values: fc.integer({ min: -1, max: 2 }) }),
  )
  return {
    inner,
    component: fc.oneof(
      { depthSize: 'small' },
      of({ type: fc.constant(10), content: fc.constantFrom<unknown>('x', 'x'.repeat(3000), '', 5) }),
      of({ type: fc.constant(14), spacing: fc.constantFrom<unknown>(1, 2, 3, null) }),
      of({ type: fc.constant(13), file: anyMedia }),
      of({ type: fc.constant(12), items: fc.array(fc.record({ media: anyMedia }), { maxLength: 3 }) }),
      of({
        type: fc.constant(9),
        components: texts,
        accessory: fc.oneof(of({ type: fc.constant(11), media: anyMedia }), inner),
      }),
      of({ type: fc.constant(1), components: fc.array(inner, { maxLength: 3 }) }),
      of({ type: fc.constant(17), components: children, accent_color: fc.constantFrom<unknown>(null, 5, -1) }),
      of({ type: fc.integer({ min: -1, max: 24 }), components: children }),
    ),
  }
})
