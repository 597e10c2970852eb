import {
  ROLE_CONNECTION_DESCRIPTION_MAX,
  ROLE_CONNECTION_NAME_MAX,
  type RoleConnectionMetadataObject,
} from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { msg, t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { trimmed } from '../../ui/changes.ts'
import { ErrorText, SelectField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'
import { useEditApplication } from './queries.ts'
import type { SectionProps } from './section-props.ts'

const TYPES = [
  msg('Number up to the guild’s value'),
  msg('Number from the guild’s value'),
  msg('Number equal to the guild’s value'),
  msg('Number other than the guild’s value'),
  msg('Date before the guild’s number of days'),
  msg('Date after the guild’s number of days'),
  msg('True'),
  msg('False'),
]

/** The page at which people connect their account with the application. */
function VerificationUrl({ application }: SectionProps) {
  const edit = useEditApplication(application.id)
  const saving = useSave()
  const changes = useChanges({
    role_connections_verification_url: application.role_connections_verification_url ?? null,
  })
  const submit = changes.onSubmit(saving, (changed) => edit(trimmed(changed)))
  const fault = saving.errorOf('role_connections_verification_url')
  return (
    <form className={form.form} onSubmit={submit}>
      <TextField
        label={t('Verification URL')}
        {...changes.optional('role_connections_verification_url')}
        type="url"
        placeholder="https://example.com/link"
        hint={t('Members go there to connect their account before they get a role.')}
        error={fault}
      />
      <SaveBar saving={{ ...saving, error: fault ? null : saving.error }} changes={changes} />
    </form>
  )
}

/** Facts about people that an application tells, so that roles can depend on them. */
export function MetadataSection({ application }: SectionProps) {
  const client = useClient()
  const saving = useSave()
  const { data, error, refetch } = useQuery({
    queryKey: ['metadata', application.id],
    queryFn: () =>
      client.api.call('get_application_role_connections_metadata', { params: { application_id: application.id } }),
    staleTime: 0,
  })
  const save = (records: readonly RoleConnectionMetadataObject[]) =>
    saving.run(async () => {
      await client.api.call('update_application_role_connections_metadata', {
        params: { application_id: application.id },
        body: records,
      })
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
      title={t('Role connections')}
      description={t('Up to five facts about a person, which roles of guilds can depend on.')}
    >
      <VerificationUrl application={application} />
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {data && data.length > 0 && (
        <Rows>
          {data.map((record) => (
            <Row key={record.key} title={record.name} detail={`${record.key}: ${record.description}`}>
              <Button
                size="small"
                aria-label={t('Remove {name}', { name: record.name })}
                onClick={() => void save(data.filter(({ key }) => key !== record.key))}
              >
                {t('Remove')}
              </Button>
            </Row>
          ))}
        </Rows>
      )}
      <form className={form.form} onSubmit={submit}>
        <SelectField label={t('Comparison')} name="type">
          {TYPES.map((text, index) => (
            <option key={t(text)} value={index + 1}>
              {t(text)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t('Key')}
          name="key"
          required
          pattern="[a-z0-9_]{1,50}"
          hint={t('Small letters, digits and _')}
        />
        <TextField label={t('Name')} name="name" required maxLength={ROLE_CONNECTION_NAME_MAX} />
        <TextField label={t('Description')} name="description" required maxLength={ROLE_CONNECTION_DESCRIPTION_MAX} />
        <SaveBar saving={saving} label={t('Add record')} />
      </form>
    </Section>
  )
}
