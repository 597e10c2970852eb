import type { GuildTemplateObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { messageOf } from '../../api/client.ts'
import type { SectionProps } from '../../domain/guilds/section.ts'
import { useClient } from '../../gateway/react.tsx'
import { fullTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { ErrorText, StatusText, TextArea, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'

/** The template of a guild: others create guilds with the same channels and roles from it. */
export function TemplateSection({ guildId }: SectionProps) {
  const client = useClient()
  const path = `/guilds/${guildId}/templates`
  const { data, error, refetch } = useQuery({
    queryKey: ['templates', guildId],
    queryFn: () => client.api.get<GuildTemplateObject[]>(path),
    staleTime: 0,
  })
  const [template] = data ?? []
  return (
    <Section
      title="Template"
      description="A template holds channels, roles, permissions and settings, but no messages and no members."
    >
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {template && <TemplateState path={path} template={template} onChanged={refetch} />}
      {data && <TemplateForm key={template?.code} path={path} template={template} onSaved={refetch} />}
    </Section>
  )
}

interface Parts {
  path: string
  onChanged: () => Promise<unknown>
}

function TemplateState({ path, template, onChanged }: Parts & { template: GuildTemplateObject }) {
  const client = useClient()
  const syncing = useSave()
  const own = `${path}/${template.code}`
  const sync = () => void syncing.run(() => client.api.put(own)).then(onChanged)
  const uses = template.usage_count === 1 ? 'once' : `${template.usage_count} times`
  return (
    <div className={form.form}>
      <CopyField label="Template link" value={`${location.origin}/template/${template.code}`} />
      <p>
        Taken {fullTime(template.updated_at)}, used {uses}.{' '}
        {template.is_dirty ? 'The guild has changed since then.' : 'The guild has not changed since then.'}
      </p>
      <div>
        <Button onClick={sync} busy={syncing.busy} disabled={!template.is_dirty}>
          Sync template
        </Button>{' '}
        <DeleteButton
          name="template"
          note="Its link ends. Guilds that were created from it stay."
          onDelete={() => client.api.delete(own).then(onChanged)}
        />
      </div>
      {syncing.saved && <StatusText>Saved. The template is up to date.</StatusText>}
      {syncing.error && <ErrorText>{syncing.error}</ErrorText>}
    </div>
  )
}

function TemplateForm(props: {
  path: string
  template: GuildTemplateObject | undefined
  onSaved: () => Promise<unknown>
}) {
  const { path, template, onSaved } = props
  const client = useClient()
  const saving = useSave()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const body = { name: String(values.get('name')), description: String(values.get('description')) || null }
    const request = () => (template ? client.api.patch(`${path}/${template.code}`, body) : client.api.post(path, body))
    void saving.run(async () => {
      await request()
      await onSaved()
    })
  }
  return (
    <form className={form.form} onSubmit={submit}>
      <TextField
        label="Name"
        name="name"
        required
        maxLength={100}
        defaultValue={template?.name}
        error={saving.errorOf('name')}
      />
      <TextArea
        label="Description"
        name="description"
        maxLength={120}
        defaultValue={template?.description ?? ''}
        error={saving.errorOf('description')}
      />
      <SaveBar saving={saving} label={template ? 'Save' : 'Create template'} />
    </form>
  )
}
