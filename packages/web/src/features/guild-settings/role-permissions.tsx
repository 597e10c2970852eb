import { type Actor, mayGrant } from '@guildhall/client/questions'
import { useState } from 'react'
import { t } from '../../lib/language/text.ts'
import { permissionGroups } from '../../lib/permission-words.ts'
import { refusalText } from '../../lib/refusal-words.ts'
import { SwitchField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import styles from './roles.module.css'

/** The permissions of a role by groups, narrowed down by a search. */
export function RolePermissions(props: {
  actor: Actor
  /** Permissions that the role has now: they can be kept by those who do not have them. */
  before: bigint
  permissions: bigint
  onChange: (permissions: bigint) => void
}) {
  const { actor, before, permissions, onChange } = props
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const groups = permissionGroups()
    .map((group) => ({
      ...group,
      permissions: group.permissions.filter(({ name, hint }) => `${name}\n${hint}`.toLowerCase().includes(wanted)),
    }))
    .filter((group) => group.permissions.length > 0)
  return (
    <>
      <TextField
        label={t('Search permissions')}
        type="search"
        value={text}
        onChange={({ target }) => setText(target.value)}
        // Enter would save the role.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {groups.length === 0 && <p className={styles.detail}>{t('No permission matches.')}</p>}
      {groups.map((group) => (
        <fieldset key={group.title} className={styles.group}>
          <legend className={form.legend}>{group.title}</legend>
          {group.permissions.map(({ bit, name, hint }) => {
            const refusal = refusalText(mayGrant(actor, bit, before))
            return (
              <SwitchField
                key={name}
                label={name}
                hint={refusal ? `${hint} ${refusal}` : hint}
                checked={(permissions & bit) !== 0n}
                disabled={refusal !== null}
                onChange={({ target }) => onChange(target.checked ? permissions | bit : permissions & ~bit)}
              />
            )
          })}
        </fieldset>
      ))}
    </>
  )
}
