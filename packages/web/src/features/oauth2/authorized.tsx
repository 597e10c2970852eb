import { t } from '../../lib/language/text.ts'
import { Page } from '../../ui/page.tsx'

/** The page after a decision that no application receives, such as adding a bot. */
export function Authorized() {
  const error = new URLSearchParams(location.search).get('error')
  return (
    <Page title={error ? t('Not authorized') : t('Authorized')}>
      <p role="status">{error ? t('Nothing was changed.') : t('Authorized. You can close this window.')}</p>
    </Page>
  )
}
