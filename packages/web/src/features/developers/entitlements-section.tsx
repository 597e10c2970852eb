import type { SkuObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { ErrorText, SelectField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import type { SectionProps } from './section-props.ts'
import { TestEntitlements } from './test-entitlements.tsx'

const TYPES: Readonly<Record<number, string>> = { 2: 'Durable', 3: 'Consumable', 5: 'Subscription', 6: 'Group' }

/** SKUs of an application, and entitlements to test it with. */
export function EntitlementsSection({ application }: SectionProps) {
  const client = useClient()
  const {
    data: skus,
    error,
    refetch,
  } = useQuery({
    queryKey: ['skus', application.id],
    queryFn: () => client.api.get<SkuObject[]>(`/applications/${application.id}/skus`),
    staleTime: 0,
  })
  return (
    <>
      <Section title="SKUs" description="What people buy from the application. Buying is a test: nothing is charged.">
        {error && <ErrorText>{messageOf(error)}</ErrorText>}
        {skus?.length === 0 && <p>No SKU yet. Create one to test premium features.</p>}
        {skus && skus.length > 0 && (
          <Rows>
            {skus.map(({ id, name, type }) => (
              <Row key={id} title={name} detail={`${TYPES[type] ?? type}, ${id}`} />
            ))}
          </Rows>
        )}
        <NewSku application={application} onCreated={() => void refetch()} />
      </Section>
      {skus && skus.length > 0 && <TestEntitlements application={application} skus={skus} />}
    </>
  )
}

function NewSku({ application, onCreated }: SectionProps & { onCreated: () => void }) {
  const client = useClient()
  const saving = useSave()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    const values = new FormData(element)
    const body = { name: String(values.get('name')), type: Number(values.get('type')) }
    void saving
      .run(() => client.api.post(`/applications/${application.id}/skus`, body))
      .then((done) => {
        if (!done) return
        element.reset()
        onCreated()
      })
  }
  return (
    <form className={form.form} onSubmit={submit}>
      <TextField label="Name of the SKU" name="name" required maxLength={80} error={saving.errorOf('name')} />
      <SelectField label="Type" name="type">
        <option value={2}>Durable</option>
        <option value={3}>Consumable</option>
        <option value={5}>Subscription</option>
      </SelectField>
      <SaveBar saving={saving} label="Create SKU" />
    </form>
  )
}
