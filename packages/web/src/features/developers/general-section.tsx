import { type FormEvent, useState } from 'react'
import { AppIcon } from '../../ui/app-icon.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { ImageField } from '../../ui/image-field.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { type Saving, useSave } from '../../ui/use-save.ts'
import { Deletion } from './deletion.tsx'
import { useEditApplication } from './queries.ts'
import type { SectionProps } from './section-props.ts'

/** Name, pictures, texts and ids of an application, and its deletion. */
export function GeneralSection({ application }: SectionProps) {
  return (
    <>
      <Section title="General">
        <GeneralForm application={application} />
        <CopyField label="Application ID" value={application.id} />
        <CopyField label="Public key" value={application.verify_key} hint="Check signatures of requests with it." />
      </Section>
      <Deletion application={application} />
    </>
  )
}

function GeneralForm({ application }: SectionProps) {
  const edit = useEditApplication(application.id)
  const saving = useSave()
  const [icon, setIcon] = useState<string | null | undefined>(undefined)
  const [cover, setCover] = useState<string | null | undefined>(undefined)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const text = (name: string) => String(data.get(name)).trim()
    void saving.run(async () => {
      await edit({
        name: text('name'),
        description: text('description'),
        tags: tagsOf(text('tags')),
        terms_of_service_url: text('terms') || null,
        privacy_policy_url: text('privacy') || null,
        ...(icon === undefined ? {} : { icon }),
        ...(cover === undefined ? {} : { cover_image: cover }),
      })
      setIcon(undefined)
      setCover(undefined)
    })
  }

  return (
    <form className={form.form} onSubmit={submit}>
      <ImageField
        label="Icon"
        value={icon}
        onChange={setIcon}
        current={<AppIcon application={application} size={32} />}
        removable={application.icon !== null}
        error={saving.errorOf('icon')}
      />
      <Texts application={application} saving={saving} />
      <ImageField
        label="Cover image"
        wide
        current={null}
        value={cover}
        onChange={setCover}
        removable={application.cover_image !== undefined}
        hint="Shown with invites to the game or activity. PNG, JPEG, GIF or WebP"
        error={saving.errorOf('cover_image')}
      />
      <SaveBar saving={saving} />
    </form>
  )
}

function Texts({ application, saving }: SectionProps & { saving: Saving }) {
  return (
    <>
      <TextField
        label="Name"
        name="name"
        defaultValue={application.name}
        required
        minLength={2}
        maxLength={32}
        error={saving.errorOf('name')}
      />
      <TextArea
        label="Description"
        name="description"
        defaultValue={application.description}
        maxLength={400}
        hint="People read it in the profile of the bot and before they authorize the application."
        error={saving.errorOf('description')}
      />
      <TextField
        label="Tags"
        name="tags"
        defaultValue={(application.tags ?? []).join(', ')}
        hint="Up to five, of up to 20 characters, separated by commas"
        error={saving.errorOf('tags')}
      />
      <TextField
        label="Terms of service URL"
        name="terms"
        type="url"
        defaultValue={application.terms_of_service_url ?? ''}
        placeholder="https://example.com/terms"
        error={saving.errorOf('terms_of_service_url')}
      />
      <TextField
        label="Privacy policy URL"
        name="privacy"
        type="url"
        defaultValue={application.privacy_policy_url ?? ''}
        placeholder="https://example.com/privacy"
        error={saving.errorOf('privacy_policy_url')}
      />
    </>
  )
}

function tagsOf(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim())
  return [...new Set(tags.filter(Boolean))]
}
