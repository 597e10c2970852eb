import { Field } from '../../ui/field.tsx'
import { FileInput } from '../../ui/file-input.tsx'

/** A labelled field for one file. */
export function FileField(props: {
  label: string
  accept: string
  hint?: string
  error?: string | undefined
  onFile: (file: File | null) => void
}) {
  const { label, accept, hint, error, onFile } = props
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <FileInput {...control} required accept={accept} onChange={({ target }) => onFile(target.files?.[0] ?? null)} />
      )}
    </Field>
  )
}
