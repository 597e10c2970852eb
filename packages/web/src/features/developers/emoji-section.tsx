import { EMOJI_NAME_MAX, EMOJI_NAME_MIN, type EmojiObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type FormEvent, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { CustomEmoji } from '../../domain/markdown/markdown.tsx'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { ImageField } from '../../ui/image-field.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'
import type { SectionProps } from './section-props.ts'

/** The field of an emoji's name. */
function NameField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      label={t('Name')}
      required
      minLength={EMOJI_NAME_MIN}
      maxLength={EMOJI_NAME_MAX}
      pattern="[A-Za-z0-9_]+"
      hint={t('Letters, digits and _')}
      {...props}
    />
  )
}

/** Emojis that belong to an application and can be used by its bot everywhere. */
export function EmojiSection({ application }: SectionProps) {
  const client = useClient()
  const saving = useSave()
  const [image, setImage] = useState<string | null | undefined>(undefined)
  const [renaming, setRenaming] = useState<EmojiObject | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['application-emojis', application.id],
    queryFn: () => client.api.call('list_application_emojis', { params: { application_id: application.id } }),
    staleTime: 0,
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    const name = String(new FormData(element).get('name'))
    if (!image) return
    void saving.run(async () => {
      await client.api.call('create_application_emoji', {
        params: { application_id: application.id },
        body: { name, image },
      })
      element.reset()
      setImage(undefined)
      await refetch()
    })
  }

  return (
    <Section title={t('Emoji')} description={t('The bot uses them in every guild and conversation.')}>
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {data?.items.length === 0 && <p>{t('No emoji yet. Add the first one below.')}</p>}
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
              <Button
                size="small"
                aria-label={t('Rename {name}', { name: emoji.name })}
                onClick={() => setRenaming(emoji)}
              >
                {t('Rename')}
              </Button>
              <DeleteButton
                name={emoji.name}
                note={t('Messages that have it show its name instead.')}
                onDelete={async () => {
                  await client.api.call('delete_application_emoji', {
                    params: { application_id: application.id, emoji_id: emoji.id },
                  })
                  await refetch()
                }}
              />
            </Row>
          ))}
        </Rows>
      )}
      <form className={form.form} onSubmit={submit}>
        <NameField name="name" error={saving.errorOf('name')} />
        <ImageField
          label={t('Image')}
          value={image}
          onChange={setImage}
          current={null}
          removable={false}
          hint={t('PNG, JPEG, GIF or WebP, up to 256 KB')}
          error={saving.errorOf('image')}
        />
        <SaveBar saving={saving} label={t('Add emoji')} />
      </form>
      {renaming && (
        <RenameDialog
          emoji={renaming}
          applicationId={application.id}
          onClose={() => setRenaming(null)}
          onSaved={() => void refetch().then(() => setRenaming(null))}
        />
      )}
    </Section>
  )
}

function RenameDialog(props: { emoji: EmojiObject; applicationId: string; onClose: () => void; onSaved: () => void }) {
  const { emoji, applicationId, onClose, onSaved } = props
  const client = useClient()
  const saving = useSave()
  const changes = useChanges({ name: emoji.name })
  const submit = changes.onSubmit(
    saving,
    (changed) =>
      client.api.call('update_application_emoji', {
        params: { application_id: applicationId, emoji_id: emoji.id ?? '' },
        body: changed,
      }),
    onSaved,
  )
  return (
    <Dialog title={t('Rename {name}', { name: emoji.name })} onClose={onClose} holdsText>
      <form className={form.form} onSubmit={submit}>
        <NameField {...changes.text('name')} autoFocus error={saving.error ?? undefined} />
        <DialogButtons action={t('Rename')} busy={saving.busy} onCancel={onClose} changes={changes} />
      </form>
    </Dialog>
  )
}
