import type { CommandPermissionObject } from '@guildhall/protocol'
import { useState } from 'react'
import { type Entity, entityById } from '../../domain/entities/entities.ts'
import { EntityBox } from '../../domain/entities/entity-box.tsx'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, Field } from '../../ui/field.tsx'
import { Row, Rows } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'

/** A command, or the application itself for all its commands. */
export interface PermissionTarget {
  readonly id: string
  readonly name: string
  readonly detail: string
}

const KINDS = { role: 1, user: 2, channel: 3 } as const
const KIND_OF = { 1: 'role', 2: 'user', 3: 'channel' } as const

/** Returns the id that means all channels of a guild in permissions of commands. */
const allChannels = (guildId: string) => (BigInt(guildId) - 1n).toString()

/** Rules of a command: for roles, members and channels, each allowed or denied. */
export function CommandPermissionsDialog(props: {
  guildId: string
  applicationId: string
  target: PermissionTarget
  before: readonly CommandPermissionObject[]
  onClose: () => void
  onSaved: () => void
}) {
  const { guildId, applicationId, target, before, onClose, onSaved } = props
  const client = useClient()
  const saving = useSave()
  const [entries, setEntries] = useState(before)
  const place = { channelId: '', guildId }

  function add([entity]: readonly Entity[]) {
    if (!entity || entries.some(({ id }) => id === entity.value)) return
    setEntries([...entries, { id: entity.value, type: KINDS[entity.kind], permission: true }])
  }

  function save() {
    void saving
      .run(() =>
        client.api.call('set_guild_application_command_permissions', {
          params: { application_id: applicationId, guild_id: guildId, command_id: target.id },
          body: { permissions: entries },
        }),
      )
      .then((saved) => saved && onSaved())
  }

  return (
    <Dialog title={t('Permissions of {name}', { name: target.name })} onClose={onClose} width="medium" holdsText>
      {entries.length === 0 ? (
        <p>{t('Without rules, the permissions of the command itself decide.')}</p>
      ) : (
        <Rows>
          {entries.map((entry, index) => (
            <EntryRow
              key={entry.id}
              guildId={guildId}
              entry={entry}
              onChange={(changed) =>
                setEntries(changed ? entries.with(index, changed) : entries.filter(({ id }) => id !== entry.id))
              }
            />
          ))}
        </Rows>
      )}
      <Field label={t('Add a role or member')}>
        {({ id }) => <EntityBox id={id} kind="mentionable" place={place} chosen={[]} onChange={add} />}
      </Field>
      <Field label={t('Add a channel')}>
        {({ id }) => <EntityBox id={id} kind="channel" place={place} chosen={[]} onChange={add} />}
      </Field>
      <Button onClick={() => add([{ kind: 'channel', value: allChannels(guildId), label: '' }])}>
        {t('Add all channels')}
      </Button>
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      <DialogButtons action={t('Save')} busy={saving.busy} onAction={save} onCancel={onClose} />
    </Dialog>
  )
}

function EntryRow(props: {
  guildId: string
  entry: CommandPermissionObject
  onChange: (entry: CommandPermissionObject | null) => void
}) {
  const { guildId, entry, onChange } = props
  const kind = KIND_OF[entry.type as keyof typeof KIND_OF] ?? 'role'
  const name = useClientState((state) => entityById(state, guildId, kind, entry.id).label)
  const label = entry.id === allChannels(guildId) ? t('All channels') : kind === 'channel' ? `#${name}` : name
  return (
    <Row title={label} detail={{ role: t('Role'), user: t('Member'), channel: t('Channel') }[kind]}>
      <select
        aria-label={t('Permission of {label}', { label })}
        value={String(entry.permission)}
        onChange={({ target }) => onChange({ ...entry, permission: target.value === 'true' })}
      >
        <option value="true">{t('Allowed')}</option>
        <option value="false">{t('Denied')}</option>
      </select>
      <Button size="small" aria-label={t('Remove {label}', { label })} onClick={() => onChange(null)}>
        {t('Remove')}
      </Button>
    </Row>
  )
}
