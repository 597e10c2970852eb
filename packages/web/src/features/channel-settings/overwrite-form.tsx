import type { ChannelObject, OverwriteObject } from '@guildhall/protocol'
import { type FormEvent, useEffect, useState } from 'react'
import { entityById } from '../../domain/entities/entities.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { type OverwriteActor, type PermissionState, stateOf, whyNotSet, withState } from '../../lib/overwrites.ts'
import { channelPermissionGroups, type PermissionChoice } from '../../lib/permission-words.ts'
import { Button } from '../../ui/button.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import styles from './channel-permissions.module.css'

/** The permissions of one role or member in a channel. */
export function OverwriteForm(props: {
  channel: ChannelObject
  guildId: string
  overwrite: OverwriteObject
  actor: OverwriteActor
  onRemoved: () => void
}) {
  const { channel, guildId, overwrite, actor, onRemoved } = props
  const client = useClient()
  const saving = useSave()
  const [changes, setChanges] = useState<ReadonlyMap<bigint, PermissionState>>(new Map())
  const edited = [...changes].reduce((before, [bit, state]) => withState(before, bit, state), overwrite)
  // A change by somebody else, such as a sync with the category, leaves what the person has not saved yet.
  useEffect(
    () => setChanges((all) => new Map([...all].filter(([bit, state]) => stateOf(overwrite, bit) !== state))),
    [overwrite.allow, overwrite.deny],
  )
  const { id, type } = overwrite
  const name = useClientState((state) => entityById(state, guildId, type === 0 ? 'role' : 'user', id).label)
  const path = `/channels/${channel.id}/permissions/${id}`
  const isSaved = channel.permission_overwrites?.some((saved) => saved.id === id) ?? false

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { allow, deny } = edited
    void saving.run(() => client.api.put(path, { type, allow, deny }))
  }

  async function remove() {
    if (isSaved && !(await saving.run(() => client.api.delete(path)))) return
    onRemoved()
  }

  return (
    <Section title={`Permissions of ${name}`}>
      <form className={styles.form} onSubmit={submit}>
        {channelPermissionGroups(channel.type).map((group) => (
          <section key={group.title} aria-label={group.title} className={styles.group}>
            <h3 className={styles.heading}>{group.title}</h3>
            {group.permissions.map((permission) => (
              <ThreeStates
                key={permission.name}
                permission={permission}
                state={stateOf(edited, permission.bit)}
                refusal={whyNotSet(actor, permission.bit)}
                onChange={(state) => setChanges(new Map(changes).set(permission.bit, state))}
              />
            ))}
          </section>
        ))}
        <SaveBar saving={saving} />
        {(id !== guildId || isSaved) && (
          <p>
            <Button look="danger" onClick={() => void remove()}>
              Remove permissions of {name}
            </Button>
          </p>
        )}
      </form>
    </Section>
  )
}

const STATES: readonly (readonly [state: PermissionState, text: string])[] = [
  ['deny', 'Deny'],
  ['neutral', 'Neutral'],
  ['allow', 'Allow'],
]

function ThreeStates(props: {
  permission: PermissionChoice
  state: PermissionState
  refusal: string | null
  onChange: (state: PermissionState) => void
}) {
  const { permission, state, refusal, onChange } = props
  return (
    <fieldset className={styles.permission} disabled={refusal !== null}>
      <legend className={styles.name}>{permission.name}</legend>
      <p className={styles.hint}>{refusal ? `${permission.hint} ${refusal}` : permission.hint}</p>
      <div className={styles.states}>
        {STATES.map(([value, text]) => (
          <label key={value} className={styles.state} data-state={value}>
            <input
              type="radio"
              name={permission.name}
              value={value}
              checked={state === value}
              onChange={() => onChange(value)}
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
