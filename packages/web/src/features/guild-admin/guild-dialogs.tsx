import type { InviteObject } from '@guildhall/protocol'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { channelGroups, holdsMessages } from '../../gateway/selectors.ts'
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

/** Asks before the person leaves a guild. */
export function LeaveGuild({ guildId, onClose }: DialogParts) {
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
