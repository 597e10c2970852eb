import { Dialog, DialogButtons } from '../../../ui/dialog.tsx'
import { RequestedBy, ScopeList } from '../../oauth2/consent-parts.tsx'
import type { QuestionProps } from '../question-types.ts'

/** Asks whether an activity may have scopes. */
export function ConsentDialog({ question: { application, scopes }, onDone }: QuestionProps<'consent', boolean>) {
  return (
    <Dialog title={`Authorize ${application.name}`} onClose={onDone} width="medium">
      <RequestedBy application={application} redirect={null} />
      <ScopeList applicationName={application.name} scopes={scopes} />
      <DialogButtons action="Authorize" onAction={() => onDone(true)} onCancel={() => onDone(false)} />
    </Dialog>
  )
}
