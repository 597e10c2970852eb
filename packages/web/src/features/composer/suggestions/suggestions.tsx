import type { ChannelObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { commandIndexQuery } from '../../../domain/commands/command-index.ts'
import {
  searchCommands,
  textAfterName,
  typedCommands,
  type UsableCommand,
} from '../../../domain/commands/usable-commands.ts'
import { ComponentEmoji } from '../../../domain/emoji/component-emoji.tsx'
import { customEmojis, unicodeEmojis } from '../../../domain/emoji/emojis.ts'
import { type Emoji, searchEmojis } from '../../../domain/emoji/search.ts'
import { searchEntities, searchMentions } from '../../../domain/entities/entities.ts'
import { EntityIcon } from '../../../domain/entities/entity-box.tsx'
import { mentionText, namesIn } from '../../../domain/messages/markup.ts'
import { useClient, useClientState } from '../../../gateway/react.tsx'
import { t } from '../../../lib/language/text.ts'
import { AppIcon } from '../../../ui/app-icon.tsx'
import { type Choice, movedActive } from '../../../ui/choices.ts'
import { OptionList } from '../../../ui/option-list.tsx'
import { optionId } from '../../../ui/options.tsx'
import type { ChosenCommand } from '../commands/chosen-command.ts'
import { CommandForm } from '../commands/command-form.tsx'
import type { Token } from './token.ts'
import type { ActiveOption, KeyTaker } from './use-suggestions.ts'

/** Suggestions of names of one kind that a list shows at a time. */
const NAMES_MAX = 10

export interface SuggestionsProps {
  token: Token
  channel: ChannelObject
  permissions: bigint
  /** Element above which the list floats. */
  anchor: HTMLElement | null
  keys: RefObject<KeyTaker | null>
  /** Whether the list is loaded, and may show nothing. */
  loaded: RefObject<boolean>
  /** Times that Enter was pressed before there was anything to take. */
  held: RefObject<number>
  onActive: (active: ActiveOption | null) => void
  /** Receives the text that replaces the token. */
  onTake: (text: string) => void
  onCommand: (chosen: ChosenCommand) => void
}

export { CommandForm }

/**
 * The list that completes what is typed in the message box. Its effects on keys are layout effects: React runs those
 * in one go with the render, and a key between the two would reach neither the message box nor the form of a command.
 */
export default function Suggestions(props: SuggestionsProps) {
  const { loaded, held } = props
  useLayoutEffect(() => {
    loaded.current = true
    return () => {
      loaded.current = false
      held.current = 0
    }
  }, [loaded, held])
  switch (props.token.kind) {
    case 'command':
      return <Commands {...props} />
    case 'emoji':
      return <Emojis {...props} />
    default:
      return <Entities {...props} />
  }
}

interface CommandChoice extends Choice {
  readonly command: UsableCommand
}

function Commands(props: SuggestionsProps) {
  const { token, channel, held, onCommand } = props
  const client = useClient()
  const query = useQuery({ ...commandIndexQuery(client, channel.id), refetchOnMount: 'always' })
  const all = useMemo(() => (query.data ? typedCommands(query.data) : []), [query.data])
  const choices = useMemo(() => searchCommands(all, token.query).map(commandChoice), [all, token.query])
  const take = ({ command }: CommandChoice, send = false) =>
    onCommand({ usable: command, text: textAfterName(command, token.query), send, Form: CommandForm })
  const pending = query.isFetching && choices.length === 0
  const [first] = choices
  useLayoutEffect(() => {
    const presses = held.current
    if (pending || presses === 0) return
    held.current = 0
    if (first) take(first, presses > 1)
  })
  if (choices.length === 0 && !pending && !query.isError) return null
  const note = pending ? t('Loading commands…') : query.isError ? t('The commands could not be loaded.') : null
  return (
    <Floating
      {...props}
      label={t('Commands')}
      choices={choices}
      note={choices.length === 0 ? note : null}
      icon={({ command }) => <AppIcon application={command.application} size={24} />}
      onEmptyEnter={() => {
        if (query.isError) void query.refetch()
        held.current += 1
      }}
      onChoose={(choice) => take(choice)}
    />
  )
}

function commandChoice(command: UsableCommand): CommandChoice {
  const { application, name, description } = command
  return {
    value: `${command.command.id} ${command.plainName}`,
    label: `/${name}`,
    detail: description,
    aside: application.name,
    command,
  }
}

function Entities(props: SuggestionsProps) {
  const { token, channel, permissions, onTake } = props
  const client = useClient()
  // Read again when members arrive: a list that is open is short-lived.
  const members = useClientState(({ guilds }) => guilds.get(channel.guild_id ?? '')?.members)
  const choices = useMemo(() => {
    const place = { channelId: channel.id, guildId: channel.guild_id ?? null }
    const text = token.query
    return token.kind === 'channel'
      ? searchEntities(client.state, place, { kind: 'channel', text }).slice(0, NAMES_MAX)
      : searchMentions(client.state, place, { text, permissions, max: NAMES_MAX })
  }, [client, channel.id, channel.guild_id, token.kind, token.query, permissions, members])
  const sign = token.kind === 'channel' ? '#' : '@'
  if (choices.length === 0) return null
  return (
    <Floating
      {...props}
      label={sign === '#' ? t('Channel names') : t('People and roles')}
      choices={choices}
      icon={(entity) => <EntityIcon entity={entity} />}
      onChoose={(entity) => onTake(mentionText(entity, namesIn(client.state, channel.id)))}
    />
  )
}

interface EmojiChoice extends Choice {
  readonly emoji: Emoji
}

function Emojis(props: SuggestionsProps) {
  const { token, channel, onTake } = props
  const client = useClient()
  const [unicode, setUnicode] = useState<readonly Emoji[]>([])
  useEffect(() => {
    let current = true
    void unicodeEmojis().then((loaded) => current && setUnicode(loaded))
    return () => {
      current = false
    }
  }, [])
  const choices = useMemo(() => {
    const all = [...customEmojis(client.state, channel.guild_id), ...unicode]
    return searchEmojis(all, token.query, NAMES_MAX).map(emojiChoice)
  }, [client, channel.guild_id, unicode, token.query])
  if (choices.length === 0) return null
  return (
    <Floating
      {...props}
      label={t('Emoji names')}
      choices={choices}
      icon={({ emoji: { id, name, animated } }) => <ComponentEmoji emoji={{ id, name, animated }} decorative />}
      onChoose={({ emoji: { id, name } }) => onTake(id ? `:${name}:` : name)}
    />
  )
}

function emojiChoice(emoji: Emoji): EmojiChoice {
  const { id, name, names } = emoji
  return { value: id ?? name, label: `:${names[0] ?? name}:`, aside: emoji.group, emoji }
}

interface FloatingProps<C extends Choice> extends Pick<SuggestionsProps, 'token' | 'anchor' | 'keys' | 'onActive'> {
  label: string
  choices: readonly C[]
  note?: string | null
  icon: (choice: C) => ReactNode
  onChoose: (choice: C) => void
  /** Called for Enter while there is nothing to choose yet. */
  onEmptyEnter?: () => void
}

/** A list above the message box. Its first option is active, so that Enter takes it. */
function Floating<C extends Choice>(props: FloatingProps<C>) {
  const { token, anchor, keys, onActive, label, choices, note, icon, onChoose, onEmptyEnter } = props
  const id = useId()
  const [moved, setMoved] = useState({ query: token.query, index: 0 })
  const active = Math.min(moved.query === token.query ? moved.index : 0, choices.length - 1)
  const setActive = (index: number) => setMoved({ query: token.query, index })
  useEffect(() => {
    onActive({ listId: id, optionId: optionId(id, active) })
  }, [onActive, id, active])
  useEffect(() => () => onActive(null), [onActive])
  useLayoutEffect(() => {
    keys.current = (event: KeyboardEvent) => {
      const choice = choices[active]
      const takes = (event.key === 'Enter' && !event.shiftKey) || (event.key === 'Tab' && !event.shiftKey)
      if (takes && choice) onChoose(choice)
      else if (takes && onEmptyEnter && event.key === 'Enter') onEmptyEnter()
      else {
        const next = movedActive(event.key, active, choices.length)
        if (next === undefined) return false
        setActive(next)
      }
      event.preventDefault()
      return true
    }
    return () => {
      keys.current = null
    }
  })
  return (
    <OptionList
      id={id}
      label={label}
      anchor={anchor}
      placement="top-start"
      choices={choices}
      active={active}
      note={note}
      icon={icon}
      onActive={setActive}
      onChoose={onChoose}
    />
  )
}
