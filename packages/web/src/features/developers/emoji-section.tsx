import type { EmojiObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { dataUrlOf } from '../../lib/files.ts'
import { CustomEmoji } from '../../markdown/markdown.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorText, Field, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import type { SectionProps } from './section-props.ts'

/** Emojis that belong to an application and can be used by its bot everywhere. */
export function EmojiSection({ application }: SectionProps) {
  const client = useClient()
  const saving = useSave()
  const [image, setImage] = useState<string | null>(null)
  const path = `/applications/${application.id}/emojis`
  const { data, error, refetch } = useQuery({
    queryKey: ['application-emojis', application.id],
    queryFn: () => client.api.get<{ items: EmojiObject[] }>(path),
    staleTime: 0,
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    const name = String(new FormData(element).get('name'))
    void saving.run(async () => {
      await client.api.post(path, { name, image })
      element.reset()
      setImage(null)
      await refetch()
    })
  }

  return (
    <Section title="Emoji">
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {data && data.items.length > 0 && (
        <Rows>
          {data.items.map(({ id, name, animated }) => (
            <Row
              key={id}
              title={
                <>
                  <CustomEmoji id={id} name={name} animated={animated} /> {name}
                </>
              }
              detail={id}
            >
              <Button
                size="small"
                aria-label={`Delete ${name}`}
                onClick={() => void saving.run(() => client.api.delete(`${path}/${id}`)).then(() => refetch())}
              >
                Delete
              </Button>
            </Row>
          ))}
        </Rows>
      )}
      <form className={form.form} onSubmit={submit}>
        <TextField label="Name" name="name" required minLength={2} maxLength={32} error={saving.errorOf('name')} />
        <Field label="Image" error={saving.errorOf('image')} hint="Up to 256 KB">
          {(control) => (
            <input
              {...control}
              type="file"
              required
              accept="image/png,image/jpeg,image/gif,image/webp"
              onChange={async ({ target }) => {
                const file = target.files?.[0]
                setImage(file ? await dataUrlOf(file) : null)
              }}
            />
          )}
        </Field>
        <SaveBar saving={saving} label="Add emoji" />
      </form>
    </Section>
  )
}
