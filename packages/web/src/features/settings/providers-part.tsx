import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { linkProvider, takeCode } from '../../lib/linked-provider.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'

/** Identity providers of the operator, which may sign the person in. Nothing where there are none. */
export function ProvidersPart() {
  const { api } = useClient()
  const saving = useSave()
  const { data, error, refetch } = useQuery({
    queryKey: ['providers'],
    queryFn: () => api.call('list_my_providers'),
    staleTime: 0,
  })
  const isShown = data !== undefined
  useEffect(() => {
    // After the list: a request for it that is under way would answer for the one that follows the link.
    const code = isShown ? takeCode() : null
    if (code === null) return
    void saving.run(async () => {
      await api.call('link_my_provider', { body: { code } })
      await refetch()
    })
  }, [isShown, api, refetch, saving])
  const unlink = async (id: string) => {
    await api.call('unlink_my_provider', { params: { provider_id: id } })
    await refetch()
  }
  if (error) return <ErrorText>{messageOf(error)}</ErrorText>
  if (!data || data.length === 0) return null
  return (
    <Section title={t('Sign-in providers')} description={t('A linked provider signs you in without a password.')}>
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      <Rows label={t('Sign-in providers')}>
        {data.map(({ id, name, account, linked_at }) => (
          <Row key={id} title={account === null ? name : `${name}: ${account}`}>
            {linked_at === null ? (
              <Button size="small" onClick={() => linkProvider(id, location.pathname)}>
                {t('Link')}
              </Button>
            ) : (
              <Button size="small" onClick={() => void saving.run(() => unlink(id))}>
                {t('Unlink')}
              </Button>
            )}
          </Row>
        ))}
      </Rows>
    </Section>
  )
}
