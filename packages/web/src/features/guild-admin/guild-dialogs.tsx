import { channelGroups, holdsMessages } from '@guildhall/client/questions'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { useSave } from '../../ui/use-save.ts'

interface DialogParts {
  guildId: string
  onClose: () => void
}

/** Creates an invite to the first channel and shows its link. */
export function InviteDialog({ guildId, onClose }: DialogParts) {
  const client = useClient()
  const [link, setLink] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    const channel = channelGroups(client.state, guildId)
      .flatMap(({ channels }) => channels)
      .find(holdsMessages)
    if (!channel) return setError(t('The guild has no channel to invite to.'))
    client.api.call('create_channel_invite', { params: { channel_id: channel.id } }).then(
      ({ code }) => setLink(`${location.origin}/invite/${code}`),
      (failure) => setError(messageOf(failure)),
    )
  }, [client, guildId])
  return (
    <Dialog title={t('Invite people')} onClose={onClose}>
      {error && <ErrorText>{error}</ErrorText>}
      {link && <CopyField label={t('Invite link')} value={link} hint={t('It is valid for a day.')} />}
    </Dialog>
  )
}

/** Asks before the person leaves a guild. */
export function LeaveGuild({ guildId, onClose }: DialogParts) {
  const client = useClient()
  const navigate = useNavigate()
  const saving = useSave()
  const name = useClientState(({ guilds }) => guilds.get(guildId)?.guild.name) ?? ''
  async function leave() {
    if (!(await saving.run(() => client.api.call('leave_guild', { params: { guild_id: guildId } })))) return
    onClose()
    await navigate({ to: '/channels/$guildId', params: { guildId: '@me' } })
  }
  return (
    <ConfirmDialog
      title={t('Leave {name}?', { name })}
      description={saving.error ?? t('You need another invite to come back.')}
      action={t('Leave guild')}
      danger
      busy={saving.busy}
      onConfirm={() => void leave()}
      onClose={onClose}
    />
  )
}
