import type { SelectObject } from '@guildhall/protocol'
import { useState } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { ChoiceBox } from '../../ui/choice-box.tsx'
import type { Choice } from '../../ui/choices.ts'
import { EntityBox } from '../entities/entity-box.tsx'
import styles from './component-select.module.css'
import { choiceEmoji, defaultEntities, defaultStrings, stringChoices } from './select-choices.tsx'
import { useComponent, useComponentPlace } from './use-component.ts'
import { entityKindOf, isWorthSending, placeholderOf, type SelectBounds, selectBounds } from './view.ts'

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
