import type { RequestOf } from '@guildhall/client'
import { PLATFORM_USERNAME_MAX } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'

type ConnectionType = RequestOf<'put_my_connection'>['params']['type']
const SERVICE_MAX = 40

/** Accounts elsewhere that the person has connected. */
export function ConnectionsSection() {
  const client = useClient()
  const saving = useSave()
  const { data, error, refetch } = useQuery({
    queryKey: ['connections'],
    queryFn: () => client.api.call('list_my_connections'),
    staleTime: 0,
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    const values = new FormData(element)
    const type = values.get('type') as ConnectionType
    const name = String(values.get('name'))
    void saving.run(async () => {
      await client.api.call('put_my_connection', { params: { type, connection_id: name }, body: { name } })
      element.reset()
      await refetch()
    })
  }

  return (
    <Section title={t('Connections')} description={t('Accounts elsewhere that appear on your profile.')}>
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {data?.length === 0 && <p>{t('You have connected no account.')}</p>}
      {data && data.length > 0 && (
        <Rows>
          {data.map(({ type, id, name }) => (
            <Row key={`${type} ${id}`} title={name} detail={type}>
              <Button
                size="small"
                aria-label={t('Remove {name}', { name })}
                onClick={async () => {
                  await client.api.call('delete_my_connection', {
                    params: { type: type as ConnectionType, connection_id: id },
                  })
                  await refetch()
                }}
              >
                {t('Remove')}
              </Button>
            </Row>
          ))}
        </Rows>
      )}
      <form className={form.form} onSubmit={submit}>
        <TextField label={t('Service')} name="type" placeholder="github" required maxLength={SERVICE_MAX} />
        <TextField label={t('Account name')} name="name" required maxLength={PLATFORM_USERNAME_MAX} />
        <SaveBar saving={saving} label={t('Connect')} />
      </form>
    </Section>
  )
}
