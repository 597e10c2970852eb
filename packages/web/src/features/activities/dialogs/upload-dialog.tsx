import { useState } from 'react'
import { useClient } from '../../../gateway/react.tsx'
import { t } from '../../../lib/language/text.ts'
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx'
import { ErrorText, Field } from '../../../ui/field.tsx'
import { FileInput } from '../../../ui/file-input.tsx'
import type { QuestionProps } from '../question-types.ts'
import { usePosting } from './use-posting.ts'

/** Uploads an image of the person for the activity. */
export function UploadDialog({ question: { application }, onDone }: QuestionProps<'upload', string>) {
  const client = useClient()
  const { busy, error, run } = usePosting()
  const [file, setFile] = useState<File | null>(null)
  const upload = () =>
    run(async () => {
      if (!file) throw new Error(t('Choose an image.'))
      const { attachment } = await client.api.call('upload_application_attachment', {
        params: { application_id: application.id },
        files: [{ file, field: 'file' }],
      })
      onDone(attachment.url)
    })
  return (
    <Dialog
      title={t('Upload an image')}
      description={t('{name} receives the image. Others can see it there.', { name: application.name })}
      onClose={onDone}
    >
      <Field label={t('Image')}>
        {(control) => (
          <FileInput
            {...control}
            accept="image/png,image/jpeg,image/gif,image/webp"
            onChange={({ target }) => setFile(target.files?.[0] ?? null)}
          />
        )}
      </Field>
      {error && <ErrorText>{error}</ErrorText>}
      <DialogButtons action={t('Upload')} busy={busy} onAction={() => void upload()} onCancel={() => onDone()} />
    </Dialog>
  )
}
