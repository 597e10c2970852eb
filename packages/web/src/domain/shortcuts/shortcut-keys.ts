/** Effect of a shortcut. Parts of the app that are shown handle it; without one the key is the browser's. */
export type ShortcutId =
  | 'quick-switcher'
  | 'shortcut-list'
  | 'previous-channel'
  | 'next-channel'
  | 'previous-unread'
  | 'next-unread'
  | 'previous-guild'
  | 'next-guild'
  | 'escape'
  | 'mark-guild-read'
  | 'search'
  | 'pins'
  | 'emoji'
  | 'upload'

/** A key with its modifiers. `Mod` is Ctrl or Cmd. */
interface Keys {
  readonly key: string
  readonly mod?: boolean
  readonly alt?: boolean
  readonly shift?: boolean
}

interface Shortcut {
  readonly id: ShortcutId
  readonly keys: Keys
  readonly label: string
}

/** Shortcuts that work anywhere in the client. */
export const SHORTCUTS: readonly Shortcut[] = [
  { id: 'quick-switcher', keys: { key: 'k', mod: true }, label: 'Go to a channel, person or guild' },
  { id: 'previous-channel', keys: { key: 'ArrowUp', alt: true }, label: 'Previous channel' },
  { id: 'next-channel', keys: { key: 'ArrowDown', alt: true }, label: 'Next channel' },
  { id: 'previous-unread', keys: { key: 'ArrowUp', alt: true, shift: true }, label: 'Previous unread channel' },
  { id: 'next-unread', keys: { key: 'ArrowDown', alt: true, shift: true }, label: 'Next unread channel' },
  { id: 'previous-guild', keys: { key: 'ArrowUp', alt: true, mod: true }, label: 'Previous guild' },
  { id: 'next-guild', keys: { key: 'ArrowDown', alt: true, mod: true }, label: 'Next guild' },
  { id: 'escape', keys: { key: 'Escape' }, label: 'Close the open panel, or mark the channel as read' },
  { id: 'mark-guild-read', keys: { key: 'Escape', shift: true }, label: 'Mark the guild as read' },
  { id: 'search', keys: { key: 'f', mod: true }, label: 'Search' },
  { id: 'pins', keys: { key: 'p', mod: true }, label: 'Pinned messages' },
  { id: 'emoji', keys: { key: 'e', mod: true }, label: 'Emoji picker' },
  { id: 'upload', keys: { key: 'u', mod: true, shift: true }, label: 'Upload a file' },
  { id: 'shortcut-list', keys: { key: '/', mod: true }, label: 'This list' },
]

/** Keys of the message box, for the list. */
export const BOX_KEYS: readonly { readonly keys: Keys; readonly label: string }[] = [
  { keys: { key: 'Enter' }, label: 'Send the message' },
  { keys: { key: 'Enter', shift: true }, label: 'New line' },
  { keys: { key: 'ArrowUp' }, label: 'Edit your last message, in an empty box' },
  { keys: { key: 'b', mod: true }, label: 'Bold' },
  { keys: { key: 'i', mod: true }, label: 'Italic' },
  { keys: { key: 'u', mod: true }, label: 'Underlined' },
]

/** Keys of lists of messages, members, channels and guilds, for the list. */
export const LIST_KEYS: readonly { readonly keys: Keys; readonly label: string }[] = [
  { keys: { key: 'ArrowUp' }, label: 'Previous entry' },
  { keys: { key: 'ArrowDown' }, label: 'Next entry' },
  { keys: { key: 'Home' }, label: 'First entry' },
  { keys: { key: 'End' }, label: 'Last entry' },
  { keys: { key: 'Tab' }, label: 'Buttons of the message' },
]

/** A pressed key. */
export type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Returns the shortcut of a pressed key. */
export function shortcutOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): ShortcutId | undefined {
  const pressed = key.length === 1 ? key.toLowerCase() : key
  return SHORTCUTS.find(
    ({ keys }) =>
      keys.key === pressed &&
      (keys.mod ?? false) === (ctrlKey || metaKey) &&
      (keys.alt ?? false) === altKey &&
      // Some keyboards need Shift for the slash.
      ((keys.shift ?? false) === shiftKey || keys.key === '/'),
  )?.id
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ['ArrowUp', '↑'],
  ['ArrowDown', '↓'],
  ['Escape', 'Esc'],
])

/** Returns the caps of a combination in the order in which they are pressed. */
export function keyNames({ key, mod, alt, shift }: Keys, apple: boolean): string[] {
  return [
    ...(mod ? [apple ? '⌘' : 'Ctrl'] : []),
    ...(alt ? [apple ? '⌥' : 'Alt'] : []),
    ...(shift ? ['Shift'] : []),
    NAMES.get(key) ?? (key.length === 1 ? key.toUpperCase() : key),
  ]
}
