import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyNames, type Pressed, SHORTCUTS, shortcutOf } from './shortcut-keys.ts'

const pressed = (key: string, modifiers: Partial<Pressed> = {}): Pressed => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...modifiers,
})

test('shortcutOf finds a shortcut by all of its modifiers', () => {
  assert.equal(shortcutOf(pressed('k', { ctrlKey: true })), 'quick-switcher')
  assert.equal(shortcutOf(pressed('k', { metaKey: true })), 'quick-switcher')
  assert.equal(shortcutOf(pressed('k')), undefined)
  assert.equal(shortcutOf(pressed('ArrowUp', { altKey: true })), 'previous-channel')
  assert.equal(shortcutOf(pressed('ArrowUp', { altKey: true, shiftKey: true })), 'previous-unread')
  assert.equal(shortcutOf(pressed('ArrowUp', { altKey: true, ctrlKey: true })), 'previous-guild')
  assert.equal(shortcutOf(pressed('ArrowUp')), undefined)
  assert.equal(shortcutOf(pressed('U', { ctrlKey: true, shiftKey: true })), 'upload')
  assert.equal(shortcutOf(pressed('u', { ctrlKey: true })), undefined)
  assert.equal(shortcutOf(pressed('/', { ctrlKey: true, shiftKey: true })), 'shortcut-list')
})

test('no two shortcuts have the same keys', () => {
  const texts = SHORTCUTS.map(({ keys }) => keyNames(keys, false).join('+'))
  assert.equal(new Set(texts).size, texts.length)
  assert.ok(texts.includes('Ctrl+Alt+↑'))
  assert.deepEqual(keyNames({ key: 'k', mod: true }, true), ['⌘', 'K'])
})
