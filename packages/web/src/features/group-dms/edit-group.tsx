import type { ChannelObject } from '@guildhall/protocol'
import { type FormEvent, useState } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { dataUrlOf } from '../../lib/files.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, Field, TextField } from '../../ui/field.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import form from '../../ui/form.module.css'
import { useSave } from '../../ui/use-save.ts'
import { GroupIcon } from './group-icon.tsx'

/** A dialog with the name and icon of a group. */
export default function EditGroup({ channel, onClose }: { channel: ChannelObject; onClose: () => void }) {
  const client = useClient()
  const saving = useSave()
  const [icon, setIcon] = useState<string | null | undefined>(undefined)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    const body = { ...(name === '' ? {} : { name }), ...(icon === undefined ? {} : { icon }) }
    void saving.run(() => client.api.patch(`/channels/${channel.id}`, body)).then((done) => done && onClose())
  }

  return (
    <Dialog title="Edit group" onClose={onClose} holdsText>
      <form className={form.form} onSubmit={submit}>
        {icon ? (
          <img src={icon} alt="" width={80} height={80} />
        ) : (
          <GroupIcon channel={{ ...channel, icon: icon === null ? null : channel.icon }} size={80} />
        )}
        <Field label="Icon" error={saving.errorOf('icon')} hint="PNG, JPEG, GIF or WebP">
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
            Remove icon
          </Button>
        )}
        <TextField
          label="Name"
          name="name"
          defaultValue={channel.name ?? ''}
          maxLength={100}
          autoFocus
          autoComplete="off"
          error={saving.errorOf('name')}
        />
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
        <DialogButtons action="Save" busy={saving.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
