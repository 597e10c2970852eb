import { useState } from 'react'
import { useClient } from '../../../gateway/react.tsx'
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
      if (!file) throw new Error('Choose an image.')
      const { attachment } = await client.api.post<{ attachment: { url: string } }>(
        `/applications/${application.id}/attachment`,
        undefined,
        { files: [{ file, field: 'file' }] },
      )
      onDone(attachment.url)
    })
  return (
    <Dialog
      title="Upload an image"
      description={`${application.name} receives the image. Others can see it there.`}
      onClose={onDone}
    >
      <Field label="Image">
        {(control) => (
          <FileInput
            {...control}
            accept="image/png,image/jpeg,image/gif,image/webp"
            onChange={({ target }) => setFile(target.files?.[0] ?? null)}
          />
        )}
      </Field>
      {error && <ErrorText>{error}</ErrorText>}
      <DialogButtons action="Upload" busy={busy} onAction={() => void upload()} onCancel={() => onDone()} />
    </Dialog>
  )
}
