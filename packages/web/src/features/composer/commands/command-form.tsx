import { type ChannelObject, type CommandParameterObject, InteractionType, OptionType } from '@guildhall/protocol'
import { useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { messageOf } from '../../../api/client.ts'
import { commandIndexQuery } from '../../../domain/commands/command-index.ts'
import { localName, type UsableCommand } from '../../../domain/commands/usable-commands.ts'
import { startInteraction } from '../../../domain/interactions/start.ts'
import type { Client } from '../../../gateway/client.ts'
import { useClient } from '../../../gateway/react.tsx'
import { rich } from '../../../lib/language/rich.ts'
import { t } from '../../../lib/language/text.ts'
import { AppIcon } from '../../../ui/app-icon.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { ErrorText } from '../../../ui/field.tsx'
import type { CommandFormProps } from './chosen-command.ts'
import styles from './command-form.module.css'
import { OptionField } from './option-field.tsx'
import { type Entries, type Entry, type Filled, fillOptions, parseOption } from './option-values.ts'

/** A chosen command with a field for each option, in place of the message box. Enter in a field sends it. */
export function CommandForm(props: CommandFormProps) {
  const { usable, channel, onClose } = props
  const { application, name, description, options } = usable
  const form = useCommandForm(props)
  const shown = options.filter((option) => option.required || form.added.includes(option.name))
  const hidden = options.filter((option) => !shown.includes(option))
  const order = [...shown].sort((one, other) => form.placeOf(one) - form.placeOf(other))

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    onClose()
  }

  return (
    <form className={styles.form} aria-label={`/${name}`} noValidate onSubmit={form.submit} onKeyDown={onKeyDown}>
      <header className={styles.header}>
        <AppIcon application={application} size={24} />
        <p className={styles.title}>
          <strong>/{name}</strong> <span className={styles.description}>{description}</span>
        </p>
        <IconButton label={t('Cancel')} onClick={onClose}>
          <X size={16} aria-hidden />
        </IconButton>
      </header>
      {order.length > 0 && (
        <div className={styles.fields}>
          {order.map((option, index) => (
            <OptionField
              key={option.name}
              option={option}
              usable={usable}
              channel={channel}
              entries={form.entries}
              error={form.errorOf(option)}
              // The first field, and one that was added.
              autoFocus={form.newest === null ? index === 0 : form.newest === option.name}
              onEntry={(entry) => form.enter(option, entry)}
              onRemove={option.required ? undefined : () => form.remove(option)}
            />
          ))}
        </div>
      )}
      {form.failure && <ErrorText>{form.failure}</ErrorText>}
      <footer className={styles.footer}>
        {hidden.map((option) => (
          <Button key={option.name} size="small" title={option.description} onClick={() => form.add(option)}>
            <Plus size={16} aria-hidden />
            {rich('<hidden>Add </hidden>{name}', {
              hidden: <span className="visually-hidden" />,
              name: localName(option),
            })}
          </Button>
        ))}
        <Button
          type="submit"
          look="primary"
          size="small"
          className={styles.send ?? ''}
          busy={form.busy}
          autoFocus={order.length === 0}
        >
          {t('Send')}
        </Button>
      </footer>
    </form>
  )
}

function useCommandForm({ usable, text, channel, send, onClose }: CommandFormProps) {
  const client = useClient()
  const queries = useQueryClient()
  const [entries, setEntries] = useState<Entries>(() => prefilled(usable, text))
  const [added, setAdded] = useState<readonly string[]>(() => Object.keys(prefilled(usable, text)))
  const [newest, setNewest] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const placeOf = (option: CommandParameterObject) =>
    option.required ? usable.options.indexOf(option) : usable.options.length + added.indexOf(option.name)

  async function run() {
    const filled = fillOptions(usable, entries)
    setTried(true)
    if ('errors' in filled || busy) return
    setBusy(true)
    setFailure(null)
    try {
      await sendCommand(client, usable, channel, filled, true)
      onClose()
    } catch (error) {
      setFailure(messageOf(error))
      setBusy(false)
      // Its definition may have changed meanwhile.
      void queries.invalidateQueries(commandIndexQuery(client, channel.id))
    }
  }

  const early = useRef(send)
  useEffect(() => {
    if (!early.current) return
    early.current = false
    void run()
  })

  return {
    entries,
    added,
    newest,
    busy,
    failure,
    placeOf,
    enter: (option: CommandParameterObject, entry: Entry) =>
      setEntries((known) => ({ ...known, [option.name]: entry })),
    add(option: CommandParameterObject) {
      setAdded((known) => [...known, option.name])
      setNewest(option.name)
      if (option.type === OptionType.BOOLEAN) setEntries((known) => ({ ...known, [option.name]: false }))
    },
    remove(option: CommandParameterObject) {
      setAdded((known) => known.filter((name) => name !== option.name))
      setEntries(({ [option.name]: _removed, ...rest }) => rest)
    },
    /** Returns the fault of a field. An empty one is at fault only after an attempt to send. */
    errorOf(option: CommandParameterObject): string | undefined {
      const entry = entries[option.name]
      if (!tried && (entry === undefined || entry === '')) return undefined
      const parsed = parseOption(option, entry)
      return parsed && 'error' in parsed ? parsed.error : undefined
    },
    submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      // Faults are shown before the first of them takes the focus.
      flushSync(() => void run())
      event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    },
  }
}

function sendCommand(
  client: Client,
  usable: UsableCommand,
  channel: ChannelObject,
  filled: Extract<Filled, { options: unknown }>,
  isForm: boolean,
): Promise<void> {
  const { command, application } = usable
  const { id, name, type, version } = command
  // A command that is sent again has no form any more: the log shows why it fails.
  const retry = () => void sendCommand(client, usable, channel, filled, false).catch(() => undefined)
  return startInteraction(client, {
    type: InteractionType.APPLICATION_COMMAND,
    applicationId: application.id,
    channelId: channel.id,
    guildId: channel.guild_id ?? null,
    data: { id, name, type, version, options: filled.options },
    files: filled.files,
    isForm,
    note: { application, command: { name: usable.name, type }, retry },
  })
}

function prefilled({ options }: UsableCommand, text: string): Entries {
  const booleans = options.filter(({ type, required }) => type === OptionType.BOOLEAN && required)
  const entries: Record<string, Entry> = Object.fromEntries(booleans.map(({ name }) => [name, false]))
  const first = options.find(({ type, choices }) => type === OptionType.STRING && !choices?.length)
  if (text !== '' && first) entries[first.name] = text
  return entries
}
