import type { ChannelObject } from '@guildhall/protocol'
import { type FormEvent, useState } from 'react'
import type { Entity } from '../../domain/entities/entities.ts'
import { EntityBox } from '../../domain/entities/entity-box.tsx'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, Field } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { useSave } from '../../ui/use-save.ts'

/** A dialog that adds a member of the guild to a thread. */
export function AddThreadMember({ thread, onClose }: { thread: ChannelObject; onClose: () => void }) {
  const client = useClient()
  const saving = useSave()
  const [chosen, setChosen] = useState<readonly Entity[]>([])
  const [user] = chosen

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!user) return
    void saving
      .run(() => client.api.call('add_thread_member', { params: { channel_id: thread.id, user_id: user.value } }))
      .then((done) => done && onClose())
  }

  return (
    <Dialog title={t('Add a member')} onClose={onClose}>
      <form className={form.form} onSubmit={submit}>
        <Field label={t('Member')}>
          {(control) => (
            <EntityBox
              id={control.id}
              kind="user"
              place={{ channelId: thread.id, guildId: thread.guild_id ?? null }}
              chosen={chosen}
              placeholder={t('Search members')}
              onChange={setChosen}
            />
          )}
        </Field>
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
        <DialogButtons action={t('Add')} disabled={!user} busy={saving.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
