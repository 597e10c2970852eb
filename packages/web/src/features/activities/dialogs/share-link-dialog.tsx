import type { ShareResult } from '@guildhall/local-client/rpc'
import { useState } from 'react'
import { useClient } from '../../../gateway/react.tsx'
import { t } from '../../../lib/language/text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { ErrorText, StatusText } from '../../../ui/field.tsx'
import type { QuestionProps } from '../question-types.ts'
import styles from './dialogs.module.css'
import { PlaceField } from './place-field.tsx'
import { usePosting } from './use-posting.ts'

/** Shares a link that starts the activity: as a message, or copied. */
export function ShareLinkDialog({ question, onDone }: QuestionProps<'share-link', ShareResult>) {
  const { application, channelId, link } = question
  const client = useClient()
  const { busy, error, run } = usePosting()
  const [place, setPlace] = useState(channelId)
  const [didCopyLink, setCopied] = useState(false)
  const address = activityLink(application.id, client.account.userId, link)
  const close = () => onDone({ success: didCopyLink, didCopyLink, didSendMessage: false })
  const send = () =>
    run(async () => {
      const content = link.message === '' ? address : `${link.message}\n${address}`
      await client.api.call('create_message', { params: { channel_id: place }, body: { content } })
      onDone({ success: true, didCopyLink, didSendMessage: true })
    })
  const copy = () =>
    run(async () => {
      await navigator.clipboard.writeText(address)
      setCopied(true)
    })
  return (
    <Dialog title={t('Share a link to {name}', { name: application.name })} onClose={close} width="medium">
      {link.message && <blockquote className={styles.quote}>{link.message}</blockquote>}
      <p className={styles.address}>{address}</p>
      <PlaceField channelId={channelId} value={place} onChange={setPlace} />
      {error && <ErrorText>{error}</ErrorText>}
      {didCopyLink && <StatusText>{t('Link copied')}</StatusText>}
      <DialogActions>
        <Button onClick={close}>{t('Cancel')}</Button>
        <Button onClick={() => void copy()}>{t('Copy link')}</Button>
        <Button look="primary" busy={busy} onClick={() => void send()}>
          {t('Share')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function activityLink(applicationId: string, userId: string, link: { custom_id?: string; link_id?: string }): string {
  const url = new URL(`/activities/${applicationId}`, location.origin)
  url.searchParams.set('referrer_id', userId)
  if (link.custom_id !== undefined) url.searchParams.set('custom_id', link.custom_id)
  if (link.link_id !== undefined) url.searchParams.set('link_id', link.link_id)
  return url.href
}
