import { RelationshipType } from '@guildhall/protocol'
import type { FormEvent } from 'react'
import { useClient, useShallowState } from '../../gateway/react.tsx'
import { displayName } from '../../gateway/selectors.ts'
import type { Relationship } from '../../gateway/state.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorText, StatusText, TextField } from '../../ui/field.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import { showProfile } from '../profile/open-profile.ts'
import styles from './friends.module.css'

const GROUPS: readonly { type: number; title: string }[] = [
  { type: RelationshipType.INCOMING_REQUEST, title: 'Friend requests' },
  { type: RelationshipType.FRIEND, title: 'Friends' },
  { type: RelationshipType.OUTGOING_REQUEST, title: 'Sent requests' },
  { type: RelationshipType.BLOCKED, title: 'Blocked' },
]

/** Friends of the person, requests in both directions, and a form for another request. */
export function Friends() {
  const relationships = useShallowState(({ relationships }) => [...relationships.values()])
  return (
    <main className={styles.page}>
      <h1 className={styles.title}>Friends</h1>
      <AddFriend />
      {GROUPS.map(({ type, title }) => {
        const entries = relationships.filter((one) => one.type === type)
        return (
          entries.length > 0 && (
            <Section key={type} title={title}>
              <Rows>
                {entries.map((entry) => (
                  <FriendRow key={entry.id} relationship={entry} />
                ))}
              </Rows>
            </Section>
          )
        )
      })}
      {relationships.length === 0 && (
        <p className={styles.empty}>You have no friends here yet. Send a request by username above.</p>
      )}
    </main>
  )
}

function AddFriend() {
  const client = useClient()
  const saving = useSave()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    const username = String(new FormData(element).get('username')).trim().toLowerCase()
    void saving
      .run(() => client.api.post('/users/@me/relationships', { username, discriminator: null }))
      .then((done) => done && element.reset())
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField label="Add a friend by username" name="username" required maxLength={32} autoComplete="off" />
      <Button type="submit" look="primary" busy={saving.busy}>
        Send request
      </Button>
      {saving.saved && <StatusText>The request was sent.</StatusText>}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
    </form>
  )
}

function FriendRow({ relationship: { id, type, user } }: { relationship: Relationship }) {
  const client = useClient()
  const saving = useSave()
  const path = `/users/@me/relationships/${id}`
  const remove = () => void saving.run(() => client.api.delete(path))
  return (
    <Row
      title={
        <span className={styles.person}>
          <Avatar user={user} size={32} />
          {displayName(user)}
        </span>
      }
      detail={saving.error ?? user.username}
    >
      {type === RelationshipType.FRIEND && (
        <Button size="small" onClick={() => showProfile(id)} aria-label={`Profile of ${user.username}`}>
          Profile
        </Button>
      )}
      {type === RelationshipType.INCOMING_REQUEST && (
        <Button
          size="small"
          look="primary"
          aria-label={`Accept ${user.username}`}
          onClick={() => void saving.run(() => client.api.put(path, {}))}
        >
          Accept
        </Button>
      )}
      {type === RelationshipType.BLOCKED ? (
        <Button size="small" onClick={remove} aria-label={`Unblock ${user.username}`}>
          Unblock
        </Button>
      ) : (
        <Button size="small" onClick={remove} aria-label={`Remove ${user.username}`}>
          {type === RelationshipType.INCOMING_REQUEST ? 'Ignore' : 'Remove'}
        </Button>
      )}
    </Row>
  )
}
