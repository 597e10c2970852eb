import type { BodyOf } from '@guildhall/client'
import { CHANNEL_NAME_MAX, type ChannelObject } from '@guildhall/protocol'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { msg, t } from '../../lib/language/text.ts'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, SelectField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'
import { TagChoices } from './tag-choices.tsx'

/** Minutes without messages after which a thread is archived. */
const DURATIONS = [
  [60, msg('1 hour')],
  [1_440, msg('24 hours')],
  [4_320, msg('3 days')],
  [10_080, msg('1 week')],
] as const
/** Seconds between two messages of one person. */
const PAUSES = [
  [0, msg('Off')],
  [5, msg('5 seconds')],
  [30, msg('30 seconds')],
  [60, msg('1 minute')],
  [600, msg('10 minutes')],
  [3_600, msg('1 hour')],
  [21_600, msg('6 hours')],
] as const

/** A dialog with the name of a thread, its tags, when it is archived, and its slow mode. */
export default function EditThread(props: { thread: ChannelObject; moderates: boolean; onClose: () => void }) {
  const { thread, moderates, onClose } = props
  const client = useClient()
  const saving = useSave()
  const parent = useClientState(({ channels }) => channels.get(thread.parent_id ?? ''))
  const changes = useChanges({
    name: thread.name ?? '',
    auto_archive_duration: thread.thread_metadata?.auto_archive_duration ?? 0,
    rate_limit_per_user: thread.rate_limit_per_user ?? 0,
    applied_tags: (thread.applied_tags ?? []) as readonly string[],
  })
  const hasTags = (parent?.available_tags ?? []).length > 0

  const submit = changes.onSubmit(
    saving,
    (changed) =>
      client.api.call('update_channel', {
        params: { channel_id: thread.id },
        body: changed as BodyOf<'update_channel'>,
      }),
    onClose,
  )

  return (
    <Dialog title={t('Edit thread')} onClose={onClose} holdsText>
      <form className={form.form} onSubmit={submit}>
        <TextField
          label={t('Name')}
          {...changes.text('name')}
          required
          maxLength={CHANNEL_NAME_MAX}
          autoFocus
          error={saving.errorOf('name')}
        />
        {hasTags && parent && (
          <TagChoices
            forum={parent}
            moderates={moderates}
            chosen={changes.values.applied_tags}
            onChange={(applied_tags) => changes.set({ applied_tags })}
          />
        )}
        <SelectField label={t('Archive after inactivity')} {...changes.number('auto_archive_duration')}>
          {DURATIONS.map(([minutes, label]) => (
            <option key={minutes} value={minutes}>
              {t(label)}
            </option>
          ))}
        </SelectField>
        {moderates && (
          <SelectField label={t('Slow mode')} {...changes.number('rate_limit_per_user')}>
            {PAUSES.map(([seconds, label]) => (
              <option key={seconds} value={seconds}>
                {t(label)}
              </option>
            ))}
          </SelectField>
        )}
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
        <DialogButtons action={t('Save')} busy={saving.busy} onCancel={onClose} changes={changes} />
      </form>
    </Dialog>
  )
}
