import { permissionsIn } from '@guildhall/client/questions'
import { CHANNEL_NAME_MAX, type ChannelObject, ChannelType, Permission } from '@guildhall/protocol'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { SwitchField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { useSave } from '../../ui/use-save.ts'

/** A dialog that starts a thread: from a message, or without one. */
export function NewThread(props: { channel: ChannelObject; messageId?: string; onClose: () => void }) {
  const { channel, messageId, onClose } = props
  const client = useClient()
  const navigate = useNavigate()
  const saving = useSave()
  const mayHide = useClientState((state) => (permissionsIn(state, channel) & Permission.CREATE_PRIVATE_THREADS) !== 0n)
  const offersPrivate = messageId === undefined && channel.type === ChannelType.GUILD_TEXT && mayHide

  function create(name: string, isPrivate: boolean): Promise<ChannelObject> {
    if (messageId !== undefined)
      return client.api.call('create_thread_from_message', {
        params: { channel_id: channel.id, message_id: messageId },
        body: { name },
      })
    const open =
      channel.type === ChannelType.GUILD_ANNOUNCEMENT ? ChannelType.ANNOUNCEMENT_THREAD : ChannelType.PUBLIC_THREAD
    const type = isPrivate ? ChannelType.PRIVATE_THREAD : open
    return client.api.call('create_thread', { params: { channel_id: channel.id }, body: { name, type } })
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    void saving.run(async () => {
      const thread = await create(String(data.get('name')), data.has('private'))
      client.apply('THREAD_CREATE', thread)
      onClose()
      const params = { guildId: channel.guild_id ?? '', channelId: thread.id }
      await navigate({ to: '/channels/$guildId/$channelId', params })
    })
  }
  return (
    <Dialog title={t('Create thread')} onClose={onClose}>
      <form className={form.form} onSubmit={submit}>
        <TextField
          label={t('Name')}
          name="name"
          required
          maxLength={CHANNEL_NAME_MAX}
          autoFocus
          error={saving.error ?? undefined}
        />
        {offersPrivate && (
          <SwitchField
            label={t('Private thread')}
            name="private"
            hint={t('Only people who are added or mentioned see it.')}
          />
        )}
        <DialogButtons action={t('Create')} busy={saving.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
