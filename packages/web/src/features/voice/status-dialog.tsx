import { type ChannelObject, VOICE_STATUS_MAX } from '@guildhall/protocol'
import type { FormEvent } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { useSave } from '../../ui/use-save.ts'

/** A dialog that sets or clears the status of a voice channel. */
export function StatusDialog(props: { channel: ChannelObject; status: string; onClose: () => void }) {
  const { channel, status, onClose } = props
  const client = useClient()
  const saving = useSave()

  async function save(text: string) {
    const saved = await saving.run(() =>
      client.api.put(`/channels/${channel.id}/voice-status`, { status: text.trim() || null }),
    )
    if (saved) onClose()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void save(String(new FormData(event.currentTarget).get('status')))
  }

  return (
    <Dialog title="Channel status" onClose={onClose} description="It is shown until everyone has left the channel.">
      <form className={form.form} onSubmit={submit}>
        <TextField
          label="Status"
          name="status"
          defaultValue={status}
          maxLength={VOICE_STATUS_MAX}
          autoFocus
          error={saving.error ?? undefined}
        />
        <DialogActions>
          {status && <Button onClick={() => void save('')}>Clear</Button>}
          <Button type="submit" look="primary" busy={saving.busy}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
