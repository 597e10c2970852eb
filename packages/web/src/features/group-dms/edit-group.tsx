import type { BodyOf } from '@guildhall/client'
import { CHANNEL_NAME_MAX, type ChannelObject } from '@guildhall/protocol'
import { useClient } from '../../gateway/react.tsx'
import { dataUrlOf } from '../../lib/files.ts'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, Field, TextField } from '../../ui/field.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import form from '../../ui/form.module.css'
import type { ImageChange } from '../../ui/image-field.tsx'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'
import { GroupIcon } from './group-icon.tsx'

/** A dialog with the name and icon of a group. */
export default function EditGroup({ channel, onClose }: { channel: ChannelObject; onClose: () => void }) {
  const client = useClient()
  const saving = useSave()
  const changes = useChanges<{ name: string; icon: ImageChange }>({ name: channel.name ?? '', icon: undefined })
  const { icon } = changes.values
  const setIcon = (icon: ImageChange) => changes.set({ icon })
  const submit = changes.onSubmit(
    saving,
    ({ name, ...changed }) =>
      client.api.call('update_channel', {
        params: { channel_id: channel.id },
        body: { ...changed, ...(name?.trim() && { name: name.trim() }) } as BodyOf<'update_channel'>,
      }),
    onClose,
  )

  return (
    <Dialog title={t('Edit group')} onClose={onClose} holdsText>
      <form className={form.form} onSubmit={submit}>
        {icon ? (
          <img src={icon} alt="" width={80} height={80} />
        ) : (
          <GroupIcon channel={{ ...channel, icon: icon === null ? null : (channel.icon ?? null) }} size={80} />
        )}
        <Field label={t('Icon')} error={saving.errorOf('icon')} hint={t('PNG, JPEG, GIF or WebP')}>
          {(control) => (
            <FileInput
              {...control}
              accept="image/png,image/jpeg,image/gif,image/webp"
              onChange={async ({ target }) => {
                const file = target.files?.[0]
                if (file) setIcon(await dataUrlOf(file))
              }}
            />
          )}
        </Field>
        {(icon ?? (icon === undefined && channel.icon)) && (
          <Button size="small" onClick={() => setIcon(null)}>
            {t('Remove icon')}
          </Button>
        )}
        <TextField
          label={t('Name')}
          {...changes.text('name')}
          maxLength={CHANNEL_NAME_MAX}
          autoFocus
          autoComplete="off"
          error={saving.errorOf('name')}
        />
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
        <DialogButtons action={t('Save')} busy={saving.busy} onCancel={onClose} changes={changes} />
      </form>
    </Dialog>
  )
}
