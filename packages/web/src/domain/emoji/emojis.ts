import type { ClientState } from '@guildhall/client/records'
import { onLanguage } from '../../lib/language/language.ts'
import { msg, t } from '../../lib/language/text.ts'
import type { Emoji } from './search.ts'

const GROUPS = [
  msg('Smileys'),
  msg('People'),
  msg('Components'),
  msg('Nature'),
  msg('Food'),
  msg('Travel'),
  msg('Activities'),
  msg('Objects'),
  msg('Symbols'),
  msg('Flags'),
]

let unicode: Promise<readonly Emoji[]> | undefined
let loaded: readonly Emoji[] = []

// Groups have the names of the language in which the emojis were loaded.
onLanguage(() => {
  unicode = undefined
  loaded = []
})

/** Returns all Unicode emojis. They are loaded once for a language, when they are first needed. */
export function unicodeEmojis(): Promise<readonly Emoji[]> {
  unicode ??= import('virtual:emojis').then(({ default: rows }) => {
    loaded = rows.map(([name, group, ...names]) => ({
      id: null,
      name,
      animated: false,
      names,
      group: t(GROUPS[group] ?? msg('Other')),
    }))
    return loaded
  })
  return unicode
}

/** Returns the Unicode emojis if they are loaded, and none before. */
export function loadedEmojis(): readonly Emoji[] {
  return loaded
}

/** Returns the custom emojis that the person may use: those of a guild first. */
export function customEmojis({ guilds }: Pick<ClientState, 'guilds'>, guildId: string | undefined): Emoji[] {
  const ordered = [...guilds.values()].sort(
    (one, other) => Number(other.guild.id === guildId) - Number(one.guild.id === guildId),
  )
  return ordered.flatMap(({ guild, emojis }) =>
    [...emojis.values()]
      .filter(({ available }) => available !== false)
      .map(({ id, name, animated }) => ({
        id,
        name: name ?? '',
        animated: animated ?? false,
        names: [name ?? ''],
        group: guild.name,
      })),
  )
}

/** Returns the text that represents an emoji in a message. */
export function emojiText({ id, name, animated }: Pick<Emoji, 'id' | 'name' | 'animated'>): string {
  return id ? `<${animated ? 'a' : ''}:${name}:${id}>` : name
}
