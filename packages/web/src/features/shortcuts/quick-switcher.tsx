import { CHANNEL_NAME_MAX } from '@guildhall/protocol'
import { useNavigate } from '@tanstack/react-router'
import { AtSign, Hash } from 'lucide-react'
import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { DIRECT } from '../../domain/places/places.ts'
import { type Destination, quickChoices } from '../../domain/places/quick-choices.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { GuildIcon } from '../../ui/avatar.tsx'
import { movedActive } from '../../ui/choices.ts'
import { Dialog } from '../../ui/dialog.tsx'
import field from '../../ui/field.module.css'
import { ErrorText } from '../../ui/field.tsx'
import { Options, optionId } from '../../ui/options.tsx'
import styles from './quick-switcher.module.css'

/** A dialog that goes to a channel, person or guild by name. */
export default function QuickSwitcher({ onClose }: { onClose: () => void }) {
  const state = useClientState((state) => state)
  const listId = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const { go, error } = useGo(onClose)
  const choices = useMemo(() => quickChoices(state, text), [state, text])
  const chosen = choices[active]

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      return go(chosen)
    }
    const next = movedActive(event.key, active, choices.length)
    if (next === undefined) return
    event.preventDefault()
    setActive(next)
  }

  return (
    <Dialog title={t('Go to')} onClose={onClose} width="medium">
      <div className={styles.content}>
        <input
          type="text"
          role="combobox"
          aria-label={t('Channel, person or guild')}
          placeholder={t('Channel, person or guild')}
          aria-expanded={choices.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={chosen && optionId(listId, active)}
          className={field.input}
          value={text}
          autoComplete="off"
          spellCheck={false}
          maxLength={CHANNEL_NAME_MAX}
          autoFocus
          onChange={({ target }) => {
            setText(target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
        {error && <ErrorText>{error}</ErrorText>}
        <div className={styles.list}>
          <Options
            id={listId}
            label={t('Places')}
            choices={choices}
            active={active}
            icon={PlaceIcon}
            onActive={setActive}
            onChoose={go}
          />
          {choices.length === 0 && (
            <p className={styles.hint} role="status">
              {t('Nothing has this name.')}
            </p>
          )}
        </div>
        <p className={styles.hint}>{t('Begin with @ for people, # for channels, * for guilds.')}</p>
      </div>
    </Dialog>
  )
}

function PlaceIcon({ kind, id }: Destination) {
  const guild = useClientState(({ guilds }) => guilds.get(id)?.guild)
  if (guild) return <GuildIcon guild={guild} size={20} />
  const Icon = kind === 'channel' ? Hash : AtSign
  return <Icon size={16} aria-hidden />
}

function useGo(onClose: () => void) {
  const client = useClient()
  const navigate = useNavigate()
  const [error, setError] = useState<string | null>(null)

  function open({ kind, id, guildId }: Pick<Destination, 'kind' | 'id' | 'guildId'>): void {
    // Before the place is shown, which may take a while: the next keys are meant for the page.
    onClose()
    if (kind === 'guild') void navigate({ to: '/channels/$guildId', params: { guildId: id } })
    else void navigate({ to: '/channels/$guildId/$channelId', params: { guildId: guildId ?? DIRECT, channelId: id } })
  }

  async function openPerson(userId: string): Promise<void> {
    const channel = await client.api.call('create_dm', { body: { recipient_id: userId } })
    client.apply('CHANNEL_CREATE', channel)
    open({ kind: 'direct', id: channel.id, guildId: null })
  }

  function go(place: Destination): void {
    if (place.kind === 'person') openPerson(place.id).catch((failure) => setError(messageOf(failure)))
    else open(place)
  }
  return { go, error }
}
