import type { RoleConnectionMetadataObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorText, SelectField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import { useEditApplication } from './queries.ts'
import type { SectionProps } from './section-props.ts'

const TYPES = [
  'Number up to the guild’s value',
  'Number from the guild’s value',
  'Number equal to the guild’s value',
  'Number other than the guild’s value',
  'Date before the guild’s number of days',
  'Date after the guild’s number of days',
  'True',
  'False',
]

/** The page at which people connect their account with the application. */
function VerificationUrl({ application }: SectionProps) {
  const edit = useEditApplication(application.id)
  const saving = useSave()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const url = String(new FormData(event.currentTarget).get('url')).trim()
    void saving.run(() => edit({ role_connections_verification_url: url || null }))
  }
  const fault = saving.errorOf('role_connections_verification_url')
  return (
    <form className={form.form} onSubmit={submit}>
      <TextField
        label="Verification URL"
        name="url"
        type="url"
        defaultValue={application.role_connections_verification_url ?? ''}
        placeholder="https://example.com/link"
        hint="Members go there to connect their account before they get a role."
        error={fault}
      />
      <SaveBar saving={{ ...saving, error: fault ? null : saving.error }} />
    </form>
  )
}

/** Facts about people that an application tells, so that roles can depend on them. */
export function MetadataSection({ application }: SectionProps) {
  const client = useClient()
  const saving = useSave()
  const path = `/applications/${application.id}/role-connections/metadata`
  const { data, error, refetch } = useQuery({
    queryKey: ['metadata', application.id],
    queryFn: () => client.api.get<RoleConnectionMetadataObject[]>(path),
    staleTime: 0,
  })
  const save = (records: readonly RoleConnectionMetadataObject[]) =>
    saving.run(async () => {
      await client.api.put(path, records)
      await refetch()
    })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    const values = new FormData(element)
    const record = {
      type: Number(values.get('type')),
      key: String(values.get('key')),
      name: String(values.get('name')),
      description: String(values.get('description')),
    }
    void save([...(data ?? []), record]).then((done) => done && element.reset())
  }

  return (
    <Section
      title="Role connections"
      description="Up to five facts about a person, which roles of guilds can depend on."
    >
      <VerificationUrl application={application} />
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {data && data.length > 0 && (
        <Rows>
          {data.map((record) => (
            <Row key={record.key} title={record.name} detail={`${record.key}: ${record.description}`}>
              <Button
                size="small"
                aria-label={`Remove ${record.name}`}
                onClick={() => void save(data.filter(({ key }) => key !== record.key))}
              >
                Remove
              </Button>
            </Row>
          ))}
        </Rows>
      )}
      <form className={form.form} onSubmit={submit}>
        <SelectField label="Comparison" name="type">
          {TYPES.map((text, index) => (
            <option key={text} value={index + 1}>
              {text}
            </option>
          ))}
        </SelectField>
        <TextField label="Key" name="key" required pattern="[a-z0-9_]{1,50}" hint="Small letters, digits and _" />
        <TextField label="Name" name="name" required maxLength={100} />
        <TextField label="Description" name="description" required maxLength={200} />
        <SaveBar saving={saving} label="Add record" />
      </form>
    </Section>
  )
}
