import { newNonce } from '@guildhall/client/records'
import { type CommandChoiceObject, InteractionType } from '@guildhall/protocol'
import { useEffect, useMemo, useRef, useState } from 'react'
import { messageOf } from '../../../api/client.ts'
import { localName } from '../../../domain/commands/usable-commands.ts'
import { postInteraction } from '../../../domain/interactions/start.ts'
import { useClient, useClientState } from '../../../gateway/react.tsx'
import { t } from '../../../lib/language/text.ts'
import { ChoiceBox } from '../../../ui/choice-box.tsx'
import type { ControlProps, OptionFieldProps } from './option-props.ts'
import { type Chosen, completionOptions } from './option-values.ts'

/** Pause in typing after which the application is asked. */
const ASK_AFTER_MS = 200
/** Time that an application has to respond, with some for the way. */
const RESPONSE_MS = 3_500
const NONE: readonly CommandChoiceObject[] = []

/** The field of an option whose application proposes values while the person types. */
export function CompletedBox(props: OptionFieldProps & { control: ControlProps }) {
  const { option, entries, control, autoFocus, onEntry } = props
  const entry = entries[option.name]
  const { choices, note, ask } = useCompletion(props)
  const all = useMemo(
    () => choices.map((choice, index) => ({ value: String(index), label: localName(choice), sent: choice.value })),
    [choices],
  )
  const text = typeof entry === 'string' ? entry : typeof entry === 'object' ? (entry as Chosen).name : ''
  return (
    <ChoiceBox
      {...control}
      listLabel={localName(option)}
      choices={all}
      chosen={[]}
      note={note}
      text={text}
      autoFocus={autoFocus}
      takesOnTab
      onSearch={ask}
      onText={onEntry}
      onChange={([choice]) => choice && onEntry({ name: choice.label, value: choice.sent })}
    />
  )
}

/** Asks the application for values, and returns those of its newest response. */
function useCompletion({ option, usable, channel, entries }: OptionFieldProps) {
  const client = useClient()
  const [asked, setAsked] = useState<{ nonce: string; text: string } | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const response = useClientState(({ autocomplete }) => autocomplete)
  const answered = asked !== null && response?.nonce === asked.nonce
  // Until the next response arrives, the last one stays.
  const last = useRef(NONE)
  if (answered) last.current = response.choices
  const newest = useRef(entries)
  newest.current = entries

  useEffect(() => {
    if (!asked || answered) return
    const { nonce, text } = asked
    const sending = setTimeout(() => {
      const { id, name, type, version } = usable.command
      const start = {
        type: InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE,
        applicationId: usable.application.id,
        channelId: channel.id,
        guildId: channel.guild_id ?? null,
        data: { id, name, type, version, options: completionOptions(usable, newest.current, option, text) },
      }
      postInteraction(client, start, nonce).catch((error: unknown) => setFault(messageOf(error)))
    }, ASK_AFTER_MS)
    const waiting = setTimeout(() => setFault(t('The application did not respond')), ASK_AFTER_MS + RESPONSE_MS)
    return () => {
      clearTimeout(sending)
      clearTimeout(waiting)
    }
  }, [client, asked, answered, usable, option, channel.id, channel.guild_id])

  return {
    choices: last.current,
    note: fault ?? (asked && !answered && last.current.length === 0 ? t('Loading…') : null),
    ask(text: string) {
      setFault(null)
      setAsked({ nonce: newNonce(), text })
    },
  }
}
