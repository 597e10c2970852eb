import type { ConsentInstall } from '@guildhall/local-client/rpc'
import { useEffect, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { InstallSummary, ScopeList } from '../../domain/consent/consent-parts.tsx'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText } from '../../ui/field.tsx'

/** Question of an application that runs on the person's computer. */
export interface ConsentQuestion {
  readonly id: string
  readonly application: { readonly id: string; readonly name: string; readonly description: string }
  readonly scopes: readonly string[]
  /** Place to which the consent adds the application; null if it only gets scopes. */
  readonly install: ConsentInstall | null
  /** Proposed purchase; null for an authorization. */
  readonly sku: { readonly id: string; readonly name: string } | null
}

/** Asks the person about an application on their computer. Closing the dialog refuses. */
export function ConsentQuestionDialog(props: { question: ConsentQuestion; onAnswered: () => void }) {
  const { question, onAnswered } = props
  const { id, application, scopes, install, sku } = question
  const client = useClient()
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    // The local client waits longer once it knows that the person sees the question.
    client.api
      .call('update_consent_request', { params: { request_id: id }, body: { status: 'shown' } })
      .catch((cause) => {
        setError(messageOf(cause))
      })
  }, [client, id])
  const answer = async (status: 'accepted' | 'denied') => {
    try {
      await client.api.call('update_consent_request', { params: { request_id: id }, body: { status } })
      onAnswered()
    } catch (cause) {
      setError(messageOf(cause))
    }
  }
  return (
    <Dialog
      title={sku ? t('Buy {name}', { name: sku.name }) : t('Authorize {name}', { name: application.name })}
      description={
        sku
          ? t('{name} on your computer offers this to you. Nothing is paid on this platform.', {
              name: application.name,
            })
          : t('{name} on your computer asks for access to your account.', { name: application.name })
      }
      onClose={() => void answer('denied')}
      holdsText
    >
      {!sku && <ScopeList applicationName={application.name} scopes={scopes} />}
      {install && <InstallSummary applicationName={application.name} install={install} />}
      {error && <ErrorText>{error}</ErrorText>}
      <DialogButtons
        action={sku ? t('Buy') : t('Authorize')}
        onAction={() => void answer('accepted')}
        onCancel={() => void answer('denied')}
      />
    </Dialog>
  )
}
