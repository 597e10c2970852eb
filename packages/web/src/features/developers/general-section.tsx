import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { dataUrlOf } from '../../lib/files.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Field, TextArea, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import { ApplicationIcon } from './application-list.tsx'
import { CopyField } from './copy-field.tsx'
import { useEditApplication } from './queries.ts'
import type { SectionProps } from './section-props.ts'

/** Name, icon, description and ids of an application, and its deletion. */
export function GeneralSection({ application }: SectionProps) {
  const edit = useEditApplication(application.id)
  const saving = useSave()
  const [icon, setIcon] = useState<string | null | undefined>(undefined)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const tags = String(data.get('tags'))
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean)
    void saving.run(async () => {
      await edit({
        name: String(data.get('name')),
        description: String(data.get('description')),
        tags,
        ...(icon === undefined ? {} : { icon }),
      })
      setIcon(undefined)
    })
  }

  return (
    <>
      <Section title="General">
        <form className={form.form} onSubmit={submit}>
          {icon ? <img src={icon} alt="" width={64} height={64} /> : <ApplicationIcon application={application} />}
          <Field label="Icon" error={saving.errorOf('icon')}>
            {(control) => (
              <input
                {...control}
                type="file"
                accept="image/png,image/jpeg,image/gif,image/webp"
                onChange={async ({ target }) => {
                  const file = target.files?.[0]
                  if (file) setIcon(await dataUrlOf(file))
                }}
              />
            )}
          </Field>
          <TextField
            label="Name"
            name="name"
            defaultValue={application.name}
            required
            maxLength={32}
            error={saving.errorOf('name')}
          />
          <TextArea
            label="Description"
            name="description"
            defaultValue={application.description}
            maxLength={400}
            error={saving.errorOf('description')}
          />
          <TextField
            label="Tags"
            name="tags"
            defaultValue={(application.tags ?? []).join(', ')}
            hint="Up to five, separated by commas"
            error={saving.errorOf('tags')}
          />
          <SaveBar saving={saving} />
        </form>
        <CopyField label="Application ID" value={application.id} />
        <CopyField label="Public key" value={application.verify_key} />
      </Section>
      <Deletion application={application} />
    </>
  )
}

function Deletion({ application }: SectionProps) {
  const client = useClient()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const saving = useSave()
  const [asking, setAsking] = useState(false)

  async function remove() {
    if (!(await saving.run(() => client.api.post(`/applications/${application.id}/delete`)))) return
    await queries.invalidateQueries({ queryKey: ['applications'] })
    await navigate({ to: '/developers/$', params: { _splat: '' } })
  }

  return (
    <Section title="Deletion" description="The bot leaves every guild, and its tokens end at once.">
      <div>
        <Button look="danger" onClick={() => setAsking(true)}>
          Delete application
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={`Delete ${application.name}?`}
          description={saving.error ?? 'Its commands, tokens and players are deleted. This cannot be undone.'}
          action="Delete application"
          danger
          busy={saving.busy}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  )
}
