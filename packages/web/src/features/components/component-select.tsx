import type { PartialEmojiObject, SelectObject } from '@guildhall/protocol'
import { useState } from 'react'
import { useClient } from '../../gateway/react.tsx'
import type { ClientState } from '../../gateway/state.ts'
import { ChoiceBox } from '../../ui/choice-box.tsx'
import type { Choice } from '../../ui/choices.ts'
import { type Entity, entityById } from '../interactions/entities.ts'
import { EntityBox } from '../interactions/entity-box.tsx'
import { ComponentEmoji } from './component-emoji.tsx'
import styles from './component-select.module.css'
import { useComponent, useComponentPlace } from './use-component.ts'
import { entityKindOf, isWorthSending, placeholderOf, type SelectBounds, selectBounds } from './view.ts'

/** An option of a select of strings. */
export interface StringChoice extends Choice {
  readonly emoji?: PartialEmojiObject | undefined
}

/** Returns the options of a select of strings as choices. */
export function stringChoices({ options = [] }: Pick<SelectObject, 'options'>): StringChoice[] {
  return options.map(({ value, label, description, emoji }) => ({ value, label, detail: description, emoji }))
}

/** Returns what a select of strings shows as chosen at first. */
export function defaultStrings(select: Pick<SelectObject, 'options'>): StringChoice[] {
  const defaults = new Set((select.options ?? []).filter((option) => option.default).map(({ value }) => value))
  return stringChoices(select).filter(({ value }) => defaults.has(value))
}

/** Returns what a select of users, roles or channels shows as chosen at first. */
export function defaultEntities(
  state: ClientState,
  guildId: string | null,
  { default_values = [] }: Pick<SelectObject, 'default_values'>,
): Entity[] {
  return default_values.map(({ id, type }) => entityById(state, guildId, type as Entity['kind'], id))
}

/** The picture of an option of a select of strings. */
export function choiceEmoji({ emoji }: StringChoice) {
  return emoji ? <ComponentEmoji emoji={emoji} decorative /> : null
}

/** A select of a message. One value is sent when it is chosen, several when the list closes. */
export function ComponentSelect({ select }: { select: SelectObject }) {
  const kind = entityKindOf(select)
  return (
    <div className={styles.select}>
      {kind ? <EntitySelect select={select} kind={kind} /> : <StringSelect select={select} />}
    </div>
  )
}

function StringSelect({ select }: { select: SelectObject }) {
  const { chosen, ...box } = useSelect(select, () => defaultStrings(select))
  return <ChoiceBox {...box} chosen={chosen} choices={stringChoices(select)} icon={choiceEmoji} />
}

function EntitySelect(props: { select: SelectObject; kind: NonNullable<ReturnType<typeof entityKindOf>> }) {
  const { select, kind } = props
  const client = useClient()
  const { channel } = useComponentPlace()
  const guildId = channel.guild_id ?? null
  const box = useSelect(select, () => defaultEntities(client.state, guildId, select))
  return (
    <EntityBox
      {...box}
      kind={kind}
      place={{ channelId: channel.id, guildId }}
      {...(select.channel_types ? { channelTypes: select.channel_types } : {})}
    />
  )
}

/** Returns what both kinds of selects have in common: what is chosen, and when it is sent. */
function useSelect<C extends Choice>(select: SelectObject, defaults: () => C[]) {
  const { busy, use } = useComponent(select.type, select.custom_id)
  const bounds: SelectBounds = selectBounds(select)
  const [before, setBefore] = useState<readonly C[]>(defaults)
  const [chosen, setChosen] = useState<readonly C[]>(before)
  // A select that its application has edited begins anew.
  const form = JSON.stringify(select)
  const [shownForm, setShownForm] = useState(form)
  if (form !== shownForm) {
    const fresh = defaults()
    setShownForm(form)
    setBefore(fresh)
    setChosen(fresh)
  }

  function send(values: readonly C[]) {
    if (!isWorthSending(before, values, bounds)) return setChosen(before)
    use(values.map(({ value }) => value))
  }

  const name = placeholderOf(select)
  return {
    ...bounds,
    label: name,
    listLabel: name,
    placeholder: name,
    disabled: select.disabled,
    busy,
    chosen,
    onOpen() {
      if (bounds.max > 1) setBefore(chosen)
    },
    onChange(values: readonly C[]) {
      setChosen(values)
      if (bounds.max === 1) send(values)
    },
    onClose(values: readonly C[]) {
      if (bounds.max > 1) send(values)
    },
  }
}
