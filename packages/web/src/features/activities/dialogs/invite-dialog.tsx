import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../api/client.ts'
import { useClient } from '../../../gateway/react.tsx'
import { t } from '../../../lib/language/text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { ErrorText, StatusText, TextField } from '../../../ui/field.tsx'
import { inviteToActivity } from '../invites.ts'
import type { QuestionProps } from '../question-types.ts'
import { PlaceField } from './place-field.tsx'
import { usePosting } from './use-posting.ts'

/** Invites others to the channel and its activity, by a link or a message. */
export function InviteDialog({ question, onDone }: QuestionProps<'invite', true>) {
  const { application, channelId } = question
  const client = useClient()
  const { busy, error, run } = usePosting()
  const [place, setPlace] = useState(channelId)
  const [status, setStatus] = useState<string | null>(null)
  const link = useQuery({
    queryKey: ['activity-invite', application.id, channelId],
    queryFn: () => inviteToActivity(client, channelId, application.id),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const copy = () =>
    run(async () => {
      await navigator.clipboard.writeText(link.data ?? '')
      setStatus(t('Link copied'))
    })
  const send = () =>
    run(async () => {
      await client.api.call('create_message', { params: { channel_id: place }, body: { content: link.data ?? '' } })
      onDone(true)
    })
  const fault = error ?? (link.error ? messageOf(link.error) : null)
  return (
    <Dialog title={t('Invite people to {name}', { name: application.name })} onClose={onDone} width="medium">
      <TextField label={t('Invite link')} readOnly value={link.data ?? ''} />
      <PlaceField channelId={channelId} value={place} onChange={setPlace} />
      {fault && <ErrorText>{fault}</ErrorText>}
      {status && <StatusText>{status}</StatusText>}
      <DialogActions>
        <Button onClick={() => onDone()}>{t('Cancel')}</Button>
        <Button disabled={!link.data} onClick={() => void copy()}>
          {t('Copy link')}
        </Button>
        <Button look="primary" busy={busy} disabled={!link.data} onClick={() => void send()}>
          {t('Send invite')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
