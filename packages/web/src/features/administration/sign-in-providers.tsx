import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import { ProviderDialog } from './provider-dialog.tsx'
import type { Provider } from './provider-values.ts'

interface Props {
  providers: readonly Provider[]
  isLocked: boolean
}

/** Identity providers that sign people in. Each change is saved at once. */
export function SignInProviders({ providers, isLocked }: Props) {
  const { api } = useClient()
  const queries = useQueryClient()
  const saving = useSave()
  const [open, setOpen] = useState<number | null>(null)
  const save = async (sso: readonly Provider[]) => {
    const body = { sso: [...sso] }
    queries.setQueryData(['administration', 'settings'], await api.call('update_instance_settings', { body }))
  }
  const remove = (id: string) => saving.run(() => save(providers.filter((provider) => provider.id !== id)))
  return (
    <Section
      title={t('Sign-in providers')}
      description={t('Services by OpenID Connect, such as that of a school or company, with which people sign in.')}
    >
      {isLocked && <p>{t('The environment of the server sets this.')}</p>}
      {providers.length > 0 && (
        <Rows label={t('Sign-in providers')}>
          {providers.map(({ id, name, issuer }, index) => (
            <Row key={id} title={name} detail={issuer}>
              <Button size="small" disabled={isLocked} onClick={() => setOpen(index)}>
                {t('Edit')}
              </Button>
              <Button size="small" disabled={isLocked} busy={saving.busy} onClick={() => void remove(id)}>
                {t('Remove')}
              </Button>
            </Row>
          ))}
        </Rows>
      )}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      <div>
        <Button disabled={isLocked} onClick={() => setOpen(providers.length)}>
          {t('Add a provider')}
        </Button>
      </div>
      {open !== null && (
        <ProviderDialog
          provider={providers[open]}
          index={open}
          save={(provider) => save(providers.toSpliced(open, 1, provider))}
          onClose={() => setOpen(null)}
        />
      )}
    </Section>
  )
}
