import { RelationshipType } from '@guildhall/protocol'
import { useMemo } from 'react'
import { useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ChoiceBox } from '../../ui/choice-box.tsx'
import type { Choice } from '../../ui/choices.ts'
import { Field } from '../../ui/field.tsx'

/** Chooses several friends of the person. */
export function PeopleBox(props: {
  /** Ids of users who are not offered. */
  except: readonly string[]
  max: number
  chosen: readonly Choice[]
  error: string | undefined
  onChange: (chosen: readonly Choice[]) => void
}) {
  const { except, max, chosen, error, onChange } = props
  const relationships = useClientState(({ relationships }) => relationships)
  const choices = useMemo(
    () =>
      [...relationships.values()]
        .filter(({ id, type }) => type === RelationshipType.FRIEND && !except.includes(id))
        .map(({ id, user }) => ({ value: id, label: user.username, detail: user.global_name ?? undefined }))
        .sort((one, other) => (one.label < other.label ? -1 : 1)),
    [relationships, except],
  )
  const none = choices.length === 0
  return (
    <Field
      label={t('Friends')}
      error={error}
      hint={
        none ? t('You have no friends to add. Send a friend request by username first.') : t('Up to {max}', { max })
      }
    >
      {(control) => (
        <ChoiceBox
          id={control.id}
          invalid={control['aria-invalid']}
          describedBy={control['aria-describedby']}
          listLabel={t('Friends')}
          placeholder={t('Search friends')}
          choices={choices}
          chosen={chosen}
          max={max}
          disabled={none}
          icon={FriendIcon}
          autoFocus
          onChange={onChange}
        />
      )}
    </Field>
  )
}

function FriendIcon({ value }: Choice) {
  const user = useClientState(({ users }) => users.get(value))
  return user ? <Avatar user={user} size={24} /> : null
}
