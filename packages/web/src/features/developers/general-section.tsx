import { APPLICATION_DESCRIPTION_MAX, APPLICATION_NAME_MAX, type ApplicationObject } from '@guildhall/protocol'
import { t } from '../../lib/language/text.ts'
import { AppIcon } from '../../ui/app-icon.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { type ImageChange, ImageField } from '../../ui/image-field.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { type Changes, useChanges } from '../../ui/use-changes.ts'
import { type Saving, useSave } from '../../ui/use-save.ts'
import { Deletion } from './deletion.tsx'
import { useEditApplication } from './queries.ts'
import type { SectionProps } from './section-props.ts'

/** Name, pictures, texts and ids of an application, and its deletion. */
export function GeneralSection({ application }: SectionProps) {
  return (
    <>
      <Section title={t('General')}>
        <GeneralForm application={application} />
        <CopyField label={t('Application ID')} value={application.id} />
        <CopyField
          label={t('Public key')}
          value={application.verify_key}
          hint={t('Check signatures of requests with it.')}
        />
      </Section>
      <Deletion application={application} />
    </>
  )
}

/** Values of the form. Pictures are kept until the person chooses others. */
interface General {
  readonly name: string
  readonly description: string
  /** Tags with commas between them. */
  readonly tags: string
  readonly terms_of_service_url: string | null
  readonly privacy_policy_url: string | null
  readonly icon: ImageChange
  readonly cover_image: ImageChange
}

function generalOf(application: ApplicationObject): General {
  return {
    name: application.name,
    description: application.description,
    tags: (application.tags ?? []).join(', '),
    terms_of_service_url: application.terms_of_service_url ?? null,
    privacy_policy_url: application.privacy_policy_url ?? null,
    icon: undefined,
    cover_image: undefined,
  }
}

function GeneralForm({ application }: SectionProps) {
  const edit = useEditApplication(application.id)
  const saving = useSave()
  const changes = useChanges(generalOf(application))
  const submit = changes.onSubmit(saving, ({ tags, ...changed }) =>
    edit({ ...changed, ...(tags !== undefined && { tags: tagsOf(tags) }) }),
  )

  return (
    <form className={form.form} onSubmit={submit}>
      <ImageField
        label={t('Icon')}
        value={changes.values.icon}
        onChange={(icon) => changes.set({ icon })}
        current={<AppIcon application={application} size={32} />}
        removable={application.icon !== null}
        error={saving.errorOf('icon')}
      />
      <Texts changes={changes} saving={saving} />
      <ImageField
        label={t('Cover image')}
        wide
        current={null}
        value={changes.values.cover_image}
        onChange={(cover_image) => changes.set({ cover_image })}
        removable={application.cover_image !== undefined}
        hint={t('Shown with invites to the game or activity. PNG, JPEG, GIF or WebP')}
        error={saving.errorOf('cover_image')}
      />
      <SaveBar saving={saving} changes={changes} />
    </form>
  )
}

function Texts({ changes, saving }: { changes: Changes<General>; saving: Saving }) {
  return (
    <>
      <TextField
        label={t('Name')}
        {...changes.text('name')}
        required
        minLength={2}
        maxLength={APPLICATION_NAME_MAX}
        error={saving.errorOf('name')}
      />
      <TextArea
        label={t('Description')}
        {...changes.text('description')}
        maxLength={APPLICATION_DESCRIPTION_MAX}
        hint={t('People read it in the profile of the bot and before they authorize the application.')}
        error={saving.errorOf('description')}
      />
      <TextField
        label={t('Tags')}
        {...changes.text('tags')}
        hint={t('Up to five, of up to 20 characters, separated by commas')}
        error={saving.errorOf('tags')}
      />
      <TextField
        label={t('Terms of service URL')}
        {...changes.optional('terms_of_service_url')}
        type="url"
        placeholder="https://example.com/terms"
        error={saving.errorOf('terms_of_service_url')}
      />
      <TextField
        label={t('Privacy policy URL')}
        {...changes.optional('privacy_policy_url')}
        type="url"
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
