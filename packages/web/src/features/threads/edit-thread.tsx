import type { ChannelObject } from '@guildhall/protocol'
import { type FormEvent, useState } from 'react'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, SelectField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { useSave } from '../../ui/use-save.ts'
import { TagChoices } from './tag-choices.tsx'

/** Minutes without messages after which a thread is archived. */
const DURATIONS = [
  [60, '1 hour'],
  [1_440, '24 hours'],
  [4_320, '3 days'],
  [10_080, '1 week'],
] as const
/** Seconds between two messages of one person. */
const PAUSES = [
  [0, 'Off'],
  [5, '5 seconds'],
  [30, '30 seconds'],
  [60, '1 minute'],
  [600, '10 minutes'],
  [3_600, '1 hour'],
  [21_600, '6 hours'],
] as const

/** A dialog with the name of a thread, its tags, when it is archived, and its slow mode. */
export default function EditThread(props: { thread: ChannelObject; moderates: boolean; onClose: () => void }) {
  const { thread, moderates, onClose } = props
  const client = useClient()
  const saving = useSave()
  const parent = useClientState(({ channels }) => channels.get(thread.parent_id ?? ''))
  const [tags, setTags] = useState<readonly string[]>(thread.applied_tags ?? [])
  const hasTags = (parent?.available_tags ?? []).length > 0

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const body = {
      name: String(data.get('name')),
      auto_archive_duration: Number(data.get('duration')),
      ...(moderates ? { rate_limit_per_user: Number(data.get('pause')) } : {}),
      ...(hasTags ? { applied_tags: tags } : {}),
    }
    void saving.run(() => client.api.patch(`/channels/${thread.id}`, body)).then((done) => done && onClose())
  }

  return (
    <Dialog title="Edit thread" onClose={onClose} holdsText>
      <form className={form.form} onSubmit={submit}>
        <TextField
          label="Name"
          name="name"
          defaultValue={thread.name ?? ''}
          required
          maxLength={100}
          autoFocus
          error={saving.errorOf('name')}
        />
        {hasTags && parent && <TagChoices forum={parent} moderates={moderates} chosen={tags} onChange={setTags} />}
        <SelectField
          label="Archive after inactivity"
          name="duration"
          defaultValue={thread.thread_metadata?.auto_archive_duration}
        >
          {DURATIONS.map(([minutes, label]) => (
            <option key={minutes} value={minutes}>
              {label}
            </option>
          ))}
        </SelectField>
        {moderates && (
          <SelectField label="Slow mode" name="pause" defaultValue={thread.rate_limit_per_user ?? 0}>
            {PAUSES.map(([seconds, label]) => (
              <option key={seconds} value={seconds}>
                {label}
              </option>
            ))}
          </SelectField>
        )}
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
        <DialogButtons action="Save" busy={saving.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
