import type { ConnectionObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorText, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'

/** Accounts elsewhere that the person has connected. */
export function ConnectionsSection() {
  const client = useClient()
  const saving = useSave()
  const { data, error, refetch } = useQuery({
    queryKey: ['connections'],
    queryFn: () => client.api.get<ConnectionObject[]>('/users/@me/connections'),
    staleTime: 0,
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    const values = new FormData(element)
    const [type, name] = [String(values.get('type')), String(values.get('name'))]
    void saving.run(async () => {
      await client.api.put(`/users/@me/connections/${encodeURIComponent(type)}/${encodeURIComponent(name)}`, { name })
      element.reset()
      await refetch()
    })
  }

  return (
    <Section title="Connections" description="Accounts elsewhere that appear on your profile.">
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {data?.length === 0 && <p>You have connected no account.</p>}
      {data && data.length > 0 && (
        <Rows>
          {data.map(({ type, id, name }) => (
            <Row key={`${type} ${id}`} title={name} detail={type}>
              <Button
                size="small"
                aria-label={`Remove ${name}`}
                onClick={async () => {
                  await client.api.delete(`/users/@me/connections/${type}/${encodeURIComponent(id)}`)
                  await refetch()
                }}
              >
                Remove
              </Button>
            </Row>
          ))}
        </Rows>
      )}
      <form className={form.form} onSubmit={submit}>
        <TextField label="Service" name="type" placeholder="github" required maxLength={40} />
        <TextField label="Account name" name="name" required maxLength={100} />
        <SaveBar saving={saving} label="Connect" />
      </form>
    </Section>
  )
}
