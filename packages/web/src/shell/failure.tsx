import { messageOf } from '../api/client.ts'
import { t } from '../lib/language/text.ts'
import { Button } from '../ui/button.tsx'
import { ErrorText } from '../ui/field.tsx'
import { Page } from '../ui/page.tsx'

/** The page after a fault of the app itself. */
export function Failure({ error }: { error: unknown }) {
  return (
    <Page title={t('Something went wrong')}>
      <ErrorText>{messageOf(error)}</ErrorText>
      <p>{t('Your drafts are kept.')}</p>
      <Button look="primary" onClick={() => location.reload()}>
        {t('Reload')}
      </Button>
    </Page>
  )
}
