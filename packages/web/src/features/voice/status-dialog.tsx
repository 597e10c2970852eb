import { type ChannelObject, VOICE_STATUS_MAX } from '@guildhall/protocol'
import type { FormEvent } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { AskBeforeLeaving, Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'

/** A dialog that sets or clears the status of a voice channel. */
export function StatusDialog(props: { channel: ChannelObject; status: string; onClose: () => void }) {
  const { channel, status, onClose } = props
  const client = useClient()
  const saving = useSave()

  async function save(text: string) {
    const saved = await saving.run(() =>
      client.api.call('update_voice_channel_status', {
        params: { channel_id: channel.id },
        body: { status: text.trim() || null },
      }),
    )
    if (saved) onClose()
  }

  const changes = useChanges({ status })
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void save(changes.values.status)
  }

  return (
    <Dialog
      title={t('Channel status')}
      onClose={onClose}
      description={t('It is shown until everyone has left the channel.')}
    >
      <form className={form.form} onSubmit={submit}>
        <TextField
          label={t('Status')}
          {...changes.text('status')}
          maxLength={VOICE_STATUS_MAX}
          autoFocus
          error={saving.error ?? undefined}
        />
        <AskBeforeLeaving changes={changes} />
        <DialogActions>
          {status && <Button onClick={() => void save('')}>{t('Clear')}</Button>}
          <Button type="submit" look="primary" busy={saving.busy}>
            {t('Save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
