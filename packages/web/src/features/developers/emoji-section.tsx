import type { EmojiObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { CustomEmoji } from '../../domain/markdown/markdown.tsx'
import { useClient } from '../../gateway/react.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { ImageField } from '../../ui/image-field.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import type { SectionProps } from './section-props.ts'

const NAME = { minLength: 2, maxLength: 32, pattern: '[A-Za-z0-9_]+', hint: 'Letters, digits and _' }

/** Emojis that belong to an application and can be used by its bot everywhere. */
export function EmojiSection({ application }: SectionProps) {
  const client = useClient()
  const saving = useSave()
  const removing = useSave()
  const [image, setImage] = useState<string | null | undefined>(undefined)
  const [renaming, setRenaming] = useState<EmojiObject | null>(null)
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
      setImage(undefined)
      await refetch()
    })
  }

  return (
    <Section title="Emoji" description="The bot uses them in every guild and conversation.">
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {data?.items.length === 0 && <p>No emoji yet. Add the first one below.</p>}
      {data && data.items.length > 0 && (
        <Rows>
          {data.items.map((emoji) => (
            <Row
              key={emoji.id}
              title={
                <>
                  <CustomEmoji id={emoji.id} name={emoji.name} animated={emoji.animated} /> {emoji.name}
                </>
              }
              detail={emoji.id}
            >
              <Button size="small" aria-label={`Rename ${emoji.name}`} onClick={() => setRenaming(emoji)}>
                Rename
              </Button>
              <Button
                size="small"
                aria-label={`Delete ${emoji.name}`}
                disabled={removing.busy}
                onClick={() => void removing.run(() => client.api.delete(`${path}/${emoji.id}`)).then(() => refetch())}
              >
                Delete
              </Button>
            </Row>
          ))}
        </Rows>
      )}
      {removing.error && <ErrorText>{removing.error}</ErrorText>}
      <form className={form.form} onSubmit={submit}>
        <TextField label="Name" name="name" required {...NAME} error={saving.errorOf('name')} />
        <ImageField
          label="Image"
          value={image}
          onChange={setImage}
          current={null}
          removable={false}
          hint="PNG, JPEG, GIF or WebP, up to 256 KB"
          error={saving.errorOf('image')}
        />
        <SaveBar saving={saving} label="Add emoji" />
      </form>
      {renaming && (
        <RenameDialog
          emoji={renaming}
          path={`${path}/${renaming.id}`}
          onClose={() => setRenaming(null)}
          onSaved={() => void refetch().then(() => setRenaming(null))}
        />
      )}
    </Section>
  )
}

function RenameDialog(props: { emoji: EmojiObject; path: string; onClose: () => void; onSaved: () => void }) {
  const { emoji, path, onClose, onSaved } = props
  const client = useClient()
  const saving = useSave()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name'))
    void saving.run(() => client.api.patch(path, { name })).then((done) => done && onSaved())
  }
  return (
    <Dialog title={`Rename ${emoji.name}`} onClose={onClose}>
      <form className={form.form} onSubmit={submit}>
        <TextField
          label="Name"
          name="name"
          defaultValue={emoji.name ?? ''}
          required
          autoFocus
          {...NAME}
          error={saving.error ?? undefined}
        />
        <DialogButtons action="Rename" busy={saving.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
