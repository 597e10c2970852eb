import { type ChannelObject, ChannelType, Permission } from '@guildhall/protocol'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useClient, useClientState, useShallowState } from '../../gateway/react.tsx'
import { permissionsInGuild } from '../../gateway/selectors.ts'
import { byPosition } from '../../lib/channel-order.ts'
import { privateOverwrites } from '../../lib/overwrites.ts'
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
  const word = type === ChannelType.GUILD_CATEGORY ? 'category' : 'channel'

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
      const channel = await client.api.post<ChannelObject>(`/guilds/${guildId}/channels`, body)
      client.apply('CHANNEL_CREATE', channel)
      onClose()
      if (channel.type !== ChannelType.GUILD_CATEGORY)
        await navigate({ to: '/channels/$guildId/$channelId', params: { guildId, channelId: channel.id } })
    })
  }

  return (
    <Dialog title="Create channel" onClose={onClose} holdsText>
      <form className={form.form} onSubmit={submit}>
        <TextField label="Name" name="name" required maxLength={100} autoFocus error={saving.errorOf('name')} />
        <SelectField
          label="Type"
          value={type}
          onChange={({ target }) => setType(Number(target.value))}
          hint={kind?.detail}
        >
          {CHANNEL_TYPES.map(({ type, name }) => (
            <option key={type} value={type}>
              {name}
            </option>
          ))}
        </SelectField>
        {type !== ChannelType.GUILD_CATEGORY && <ParentField guildId={guildId} parentId={parentId} />}
        <SwitchField
          label={`Private ${word}`}
          checked={isPrivate}
          onChange={({ target }) => setPrivate(target.checked)}
          hint="Only the roles and members that you choose see it, and administrators."
        />
        {isPrivate && (
          <Field label="Visible to">
            {({ id }) => (
              <EntityBox
                id={id}
                kind="mentionable"
                place={{ channelId: '', guildId }}
                placeholder="Roles and members"
                min={0}
                max={ALLOWED_MAX}
                chosen={allowed}
                onChange={setAllowed}
              />
            )}
          </Field>
        )}
        {saving.error && !saving.errorOf('name') && <ErrorText>{saving.error}</ErrorText>}
        <DialogButtons action="Create" busy={saving.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
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
    <SelectField label="Category" name="parent" defaultValue={parentId ?? ''}>
      <option value="">None</option>
      {categories.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
