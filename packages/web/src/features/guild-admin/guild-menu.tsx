import { type ChannelObject, ChannelType, type InviteObject, Permission } from '@guildhall/protocol'
import { useNavigate } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type FormEvent, useEffect, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { channelGroups, holdsMessages, permissionsInGuild } from '../../gateway/selectors.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ErrorText, SelectField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import menu from '../../ui/menu.module.css'
import { useSave } from '../../ui/use-save.ts'
import { CopyField } from '../developers/copy-field.tsx'

type Open = 'invite' | 'channel' | 'leave' | null

/** The menu of a guild: inviting, creating channels, leaving. */
export function GuildMenu({ guildId }: { guildId: string }) {
  const [open, setOpen] = useState<Open>(null)
  const permissions = useClientState((state) => permissionsInGuild(state, guildId))
  const owner = useClientState(({ guilds, self }) => guilds.get(guildId)?.guild.owner_id === self?.id)
  const close = () => setOpen(null)
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <IconButton label="Guild menu">
            <ChevronDown size={16} strokeWidth={1.5} aria-hidden />
          </IconButton>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className={menu.menu} align="end">
            {(permissions & Permission.CREATE_INSTANT_INVITE) !== 0n && (
              <DropdownMenu.Item className={menu.item} onSelect={() => setOpen('invite')}>
                Invite people
              </DropdownMenu.Item>
            )}
            {(permissions & Permission.MANAGE_CHANNELS) !== 0n && (
              <DropdownMenu.Item className={menu.item} onSelect={() => setOpen('channel')}>
                Create channel
              </DropdownMenu.Item>
            )}
            {!owner && (
              <DropdownMenu.Item className={`${menu.item} ${menu.danger}`} onSelect={() => setOpen('leave')}>
                Leave guild
              </DropdownMenu.Item>
            )}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {open === 'invite' && <InviteDialog guildId={guildId} onClose={close} />}
      {open === 'channel' && <NewChannel guildId={guildId} onClose={close} />}
      {open === 'leave' && <LeaveGuild guildId={guildId} onClose={close} />}
    </>
  )
}

interface DialogParts {
  guildId: string
  onClose: () => void
}

function InviteDialog({ guildId, onClose }: DialogParts) {
  const client = useClient()
  const [link, setLink] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    const channel = channelGroups(client.state, guildId)
      .flatMap(({ channels }) => channels)
      .find(holdsMessages)
    if (!channel) return setError('The guild has no channel to invite to.')
    client.api.post<InviteObject>(`/channels/${channel.id}/invites`, {}).then(
      ({ code }) => setLink(`${location.origin}/invite/${code}`),
      (failure) => setError(messageOf(failure)),
    )
  }, [client, guildId])
  return (
    <Dialog title="Invite people" onClose={onClose}>
      {error && <ErrorText>{error}</ErrorText>}
      {link && <CopyField label="Invite link" value={link} hint="It is valid for a day." />}
    </Dialog>
  )
}

const TYPES = [
  [ChannelType.GUILD_TEXT, 'Text'],
  [ChannelType.GUILD_VOICE, 'Voice'],
  [ChannelType.GUILD_FORUM, 'Forum'],
  [ChannelType.GUILD_CATEGORY, 'Category'],
] as const

function NewChannel({ guildId, onClose }: DialogParts) {
  const client = useClient()
  const navigate = useNavigate()
  const saving = useSave()
  const groups = channelGroups(client.state, guildId)
  const categories = groups.flatMap(({ category }) => category ?? [])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const parent = String(values.get('parent'))
    const body = {
      name: String(values.get('name')),
      type: Number(values.get('type')),
      ...(parent ? { parent_id: parent } : {}),
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
    <Dialog title="Create channel" onClose={onClose}>
      <form className={form.form} onSubmit={submit}>
        <TextField
          label="Name"
          name="name"
          required
          maxLength={100}
          autoFocus
          error={saving.errorOf('name') ?? saving.error ?? undefined}
        />
        <SelectField label="Type" name="type">
          {TYPES.map(([type, name]) => (
            <option key={type} value={type}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField label="Category" name="parent">
          <option value="">None</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={saving.busy}>
            Create
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function LeaveGuild({ guildId, onClose }: DialogParts) {
  const client = useClient()
  const navigate = useNavigate()
  const saving = useSave()
  const name = useClientState(({ guilds }) => guilds.get(guildId)?.guild.name)
  async function leave() {
    if (!(await saving.run(() => client.api.delete(`/users/@me/guilds/${guildId}`)))) return
    onClose()
    await navigate({ to: '/channels/$guildId', params: { guildId: '@me' } })
  }
  return (
    <ConfirmDialog
      title={`Leave ${name}?`}
      description={saving.error ?? 'You need another invite to come back.'}
      action="Leave guild"
      danger
      busy={saving.busy}
      onConfirm={() => void leave()}
      onClose={onClose}
    />
  )
}
