import { holdsMessages, permissionsIn } from '@guildhall/client/questions'
import type { ClientState, ShownMessage } from '@guildhall/client/records'
import { MESSAGE_CONTENT_MAX, Permission } from '@guildhall/protocol'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useMemo, useState } from 'react'
import { namesIn, toMarkup } from '../../domain/messages/markup.ts'
import { sendMessage } from '../../domain/messages/send.ts'
import { DIRECT } from '../../domain/places/places.ts'
import { channelPlaces, type Destination } from '../../domain/places/quick-choices.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { ChoiceBox } from '../../ui/choice-box.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'

/** Places that one message is forwarded to at a time. */
const PLACES_MAX = 5

/** A dialog that forwards a message to channels and direct messages, with a comment of the person. */
export function ForwardDialog({ message, onClose }: { message: ShownMessage; onClose: () => void }) {
  const client = useClient()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<readonly Destination[]>([])
  const [fault, setFault] = useState<string | undefined>()
  const choices = useMemo(() => writablePlaces(client.state), [client])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const comment = String(new FormData(event.currentTarget).get('comment')).trim()
    const [first] = chosen
    if (!first) return setFault(t('Choose where the message goes.'))
    for (const { id } of chosen) {
      const forwarded = sendMessage(client, {
        channelId: id,
        forward: { channelId: message.channel_id, messageId: message.id },
      })
      if (comment)
        void forwarded.then(() =>
          sendMessage(client, { channelId: id, content: toMarkup(comment, namesIn(client.state, id)) }),
        )
    }
    onClose()
    // A message of which nothing is seen might not have been sent: one place is opened.
    if (chosen.length === 1)
      void navigate({
        to: '/channels/$guildId/$channelId',
        params: { guildId: first.guildId ?? DIRECT, channelId: first.id },
      })
  }

  return (
    <Dialog title={t('Forward message')} onClose={onClose} holdsText>
      <form className={form.form} onSubmit={submit}>
        <Field label={t('Forward to')} error={fault} hint={t('Up to {max} channels and people', { max: PLACES_MAX })}>
          {(control) => (
            <ChoiceBox
              id={control.id}
              invalid={control['aria-invalid']}
              describedBy={control['aria-describedby']}
              listLabel={t('Channels and people')}
              placeholder={t('Search channels and people')}
              choices={choices}
              chosen={chosen}
              max={PLACES_MAX}
              autoFocus
              onChange={(next) => {
                setChosen(next)
                setFault(undefined)
              }}
            />
          )}
        </Field>
        <TextArea label={t('Comment (optional)')} name="comment" maxLength={MESSAGE_CONTENT_MAX} />
        <DialogButtons action={t('Forward')} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

function writablePlaces(state: ClientState): Destination[] {
  return channelPlaces(state)
    .filter(({ id }) => {
      const channel = state.channels.get(id)
      return channel && holdsMessages(channel) && (permissionsIn(state, channel) & Permission.SEND_MESSAGES) !== 0n
    })
    .map(({ aside: _marks, ...place }) => place)
}
