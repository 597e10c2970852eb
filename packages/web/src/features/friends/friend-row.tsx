import { displayName } from '@guildhall/client/questions'
import type { Relationship } from '@guildhall/client/records'
import { RelationshipType } from '@guildhall/protocol'
import { showProfile } from '../../domain/people/open-profile.ts'
import { useMessage } from '../../domain/people/profile-actions.tsx'
import { activityLine, firstActivity } from '../../domain/presence/activities.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { Row } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'

/** A friend, a request or a blocked user, with what can be done about them. */
export function FriendRow({ relationship }: { relationship: Relationship }) {
  const { id, type, user, nickname } = relationship
  const saving = useSave()
  const presence = useClientState(({ presences }) => presences.get(id))
  const activity = firstActivity(presence?.activities ?? [])
  const isFriend = type === RelationshipType.FRIEND
  return (
    <Row
      picture={<Avatar user={user} size={32} status={isFriend ? (presence?.status ?? 'offline') : undefined} />}
      title={nickname || displayName(user)}
      detail={
        <>
          {user.username}
          {isFriend && activity && <> · {activityLine(activity)}</>}
          {saving.error && <ErrorText>{saving.error}</ErrorText>}
        </>
      }
    >
      <FriendButtons relationship={relationship} run={(request) => void saving.run(request)} />
    </Row>
  )
}

function FriendButtons(props: { relationship: Relationship; run: (request: () => Promise<unknown>) => void }) {
  const { run, relationship } = props
  const { id, type, user, user_ignored } = relationship
  const client = useClient()
  const message = useMessage(id)
  const remove = () => run(() => client.api.call('delete_relationship', { params: { user_id: id } }))
  switch (type) {
    case RelationshipType.FRIEND:
      return (
        <>
          <Button
            size="small"
            onClick={() => run(message)}
            aria-label={t('Message {username}', { username: user.username })}
          >
            {t('Message')}
          </Button>
          <Button
            size="small"
            onClick={() => showProfile(id)}
            aria-label={t('Profile of {username}', { username: user.username })}
          >
            {t('Profile')}
          </Button>
          <Button size="small" onClick={remove} aria-label={t('Remove {username}', { username: user.username })}>
            {t('Remove')}
          </Button>
        </>
      )
    case RelationshipType.INCOMING_REQUEST:
      return (
        <>
          <Button
            size="small"
            look="primary"
            aria-label={t('Accept {username}', { username: user.username })}
            onClick={() => run(() => client.api.call('put_relationship', { params: { user_id: id } }))}
          >
            {t('Accept')}
          </Button>
          <Button size="small" onClick={remove} aria-label={t('Ignore {username}', { username: user.username })}>
            {t('Ignore')}
          </Button>
        </>
      )
    case RelationshipType.OUTGOING_REQUEST:
      return (
        <Button
          size="small"
          onClick={remove}
          aria-label={t('Cancel the request to {username}', { username: user.username })}
        >
          {t('Cancel')}
        </Button>
      )
    case RelationshipType.BLOCKED:
      return (
        <Button size="small" onClick={remove} aria-label={t('Unblock {username}', { username: user.username })}>
          {t('Unblock')}
        </Button>
      )
    default:
      return (
        user_ignored && (
          <Button
            size="small"
            aria-label={t('Stop ignoring {username}', { username: user.username })}
            onClick={() => run(() => client.api.call('unignore_user', { params: { user_id: id } }))}
          >
            {t('Stop ignoring')}
          </Button>
        )
      )
  }
}
