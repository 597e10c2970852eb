import type { BodyOf } from '@guildhall/client'
import { type EntitlementObject, EntitlementOwnerType, type SkuObject, SkuType } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { messageTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText, SelectField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import type { SectionProps } from './section-props.ts'

/** Entitlements of an application: granted for tests to the owner or a guild, consumed and deleted. */
export function TestEntitlements({ application, skus }: SectionProps & { skus: readonly SkuObject[] }) {
  const client = useClient()
  const changing = useSave()
  const { data, error, refetch } = useQuery({
    queryKey: ['entitlements', application.id],
    queryFn: () =>
      client.api.call('get_entitlements', {
        params: { application_id: application.id },
        query: { exclude_deleted: true },
      }),
    staleTime: 0,
    retry: false,
  })
  const change = (request: () => Promise<unknown>) => void changing.run(request).then(() => refetch())
  return (
    <Section
      title={t('Entitlements')}
      description={t('Test entitlements cost nothing. Your bot receives their events.')}
    >
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {data?.length === 0 && <p>{t('Nobody has an entitlement yet.')}</p>}
      {data && data.length > 0 && (
        <Rows>
          {data.map((entitlement) => {
            const { id, sku_id, consumed } = entitlement
            const sku = skus.find((one) => one.id === sku_id)
            return (
              <Row key={id} title={sku?.name ?? sku_id} detail={<Owner entitlement={entitlement} />}>
                {sku?.type === SkuType.CONSUMABLE && !consumed && (
                  <Button
                    size="small"
                    aria-label={t('Consume {id}', { id })}
                    disabled={changing.busy}
                    onClick={() =>
                      change(() =>
                        client.api.call('consume_entitlement', {
                          params: { application_id: application.id, entitlement_id: id },
                        }),
                      )
                    }
                  >
                    {t('Consume')}
                  </Button>
                )}
                <Button
                  size="small"
                  aria-label={t('Delete {id}', { id })}
                  disabled={changing.busy}
                  onClick={() =>
                    change(() =>
                      client.api.call('delete_entitlement', {
                        params: { application_id: application.id, entitlement_id: id },
                      }),
                    )
                  }
                >
                  {t('Delete')}
                </Button>
              </Row>
            )
          })}
        </Rows>
      )}
      {changing.error && <ErrorText>{changing.error}</ErrorText>}
      <GrantForm applicationId={application.id} skus={skus} onGranted={() => void refetch()} />
    </Section>
  )
}

function Owner({ entitlement }: { entitlement: EntitlementObject }) {
  const { user_id, guild_id, consumed, ends_at, subscription_id } = entitlement
  const self = useClientState(({ self }) => self)
  const guild = useClientState(({ guilds }) => (guild_id ? guilds.get(guild_id)?.guild.name : undefined))
  const owner = guild_id ? (guild ?? `guild ${guild_id}`) : user_id === self?.id ? 'you' : `user ${user_id}`
  const facts = [t('Of {owner}', { owner })]
  if (subscription_id) facts.push(t('by a subscription'))
  if (consumed) facts.push('consumed')
  if (ends_at) facts.push(`until ${messageTime(ends_at)}`)
  return <>{facts.join(', ')}</>
}

function GrantForm(props: { applicationId: string; skus: readonly SkuObject[]; onGranted: () => void }) {
  const { applicationId, skus, onGranted } = props
  const client = useClient()
  const self = useClientState(({ self }) => self)
  const guilds = useClientState(({ guilds }) => guilds)
  const saving = useSave()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const owner = String(data.get('owner'))
    const body: BodyOf<'create_entitlement'> = {
      sku_id: String(data.get('sku')),
      owner_id: owner,
      owner_type: owner === self?.id ? EntitlementOwnerType.USER : EntitlementOwnerType.GUILD,
    }
    void saving
      .run(() => client.api.call('create_entitlement', { params: { application_id: applicationId }, body }))
      .then((done) => done && onGranted())
  }
  // Before READY there is nobody to grant to.
  if (!self) return null
  return (
    <form className={form.form} onSubmit={submit}>
      <SelectField label={t('SKU')} name="sku" error={saving.errorOf('sku_id')}>
        {skus.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label={t('Owner')} name="owner" error={saving.errorOf('owner_id') ?? saving.errorOf('owner_type')}>
        <option value={self.id}>{t('You')}</option>
        {[...guilds.values()].map(({ guild }) => (
          <option key={guild.id} value={guild.id}>
            {guild.name}
          </option>
        ))}
      </SelectField>
      <SaveBar saving={saving} label={t('Grant')} />
    </form>
  )
}
