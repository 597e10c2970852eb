import { byPosition, permissionsInGuild, privateOverwrites } from '@guildhall/client/questions'
import { CHANNEL_NAME_MAX, ChannelType, Permission } from '@guildhall/protocol'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useClient, useClientState, useShallowState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, Field, SelectField, SwitchField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { useSave } from '../../ui/use-save.ts'
import type { Entity } from '../entities/entities.ts'
import { EntityBox } from '../entities/entity-box.tsx'
import { CHANNEL_TYPES } from './channel-values.ts'

/** Roles and members of a new private channel. */
const ALLOWED_MAX = 25

/** Creates a channel of any type that the server has, public or for some roles and members. */
export function NewChannel(props: { guildId: string; parentId?: string; onClose: () => void }) {
  const { guildId, parentId, onClose } = props
  const client = useClient()
  const navigate = useNavigate()
  const saving = useSave()
  const [type, setType] = useState<number>(ChannelType.GUILD_TEXT)
  const [isPrivate, setPrivate] = useState(false)
  const [allowed, setAllowed] = useState<readonly Entity[]>([])
  const own = useOwnEntry(guildId)
  const kind = CHANNEL_TYPES.find((known) => known.type === type)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const parent = String(values.get('parent') ?? '')
    const entries = [...allowed.map(({ value, kind }) => ({ id: value, kind })), ...own]
    const unique = [...new Map(entries.map((entry) => [entry.id, entry])).values()]
    const body = {
      name: String(values.get('name')),
      type,
      ...(parent ? { parent_id: parent } : {}),
      ...(isPrivate ? { permission_overwrites: privateOverwrites(guildId, unique) } : {}),
    }
    void saving.run(async () => {
      const channel = await client.api.call('create_guild_channel', { params: { guild_id: guildId }, body })
      client.apply('CHANNEL_CREATE', channel)
      onClose()
      if (channel.type !== ChannelType.GUILD_CATEGORY)
        await navigate({ to: '/channels/$guildId/$channelId', params: { guildId, channelId: channel.id } })
    })
  }

  return (
    <Dialog title={t('Create channel')} onClose={onClose} holdsText>
      <form className={form.form} onSubmit={submit}>
        <NameField error={saving.errorOf('name')} />
        <SelectField
          label={t('Type')}
          value={type}
          onChange={({ target }) => setType(Number(target.value))}
          hint={kind && t(kind.detail)}
        >
          {CHANNEL_TYPES.map(({ type, name }) => (
            <option key={type} value={type}>
              {t(name)}
            </option>
          ))}
        </SelectField>
        {type !== ChannelType.GUILD_CATEGORY && <ParentField guildId={guildId} parentId={parentId} />}
        <SwitchField
          label={type === ChannelType.GUILD_CATEGORY ? t('Private category') : t('Private channel')}
          checked={isPrivate}
          onChange={({ target }) => setPrivate(target.checked)}
          hint={t('Only the roles and members that you choose see it, and administrators.')}
        />
        {isPrivate && (
          <Field label={t('Visible to')}>
            {({ id }) => (
              <EntityBox
                id={id}
                kind="mentionable"
                place={{ channelId: '', guildId }}
                placeholder={t('Roles and members')}
                min={0}
                max={ALLOWED_MAX}
                chosen={allowed}
                onChange={setAllowed}
              />
            )}
          </Field>
        )}
        {saving.error && !saving.errorOf('name') && <ErrorText>{saving.error}</ErrorText>}
        <DialogButtons action={t('Create')} busy={saving.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

function NameField({ error }: { error: string | undefined }) {
  return <TextField label={t('Name')} name="name" required maxLength={CHANNEL_NAME_MAX} autoFocus error={error} />
}

/** Returns the entry that keeps a private channel visible to its creator; none for those who see every channel. */
function useOwnEntry(guildId: string): readonly { id: string; kind: 'user' }[] {
  const selfId = useClientState(({ self }) => self?.id ?? '')
  const seesAll = useClientState((state) => (permissionsInGuild(state, guildId) & Permission.ADMINISTRATOR) !== 0n)
  return seesAll ? [] : [{ id: selfId, kind: 'user' }]
}

function ParentField({ guildId, parentId }: { guildId: string; parentId: string | undefined }) {
  const categories = useShallowState(({ channels }) =>
    [...channels.values()]
      .filter(({ guild_id, type }) => guild_id === guildId && type === ChannelType.GUILD_CATEGORY)
      .sort(byPosition),
  )
  return (
    <SelectField label={t('Category')} name="parent" defaultValue={parentId ?? ''}>
      <option value="">{t('None')}</option>
      {categories.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
