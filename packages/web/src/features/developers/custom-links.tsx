import type { QuickLinkObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { type ImageChange, ImageField } from '../../ui/image-field.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import type { SectionProps } from './section-props.ts'

/** Links that start the activity of an application, each with a picture and texts. */
export function CustomLinks({ application }: SectionProps) {
  const client = useClient()
  const removing = useSave()
  const [editing, setEditing] = useState<QuickLinkObject | 'new' | null>(null)
  const path = `/applications/${application.id}/custom-links`
  const { data, error, refetch } = useQuery({
    queryKey: ['custom-links', application.id],
    queryFn: () => client.api.get<readonly QuickLinkObject[]>(path),
    staleTime: 0,
  })
  return (
    <Section
      title="Custom links"
      description="Links to the activity with a picture, a title and a description. The activity receives the custom id of the link that started it."
    >
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {data?.length === 0 && <p>No link yet. A link can invite people to a level, a replay or an event.</p>}
      {data && data.length > 0 && (
        <Rows>
          {data.map((link) => (
            <Row key={link.link_id} title={link.title} detail={<LinkDetail link={link} />}>
              <Button size="small" aria-label={`Edit ${link.title}`} onClick={() => setEditing(link)}>
                Edit
              </Button>
              <Button
                size="small"
                aria-label={`Delete ${link.title}`}
                disabled={removing.busy}
                onClick={() =>
                  void removing.run(() => client.api.delete(`${path}/${link.link_id}`)).then(() => refetch())
                }
              >
                Delete
              </Button>
            </Row>
          ))}
        </Rows>
      )}
      {removing.error && <ErrorText>{removing.error}</ErrorText>}
      <div>
        <Button onClick={() => setEditing('new')}>New link</Button>
      </div>
      {editing && (
        <LinkDialog
          link={editing === 'new' ? null : editing}
          path={path}
          onClose={() => setEditing(null)}
          onSaved={() => void refetch().then(() => setEditing(null))}
        />
      )}
    </Section>
  )
}

function LinkDetail({ link: { link_id, application_id, title, description } }: { link: QuickLinkObject }) {
  return (
    <>
      {description}
      <CopyField label={`Link ${title}`} value={`${location.origin}/activities/${application_id}?link_id=${link_id}`} />
    </>
  )
}

function LinkDialog(props: { link: QuickLinkObject | null; path: string; onClose: () => void; onSaved: () => void }) {
  const { link, path, onClose, onSaved } = props
  const client = useClient()
  const saving = useSave()
  const [image, setImage] = useState<ImageChange>(undefined)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name)).trim()
    const body = {
      title: text('title'),
      description: text('description'),
      custom_id: text('custom_id') || null,
      ...(image === undefined ? {} : { image }),
    }
    const request = () => (link ? client.api.patch(`${path}/${link.link_id}`, body) : client.api.post(path, body))
    void saving.run(request).then((done) => done && onSaved())
  }

  return (
    <Dialog title={link ? `Edit ${link.title}` : 'New link'} onClose={onClose}>
      <form className={form.form} onSubmit={submit}>
        <TextField
          label="Title"
          name="title"
          defaultValue={link?.title}
          required
          autoFocus
          maxLength={32}
          error={saving.errorOf('title')}
        />
        <TextField
          label="Description"
          name="description"
          defaultValue={link?.description}
          required
          maxLength={64}
          error={saving.errorOf('description')}
        />
        <TextField
          label="Custom id"
          name="custom_id"
          defaultValue={link?.custom_id ?? ''}
          maxLength={64}
          hint="Optional. The activity reads it as customId."
          error={saving.errorOf('custom_id')}
        />
        <ImageField
          label="Picture"
          value={image}
          onChange={setImage}
          current={link?.asset_path ? <img src={`/cdn/${link.asset_path}.png?size=128`} alt="" width={80} /> : null}
          removable={Boolean(link?.asset_path)}
          error={saving.errorOf('image')}
        />
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
        <DialogButtons action="Save" busy={saving.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
