import { messageOf } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { ErrorText } from '../ui/field.tsx'
import { Page } from '../ui/page.tsx'

/** The page after a fault of the app itself. */
export function Failure({ error }: { error: unknown }) {
  return (
    <Page title="Something went wrong">
      <ErrorText>{messageOf(error)}</ErrorText>
      <p>Your drafts are kept.</p>
      <Button look="primary" onClick={() => location.reload()}>
        Reload
      </Button>
    </Page>
  )
}
