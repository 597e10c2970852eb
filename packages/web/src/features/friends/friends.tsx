import type { Relationship } from '@guildhall/client/records'
import { RelationshipType, USERNAME_MAX } from '@guildhall/protocol'
import type { FormEvent } from 'react'
import { useClient, useShallowState } from '../../gateway/react.tsx'
import { type Message, msg, t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText, StatusText, TextField } from '../../ui/field.tsx'
import { Rows, Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import { FriendRow } from './friend-row.tsx'
import styles from './friends.module.css'

const GROUPS: readonly { title: Message; fits: (relationship: Relationship) => boolean }[] = [
  { title: msg('Friend requests'), fits: ({ type }) => type === RelationshipType.INCOMING_REQUEST },
  { title: msg('Friends'), fits: ({ type }) => type === RelationshipType.FRIEND },
  { title: msg('Sent requests'), fits: ({ type }) => type === RelationshipType.OUTGOING_REQUEST },
  { title: msg('Ignored'), fits: ({ type, user_ignored }) => type === RelationshipType.NONE && user_ignored === true },
  { title: msg('Blocked'), fits: ({ type }) => type === RelationshipType.BLOCKED },
]

/** Friends of the person, requests in both directions, and a form for another request. */
export default function Friends() {
  const relationships = useShallowState(({ relationships }) => [...relationships.values()])
  return (
    <main className={styles.page}>
      <h1 className={styles.title}>{t('Friends')}</h1>
      <AddFriend />
      {GROUPS.map(({ title: message, fits }) => {
        const title = t(message)
        const entries = relationships.filter(fits)
        return (
          entries.length > 0 && (
            <Section key={title} title={title}>
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
        <p className={styles.empty}>{t('You have no friends here yet. Send a request by username above.')}</p>
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
      .run(() => client.api.call('request_friend_by_name', { body: { username, discriminator: null } }))
      .then((done) => done && element.reset())
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label={t('Add a friend by username')}
        name="username"
        required
        maxLength={USERNAME_MAX}
        autoComplete="off"
      />
      <Button type="submit" look="primary" busy={saving.busy}>
        {t('Send request')}
      </Button>
      {saving.saved && <StatusText>{t('The request was sent.')}</StatusText>}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
    </form>
  )
}
