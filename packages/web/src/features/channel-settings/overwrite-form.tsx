import {
  maySetOverwrite,
  type OverwriteActor,
  type PermissionState,
  stateOf,
  withState,
} from '@guildhall/client/questions'
import type { ChannelObject, OverwriteObject } from '@guildhall/protocol'
import { entityById } from '../../domain/entities/entities.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { type Message, msg, t } from '../../lib/language/text.ts'
import { channelPermissionGroups, type PermissionChoice } from '../../lib/permission-words.ts'
import { refusalText } from '../../lib/refusal-words.ts'
import { Button } from '../../ui/button.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { useChanges } from '../../ui/use-changes.ts'
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
  const bits = channelPermissionGroups(channel.type).flatMap(({ permissions }) => permissions.map(({ bit }) => bit))
  const changes = useChanges<Readonly<Record<string, PermissionState>>>(
    Object.fromEntries(bits.map((bit) => [String(bit), stateOf(overwrite, bit)])),
  )
  const { id, type } = overwrite
  const name = useClientState((state) => entityById(state, guildId, type === 0 ? 'role' : 'user', id).label)
  const isSaved = channel.permission_overwrites?.some((saved) => saved.id === id) ?? false

  const submit = changes.onSubmit(saving, (changed) => {
    const { allow, deny } = Object.entries(changed).reduce(
      (before, [bit, state]) => (state ? withState(before, BigInt(bit), state) : before),
      overwrite,
    )
    return client.api.call('set_channel_permission_overwrite', {
      params: { channel_id: channel.id, overwrite_id: id },
      body: { type, allow, deny },
    })
  })

  async function remove() {
    if (
      isSaved &&
      !(await saving.run(() =>
        client.api.call('delete_channel_permission_overwrite', {
          params: { channel_id: channel.id, overwrite_id: id },
        }),
      ))
    )
      return
    onRemoved()
  }

  return (
    <Section title={t('Permissions of {name}', { name })}>
      <form className={styles.form} onSubmit={submit}>
        {channelPermissionGroups(channel.type).map((group) => (
          <section key={group.title} aria-label={group.title} className={styles.group}>
            <h3 className={styles.heading}>{group.title}</h3>
            {group.permissions.map((permission) => (
              <ThreeStates
                key={permission.name}
                permission={permission}
                state={changes.values[String(permission.bit)] ?? 'neutral'}
                refusal={refusalText(maySetOverwrite(actor, permission.bit))}
                onChange={(state) => changes.set({ [String(permission.bit)]: state })}
              />
            ))}
          </section>
        ))}
        <SaveBar saving={saving} changes={changes} />
        {(id !== guildId || isSaved) && (
          <p>
            <Button look="danger" onClick={() => void remove()}>
              {t('Remove permissions of {name}', { name })}
            </Button>
          </p>
        )}
      </form>
    </Section>
  )
}

const STATES: readonly (readonly [state: PermissionState, text: Message])[] = [
  ['deny', msg('Deny')],
  ['neutral', msg('Neutral')],
  ['allow', msg('Allow')],
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
            {t(text)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
