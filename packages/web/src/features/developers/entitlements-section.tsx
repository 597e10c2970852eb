import type { BodyOf } from '@guildhall/client'
import { SKU_NAME_MAX } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { type Message, msg, t } from '../../lib/language/text.ts'
import { ErrorText, SelectField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import type { SectionProps } from './section-props.ts'
import { TestEntitlements } from './test-entitlements.tsx'

const TYPES: Readonly<Record<number, Message>> = {
  2: msg('Durable'),
  3: msg('Consumable'),
  5: msg('Subscription'),
  6: msg('Group'),
}

/** SKUs of an application, and entitlements to test it with. */
export function EntitlementsSection({ application }: SectionProps) {
  const client = useClient()
  const {
    data: skus,
    error,
    refetch,
  } = useQuery({
    queryKey: ['skus', application.id],
    queryFn: () => client.api.call('list_skus', { params: { application_id: application.id } }),
    staleTime: 0,
  })
  return (
    <>
      <Section
        title={t('SKUs')}
        description={t('Purchases from the application. Buying is a test: nothing is charged.')}
      >
        {error && <ErrorText>{messageOf(error)}</ErrorText>}
        {skus?.length === 0 && <p>{t('No SKU yet. Create one to test premium features.')}</p>}
        {skus && skus.length > 0 && (
          <Rows>
            {skus.map(({ id, name, type }) => (
              <Row key={id} title={name} detail={`${TYPES[type] ? t(TYPES[type]) : type}, ${id}`} />
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
    const body = { name: String(values.get('name')), type: Number(values.get('type')) as BodyOf<'create_sku'>['type'] }
    void saving
      .run(() => client.api.call('create_sku', { params: { application_id: application.id }, body }))
      .then((done) => {
        if (!done) return
        element.reset()
        onCreated()
      })
  }
  return (
    <form className={form.form} onSubmit={submit}>
      <TextField
        label={t('Name of the SKU')}
        name="name"
        required
        maxLength={SKU_NAME_MAX}
        error={saving.errorOf('name')}
      />
      <SelectField label={t('Type')} name="type">
        <option value={2}>{t('Durable')}</option>
        <option value={3}>{t('Consumable')}</option>
        <option value={5}>{t('Subscription')}</option>
      </SelectField>
      <SaveBar saving={saving} label={t('Create SKU')} />
    </form>
  )
}
