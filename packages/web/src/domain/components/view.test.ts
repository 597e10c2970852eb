import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ButtonObject, SelectObject } from '@guildhall/protocol'
import {
  buttonView,
  colourOf,
  entityKindOf,
  isSelect,
  isWorthSending,
  knownComponents,
  mediaView,
  placeholderOf,
  selectBounds,
} from './view.ts'

const button = (style: number, more: object = {}) => buttonView({ type: 2, style, ...more } as ButtonObject)
const select = (type: number, more: object = {}) => ({ type, custom_id: 's', ...more }) as SelectObject
const values = (...all: string[]) => all.map((value) => ({ value }))

describe('views of components', () => {
  test('a button has the look of its style, and an unknown style is a plain one', () => {
    const looks = [1, 2, 3, 4, 9].map((style) => button(style, { custom_id: 'a' }))
    assert.deepEqual(
      looks.map((view) => view.kind === 'press' && view.look),
      ['primary', 'plain', 'success', 'danger', 'plain'],
    )
    assert.deepEqual(button(6, { sku_id: '5' }), { kind: 'premium', skuId: '5' })
  })

  test('a link button leads to web pages only', () => {
    const href = (url: string) => button(5, { url })
    assert.deepEqual(href('https://example.com/a'), { kind: 'link', href: 'https://example.com/a' })
    for (const url of ['discord://-/x', 'javascript:alert(1)', 'data:text/html,x', 'https://'])
      assert.deepEqual(href(url), { kind: 'link', href: null }, url)
  })

  test('the five selects are distinguished from other components, with their bounds and placeholders', () => {
    assert.deepEqual(
      [2, 3, 4, 5, 6, 7, 8, 9].filter((type) => isSelect({ type })),
      [3, 5, 6, 7, 8],
    )
    assert.deepEqual(
      [3, 5, 6, 7, 8].map((type) => entityKindOf(select(type))),
      [undefined, 'user', 'role', 'mentionable', 'channel'],
    )
    assert.deepEqual(selectBounds(select(3)), { min: 1, max: 1 })
    assert.deepEqual(selectBounds(select(3, { min_values: 0, max_values: 4 })), { min: 0, max: 4 })
    assert.equal(placeholderOf(select(3, { placeholder: 'Pick' })), 'Pick')
    assert.equal(placeholderOf(select(8)), 'Choose a channel')
  })

  test('values are sent if they fit the bounds and differ from what was shown', () => {
    const bounds = { min: 1, max: 2 }
    assert.ok(isWorthSending(values('a'), values('b'), bounds))
    assert.ok(isWorthSending(values('a'), values('a', 'b'), bounds))
    assert.ok(isWorthSending(values('a'), [], { min: 0, max: 1 }))
    assert.ok(!isWorthSending(values('a', 'b'), values('b', 'a'), bounds))
    assert.ok(!isWorthSending(values('a'), [], bounds))
    assert.ok(!isWorthSending([], values('a', 'b', 'c'), bounds))
  })

  test('media is a picture, a video or a mere link, and never of another scheme', () => {
    const view = (url: string, content_type: string | null = null) => mediaView({ url, content_type })?.kind
    assert.equal(view('https://example.com/a'), 'picture')
    assert.equal(view('https://example.com/a.mp4?x=1'), 'video')
    assert.equal(view('https://example.com/a', 'video/webm'), 'video')
    assert.equal(view('https://example.com/a.svg'), 'link')
    assert.equal(view('https://example.com/a', 'image/svg+xml'), 'link')
    assert.equal(view('https://example.com/a', 'text/html'), 'link')
    assert.equal(view('javascript:alert(1)'), undefined)
  })

  test('colours are written with six digits', () => {
    assert.equal(colourOf(0xff), '#0000ff')
    assert.equal(colourOf(0), '#000000')
    assert.equal(colourOf(null), undefined)
  })

  test('components that the app does not know are counted, whatever they are', () => {
    const { known, unknown } = knownComponents([{ type: 1, components: [] }, { type: 99 }, null, 'x', {}])
    assert.deepEqual([known.length, unknown], [1, 4])
  })
})
