import { useState } from 'react'
import { useClient } from '../../../gateway/react.tsx'
import { t } from '../../../lib/language/text.ts'
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx'
import { ErrorText } from '../../../ui/field.tsx'
import type { QuestionProps } from '../question-types.ts'
import styles from './dialogs.module.css'
import { PlaceField } from './place-field.tsx'
import { usePosting } from './use-posting.ts'

/** Shares a picture that the activity made. */
export function MomentDialog({ question, onDone }: QuestionProps<'moment', boolean>) {
  const { application, mediaUrl, channelId } = question
  const client = useClient()
  const { busy, error, run } = usePosting()
  const [place, setPlace] = useState(channelId)
  const share = () =>
    run(async () => {
      await client.api.call('create_message', { params: { channel_id: place }, body: { content: mediaUrl } })
      onDone(true)
    })
  return (
    <Dialog title={t('Share a moment of {name}', { name: application.name })} onClose={onDone} width="medium">
      <img className={styles.picture} src={mediaUrl} alt={t('The moment')} />
      <PlaceField channelId={channelId} value={place} onChange={setPlace} />
      {error && <ErrorText>{error}</ErrorText>}
      <DialogButtons action={t('Share')} busy={busy} onAction={() => void share()} onCancel={() => onDone()} />
    </Dialog>
  )
}
