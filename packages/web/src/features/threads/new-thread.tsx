import type { ChannelObject } from '@guildhall/protocol'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { useSave } from '../../ui/use-save.ts'

/** A dialog that starts a thread from a message. */
export function NewThread(props: { channel: ChannelObject; messageId: string; onClose: () => void }) {
  const { channel, messageId, onClose } = props
  const client = useClient()
  const navigate = useNavigate()
  const saving = useSave()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name'))
    void saving.run(async () => {
      const path = `/channels/${channel.id}/messages/${messageId}/threads`
      const thread = await client.api.post<ChannelObject>(path, { name })
      client.apply('THREAD_CREATE', thread)
      onClose()
      const params = { guildId: channel.guild_id ?? '', channelId: thread.id }
      await navigate({ to: '/channels/$guildId/$channelId', params })
    })
  }
  return (
    <Dialog title="Create thread" onClose={onClose}>
      <form className={form.form} onSubmit={submit}>
        <TextField label="Name" name="name" required maxLength={100} autoFocus error={saving.error ?? undefined} />
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
