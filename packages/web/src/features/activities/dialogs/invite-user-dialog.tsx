import { useClient, useClientState } from '../../../gateway/react.tsx'
import { displayName } from '../../../gateway/selectors.ts'
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
  const name = user ? displayName(user) : 'this user'
  const send = () =>
    run(async () => {
      const link = await inviteToActivity(client, channelId, application.id)
      const { id } = await client.api.post<{ id: string }>('/users/@me/channels', { recipient_id: userId })
      await client.api.post(`/channels/${id}/messages`, { content: content ? `${content}\n${link}` : link })
      onDone(true)
    })
  return (
    <Dialog
      title={`Invite ${name} to ${application.name}?`}
      description="They get a direct message with a link."
      onClose={onDone}
    >
      {content && <blockquote className={styles.quote}>{content}</blockquote>}
      {error && <ErrorText>{error}</ErrorText>}
      <DialogButtons action="Send invite" busy={busy} onAction={() => void send()} onCancel={() => onDone()} />
    </Dialog>
  )
}
