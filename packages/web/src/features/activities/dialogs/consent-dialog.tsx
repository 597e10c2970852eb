import { InstallSummary, RequestedBy, ScopeList } from '../../../domain/consent/consent-parts.tsx'
import { t } from '../../../lib/language/text.ts'
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx'
import type { QuestionProps } from '../question-types.ts'

/** Asks whether an activity may have scopes, and be added where it names. */
export function ConsentDialog({ question, onDone }: QuestionProps<'consent', boolean>) {
  const { application, scopes, install } = question
  return (
    <Dialog title={t('Authorize {name}', { name: application.name })} onClose={onDone} width="medium">
      <RequestedBy application={application} redirect={null} />
      <ScopeList applicationName={application.name} scopes={scopes} />
      {install && <InstallSummary applicationName={application.name} install={install} />}
      <DialogButtons action={t('Authorize')} onAction={() => onDone(true)} onCancel={() => onDone(false)} />
    </Dialog>
  )
}
