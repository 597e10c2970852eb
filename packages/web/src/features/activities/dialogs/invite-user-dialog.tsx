import { displayName } from '@guildhall/client/questions'
import { useClient, useClientState } from '../../../gateway/react.tsx'
import { t } from '../../../lib/language/text.ts'
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx'
import { ErrorText } from '../../../ui/field.tsx'
import { inviteToActivity } from '../invites.ts'
import type { QuestionProps } from '../question-types.ts'
import styles from './dialogs.module.css'
import { usePosting } from './use-posting.ts'

/** Sends one user an invite by a direct message, with the text of the activity. */
export function InviteUserDialog({ question, onDone }: QuestionProps<'invite-user', true>) {
  const { application, channelId, userId, content } = question
  const client = useClient()
  const { busy, error, run } = usePosting()
  const user = useClientState(({ users }) => users.get(userId))
  const name = user ? displayName(user) : t('this user')
  const send = () =>
    run(async () => {
      const link = await inviteToActivity(client, channelId, application.id)
      const { id } = await client.api.call('create_dm', { body: { recipient_id: userId } })
      await client.api.call('create_message', {
        params: { channel_id: id },
        body: { content: content ? `${content}\n${link}` : link },
      })
      onDone(true)
    })
  return (
    <Dialog
      title={t('Invite {name} to {application}?', { name, application: application.name })}
      description={t('They get a direct message with a link.')}
      onClose={onDone}
    >
      {content && <blockquote className={styles.quote}>{content}</blockquote>}
      {error && <ErrorText>{error}</ErrorText>}
      <DialogButtons action={t('Send invite')} busy={busy} onAction={() => void send()} onCancel={() => onDone()} />
    </Dialog>
  )
}
