import type { UsedApplicationObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { scopeInWords } from '../../domain/consent/words.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'

interface AuthorizedApp {
  id: string
  scopes: string[]
  application: UsedApplicationObject
}

/** Applications that have access to the person's account, and the end of that access. */
export function AuthorizedApps() {
  const client = useClient()
  const saving = useSave()
  const [revoked, setRevoked] = useState<AuthorizedApp | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['authorized-apps'],
    queryFn: () => client.api.call('list_oauth2_tokens'),
    staleTime: 0,
  })

  async function revoke({ id }: AuthorizedApp) {
    if (await saving.run(() => client.api.call('delete_oauth2_token', { params: { token_id: id } }))) setRevoked(null)
    await refetch()
  }

  return (
    <Section title={t('Authorized apps')} description={t('These applications have access to your account.')}>
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {data?.length === 0 && <p>{t('No application has access to your account.')}</p>}
      {data && data.length > 0 && (
        <Rows>
          {data.map((entry) => (
            <Row
              key={entry.id}
              title={entry.application.name}
              detail={
                <ul>
                  {entry.scopes.map((scope) => (
                    <li key={scope}>{scopeInWords(scope)}</li>
                  ))}
                </ul>
              }
            >
              <Button
                size="small"
                aria-label={t('Revoke {name}', { name: entry.application.name })}
                onClick={() => setRevoked(entry)}
              >
                {t('Revoke')}
              </Button>
            </Row>
          ))}
        </Rows>
      )}
      {revoked && (
        <ConfirmDialog
          title={t('Revoke access of {name}?', { name: revoked.application.name })}
          description={saving.error ?? t('The application is signed out of your account at once.')}
          action={t('Revoke')}
          danger
          busy={saving.busy}
          onConfirm={() => void revoke(revoked)}
          onClose={() => setRevoked(null)}
        />
      )}
    </Section>
  )
}
