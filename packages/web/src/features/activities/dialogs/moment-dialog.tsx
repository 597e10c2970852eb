import { useState } from 'react'
import { useClient } from '../../../gateway/react.tsx'
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
      await client.api.post(`/channels/${place}/messages`, { content: mediaUrl })
      onDone(true)
    })
  return (
    <Dialog title={`Share a moment of ${application.name}`} onClose={onDone} width="medium">
      <img className={styles.picture} src={mediaUrl} alt="The moment" />
      <PlaceField channelId={channelId} value={place} onChange={setPlace} />
      {error && <ErrorText>{error}</ErrorText>}
      <DialogButtons action="Share" busy={busy} onAction={() => void share()} onCancel={() => onDone()} />
    </Dialog>
  )
}
