import { type Message, msg, t } from '../../lib/language/text.ts'

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
  | 'mute'
  | 'deafen'

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
  readonly label: Message
}

/** Shortcuts that work anywhere in the client. */
export const SHORTCUTS: readonly Shortcut[] = [
  { id: 'quick-switcher', keys: { key: 'k', mod: true }, label: msg('Go to a channel, person or guild') },
  { id: 'previous-channel', keys: { key: 'ArrowUp', alt: true }, label: msg('Previous channel') },
  { id: 'next-channel', keys: { key: 'ArrowDown', alt: true }, label: msg('Next channel') },
  { id: 'previous-unread', keys: { key: 'ArrowUp', alt: true, shift: true }, label: msg('Previous unread channel') },
  { id: 'next-unread', keys: { key: 'ArrowDown', alt: true, shift: true }, label: msg('Next unread channel') },
  { id: 'previous-guild', keys: { key: 'ArrowUp', alt: true, mod: true }, label: msg('Previous guild') },
  { id: 'next-guild', keys: { key: 'ArrowDown', alt: true, mod: true }, label: msg('Next guild') },
  { id: 'escape', keys: { key: 'Escape' }, label: msg('Close the open panel, or mark the channel as read') },
  { id: 'mark-guild-read', keys: { key: 'Escape', shift: true }, label: msg('Mark the guild as read') },
  { id: 'search', keys: { key: 'f', mod: true }, label: msg('Search') },
  { id: 'pins', keys: { key: 'p', mod: true }, label: msg('Pinned messages') },
  { id: 'emoji', keys: { key: 'e', mod: true }, label: msg('Emoji picker') },
  { id: 'upload', keys: { key: 'u', mod: true, shift: true }, label: msg('Upload a file') },
  { id: 'mute', keys: { key: 'm', mod: true, shift: true }, label: msg('Mute or unmute yourself in a call') },
  { id: 'deafen', keys: { key: 'd', mod: true, shift: true }, label: msg('Deafen or undeafen yourself in a call') },
  { id: 'shortcut-list', keys: { key: '/', mod: true }, label: msg('This list') },
]

/** Keys of the message box, for the list. */
export const BOX_KEYS: readonly { readonly keys: Keys; readonly label: Message }[] = [
  { keys: { key: 'Enter' }, label: msg('Send the message') },
  { keys: { key: 'Enter', shift: true }, label: msg('New line') },
  { keys: { key: 'ArrowUp' }, label: msg('Edit your last message, in an empty box') },
  { keys: { key: 'b', mod: true }, label: msg('Bold') },
  { keys: { key: 'i', mod: true }, label: msg('Italic') },
  { keys: { key: 'u', mod: true }, label: msg('Underlined') },
]

/** Keys of lists of messages, members, channels and guilds, for the list. */
export const LIST_KEYS: readonly { readonly keys: Keys; readonly label: Message }[] = [
  { keys: { key: 'ArrowUp' }, label: msg('Previous entry') },
  { keys: { key: 'ArrowDown' }, label: msg('Next entry') },
  { keys: { key: 'Home' }, label: msg('First entry') },
  { keys: { key: 'End' }, label: msg('Last entry') },
  { keys: { key: 'Tab' }, label: msg('Buttons of the message') },
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

const ARROWS: ReadonlyMap<string, string> = new Map([
  ['ArrowUp', '↑'],
  ['ArrowDown', '↓'],
])

const NAMES: ReadonlyMap<string, Message> = new Map([
  ['Escape', msg('key|Esc')],
  ['Enter', msg('key|Enter')],
  ['Home', msg('key|Home')],
  ['End', msg('key|End')],
])

/** Returns the caps of a combination in the order in which they are pressed. */
export function keyNames({ key, mod, alt, shift }: Keys, apple: boolean): string[] {
  const name = NAMES.get(key)
  return [
    ...(mod ? [apple ? '⌘' : t('key|Ctrl')] : []),
    ...(alt ? [apple ? '⌥' : 'Alt'] : []),
    ...(shift ? [t('key|Shift')] : []),
    name ? t(name) : (ARROWS.get(key) ?? (key.length === 1 ? key.toUpperCase() : key)),
  ]
}
